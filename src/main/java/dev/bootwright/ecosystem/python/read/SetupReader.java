package dev.bootwright.ecosystem.python.read;

import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.ecosystem.python.read.PythonTokens.Token;
import dev.bootwright.format.ini.IniDocument;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads {@code setup.py}, without running it, and the metadata of {@code setup.cfg}. */
final class SetupReader {
    private static final EvidenceKind KIND = EvidenceKind.MANIFEST;

    private SetupReader() {}

    static void readCfg(EvidenceFile file, IniDocument document) {
        document.problems().forEach(p -> file.unknown(p.line(), "broken INI: " + p.message()));
        document.section("metadata").ifPresent(metadata -> {
            metadata.entry("name").ifPresent(e -> file.found(Subjects.NAME, e.value(), e.line(), KIND));
            metadata.entry("classifiers")
                    .or(() -> metadata.entry("classifier"))
                    .ifPresent(e -> e.lines()
                            .forEach(l -> PyprojectReader.claimedVersion(l.text())
                                    .ifPresent(v -> file.found(Subjects.CLAIMED_VERSION, v, l.number(), KIND))));
            metadata.entry("python-requires")
                    .or(() -> metadata.entry("requires-python"))
                    .ifPresent(e -> file.found(Subjects.REQUIRES_PYTHON, e.value(), e.line(), KIND));
        });
        document.section("options").ifPresent(options -> {
            options.entry("python_requires")
                    .ifPresent(e -> file.found(Subjects.REQUIRES_PYTHON, e.value(), e.line(), KIND));
            requirements(file, options, "install_requires", Sources.RUNTIME);
            requirements(file, options, "tests_require", Sources.listed("setup", "tests_require"));
            requirements(file, options, "setup_requires", Sources.BUILD);
        });
        document.section("options.extras_require")
                .ifPresent(extras ->
                        extras.entries().forEach(e -> requirements(file, extras, e.key(), Sources.extra(e.key()))));
        document.section("versioneer")
                .ifPresent(s -> file.found(Subjects.HISTORY_NEEDED, "versioneer", s.line(), KIND));
        document.section("pbr").ifPresent(s -> file.found(Subjects.HISTORY_NEEDED, "pbr", s.line(), KIND));
    }

    private static void requirements(EvidenceFile file, IniDocument.Section section, String key, String source) {
        section.entry(key)
                .ifPresent(entry -> entry.lines().forEach(line -> {
                    if (line.text().startsWith("file:")) {
                        for (String path :
                                line.text().substring("file:".length()).split(",")) {
                            requirementsFile(file, path.strip(), source, line.number());
                        }
                        return;
                    }
                    for (String part : line.text().contains(";")
                            ? List.of(line.text())
                            : List.of(line.text().split("(?<=[^\\[<>=!~,]),(?![^\\[]*\\])(?=\\s*[A-Za-z])"))) {
                        String stripped = part.replaceFirst("\\s#.*$", "").strip();
                        if (!stripped.isEmpty()) {
                            file.dependency(stripped, source, line.number(), KIND);
                        }
                    }
                }));
    }

    private static void requirementsFile(EvidenceFile file, String path, String source, int line) {
        file.found(Subjects.REQUIREMENTS_FILE, path, line, KIND, Map.of("source", source));
    }

    static void readPy(EvidenceFile file) {
        PythonSource source = PythonSource.of(file.text());
        for (PythonValue.Call call : source.calls("setup")) {
            setup(file, call);
        }
        extensions(file, source);
        for (Token token : source.tokens()) {
            if (token.kind() == PythonTokens.Kind.NAME && token.text().equals("versioneer")) {
                file.found(Subjects.HISTORY_NEEDED, "versioneer", token.line(), KIND);
                break;
            }
        }
    }

