package dev.bootwright.testreport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A virtual environment for tests, made once below {@code target} and used again, with our reporter in it. */
public final class PythonVenv {
    private static final Path ROOT = Path.of("target", "venvs").toAbsolutePath();

    public static final PythonVenv PYTEST_9 = new PythonVenv(
            "pytest9",
            "python3",
            List.of("pytest==9.0.*", "pytest-xdist==3.8.*", "pytest-rerunfailures==16.*", "pytest-cov==7.*"));
    public static final PythonVenv PYTEST_8 = new PythonVenv(
            "pytest8", "python3", List.of("pytest==8.4.*", "pytest-xdist==3.6.*", "pytest-subtests==0.14.*"));
    public static final PythonVenv PYTEST_7 = new PythonVenv(
            "pytest7", "python3", List.of("pytest==7.4.*", "pytest-rerunfailures==12.*", "pytest-subtests==0.11.*"));
    public static final PythonVenv PYTEST_6 = new PythonVenv("pytest6", "python3", List.of("pytest==6.2.5"));

    private final String name;
    private final String base;
    private final List<String> requirements;

    private PythonVenv(String name, String base, List<String> requirements) {
        this.name = name;
        this.base = base;
        this.requirements = requirements;
    }

    public static List<PythonVenv> usual() {
        return List.of(PYTEST_9, PYTEST_7);
    }

    /** The other pytest versions that this machine has an interpreter for; 4, 5 and 6 need an old one. */
    public static List<PythonVenv> others() {
        List<PythonVenv> all = new ArrayList<>(List.of(PYTEST_8));
        // pytest 6 ends with an internal error where Python 3.12 warns and warnings are errors.
        List<String> isOld = List.of("python3", "-c", "import sys; sys.exit(sys.version_info > (3, 12))");
        if (LocalCommand.run(Path.of("."), Map.of(), isOld).code() == 0) {
            all.add(PYTEST_6);
        }
        oldPython().ifPresent(python -> {
            all.add(new PythonVenv("pytest5", python, List.of("pytest==5.4.*")));
            all.add(new PythonVenv("pytest4", python, List.of("pytest==4.6.11", "pytest-xdist<2")));
        });
        return all;
    }

    private static Optional<String> oldPython() {
        for (String version : List.of("3.7", "3.8")) {
            for (Path candidate :
                    List.of(Path.of("/usr/bin/python" + version), Path.of("/usr/local/bin/python" + version))) {
                if (Files.isExecutable(candidate)) {
                    return Optional.of(candidate.toString());
                }
            }
        }
        Path versions = Path.of(System.getProperty("user.home"), ".pyenv", "versions");
        if (!Files.isDirectory(versions)) {
            return Optional.empty();
        }
        try (var list = Files.list(versions)) {
            return list.filter(p -> p.getFileName().toString().matches("3\\.[78]\\..*"))
                    .sorted()
                    .map(p -> p.resolve("bin/python").toString())
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path directory() {
        return ROOT.resolve(name);
    }

    public String python() {
        return make().resolve("bin/python").toString();
    }

    /** The folder of its programs. */
    public String bin() {
        return make().resolve("bin").toString();
    }

    private synchronized Path make() {
        Path venv = directory();
        Path stamp = ROOT.resolve(name + ".made");
        try {
            Files.createDirectories(ROOT);
            try (FileChannel channel = FileChannel.open(
                            ROOT.resolve(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                assertThat(lock.isValid()).isTrue();
                if (!Files.exists(stamp) || !Files.readString(stamp).equals(requirements.toString())) {
                    command(List.of(base, "-m", "venv", "--clear", venv.toString()));
                    List<String> install = new ArrayList<>(List.of(
                            venv.resolve("bin/python").toString(),
                            "-m",
                            "pip",
                            "--disable-pip-version-check",
                            "-q",
                            "install"));
                    install.addAll(requirements);
                    command(install);
                    Files.writeString(stamp, requirements.toString());
                }
                loadReporter(venv);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return venv;
    }

    private static void command(List<String> argv) {
        LocalCommand.Ended ended = LocalCommand.run(Path.of("."), Map.of(), argv);
        assertThat(ended.code()).as(argv + "\n" + ended.output()).isZero();
    }

    private static void loadReporter(Path venv) throws IOException {
        try (var lib = Files.list(venv.resolve("lib"))) {
            Path site = lib.filter(p -> p.getFileName().toString().startsWith("python"))
                    .findFirst()
                    .orElseThrow()
                    .resolve("site-packages");
            for (String file : List.of(
                    "bootwright-events.pth",
                    "_bootwright_events.py",
                    "_bootwright_pytest.py",
                    "_bootwright_unittest.py")) {
                try (InputStream in = PythonVenv.class.getResourceAsStream("/reporters/python/" + file)) {
                    assertThat(in).isNotNull();
                    Files.copy(in, site.resolve(file), StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    /** A run with our reporter listening. */
    public Listened listen(Path tree, List<String> arguments) {
        return listen(tree, Map.of(), arguments);
    }

    public Listened listen(Path tree, Map<String, String> env, List<String> arguments) {
        try {
            EventKey key = EventKey.ofBytes(HexFormat.of().parseHex("00112233445566778899aabbccddeeff"));
            Path events = Files.createTempDirectory(Files.createDirectories(ROOT), "events");
            Files.writeString(events.resolve(EventKey.FILE_NAME), key.fileContent());
            Map<String, String> all = new LinkedHashMap<>(env);
            all.put("BOOTWRIGHT_EVENTS", events.toString());
            LocalCommand.Ended ended = run(tree, all, arguments);
            return new Listened(ended, events, key, tree);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public LocalCommand.Ended run(Path tree, Map<String, String> env, List<String> arguments) {
        List<String> argv = new ArrayList<>();
        argv.add(python());
        argv.addAll(arguments);
        return LocalCommand.run(tree, env, argv);
    }

    @Override
    public String toString() {
        return name;
    }

    /** What a listened run left behind. */
    public record Listened(LocalCommand.Ended ended, Path events, EventKey key, Path tree) {
        public TestReport report(String runner) {
            return new StreamedEventsReader(key, ".", tree.toString()).read(runner, events, ended.outcome());
        }
    }
}