    private static void setup(EvidenceFile file, PythonValue.Call call) {
        for (PythonValue.Argument argument : call.arguments()) {
            PythonValue value = argument.value();
            switch (argument.keyword()) {
                case "name" -> text(file, value).ifPresent(n -> file.found(Subjects.NAME, n, value.line(), KIND));
                case "python_requires" ->
                    text(file, value).ifPresent(r -> file.found(Subjects.REQUIRES_PYTHON, r, value.line(), KIND));
                case "classifiers" ->
                    known(file, "classifiers", value)
                            .forEach(c -> PyprojectReader.claimedVersion(c.value())
                                    .ifPresent(v -> file.found(Subjects.CLAIMED_VERSION, v, c.line(), KIND)));
                case "install_requires" -> requirements(file, "install_requires", value, Sources.RUNTIME);
                case "tests_require" ->
                    requirements(file, "tests_require", value, Sources.listed("setup", "tests_require"));
                case "setup_requires" -> setupRequires(file, value);
                case "extras_require" -> extras(file, value);
                case "use_scm_version" -> {
                    if (!(value instanceof PythonValue.Opaque o && o.text().equals("False"))) {
                        file.found(Subjects.HISTORY_NEEDED, "setuptools_scm", value.line(), KIND);
                    }
                }
                case "pbr" -> file.found(Subjects.HISTORY_NEEDED, "pbr", value.line(), KIND);
                case "rust_extensions" ->
                    file.found(Subjects.NATIVE, "rust", value.line(), KIND, Map.of("because", "rust_extensions"));
                case "cffi_modules" ->
                    file.found(Subjects.NATIVE, "c", value.line(), KIND, Map.of("because", "cffi_modules"));
                default -> {}
            }
        }
    }

    private static void setupRequires(EvidenceFile file, PythonValue value) {
        for (PythonValue.Text requirement : known(file, "setup_requires", value)) {
            String name = requirement.value().toLowerCase(Locale.ROOT);
            if (name.startsWith("pbr")) {
                file.found(Subjects.HISTORY_NEEDED, "pbr", requirement.line(), KIND);
            }
            file.dependency(requirement.value(), Sources.BUILD, requirement.line(), KIND);
        }
    }

    private static void extras(EvidenceFile file, PythonValue value) {
        if (!(value instanceof PythonValue.Pairs pairs)) {
            file.unknown(value.line(), "extras_require is computed; only running setup.py would tell");
            return;
        }
        for (PythonValue.Pair pair : pairs.pairs()) {
            if (pair.key() instanceof PythonValue.Text extra) {
                requirements(file, "extra " + extra.value(), pair.value(), Sources.extra(extra.value()));
            } else {
                file.unknown(pair.key().line(), "an extra whose name is computed");
            }
        }
    }

    private static void requirements(EvidenceFile file, String what, PythonValue value, String source) {
        for (PythonValue.Text requirement : known(file, what, value)) {
            for (String line : requirement.value().split("\n")) {
                if (!line.isBlank()) {
                    file.dependency(line, source, requirement.line(), KIND);
                }
            }
        }
    }

    private static List<PythonValue.Text> known(EvidenceFile file, String what, PythonValue value) {
        if (!value.isKnown()) {
            file.unknown(value.line(), what + " is computed, at least in part; only running setup.py would tell");
        }
        return value.texts();
    }

    private static Optional<String> text(EvidenceFile file, PythonValue value) {
        if (value instanceof PythonValue.Text text) {
            return Optional.of(text.value());
        }
        file.unknown(value.line(), "a keyword of setup() is computed; only running setup.py would tell");
        return Optional.empty();
    }

    private static void extensions(EvidenceFile file, PythonSource source) {
        source.calls("Extension").stream()
                .findFirst()
                .ifPresent(c -> file.found(Subjects.NATIVE, "c", c.line(), KIND, Map.of("because", "Extension")));
        source.calls("cythonize", "RustExtension", "CMakeExtension").stream()
                .findFirst()
                .ifPresent(c -> {
                    String need = c.function().endsWith("cythonize")
                            ? "cython"
                            : c.function().endsWith("RustExtension") ? "rust" : "cmake";
                    file.found(Subjects.NATIVE, need, c.line(), KIND, Map.of("because", c.function()));
                });
    }
}
