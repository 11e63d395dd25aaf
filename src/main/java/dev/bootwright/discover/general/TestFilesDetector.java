package dev.bootwright.discover.general;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.Detector;
import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.Finding;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.TreeIndex;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Counts sources and test files by name, for each project and language. Nothing is read. */
final class TestFilesDetector implements Detector {
    private static final Set<String> MANIFESTS = Set.of(
            "pyproject.toml",
            "setup.py",
            "setup.cfg",
            "go.mod",
            "package.json",
            "Cargo.toml",
            "pom.xml",
            "build.gradle",
            "build.gradle.kts",
            "composer.json",
            "Gemfile",
            "CMakeLists.txt",
            "mix.exs",
            "Package.swift");

    private static final Map<String, String> LANGUAGES = Map.ofEntries(
            Map.entry("py", "python"),
            Map.entry("go", "go"),
            Map.entry("js", "javascript"),
            Map.entry("mjs", "javascript"),
            Map.entry("cjs", "javascript"),
            Map.entry("jsx", "javascript"),
            Map.entry("ts", "typescript"),
            Map.entry("mts", "typescript"),
            Map.entry("cts", "typescript"),
            Map.entry("tsx", "typescript"),
            Map.entry("java", "java"),
            Map.entry("kt", "kotlin"),
            Map.entry("rs", "rust"),
            Map.entry("rb", "ruby"),
            Map.entry("php", "php"),
            Map.entry("cs", "csharp"),
            Map.entry("c", "c"),
            Map.entry("cc", "c++"),
            Map.entry("cpp", "c++"),
            Map.entry("cxx", "c++"),
            Map.entry("ex", "elixir"),
            Map.entry("exs", "elixir"),
            Map.entry("swift", "swift"),
            Map.entry("scala", "scala"));

    private static final Map<String, Pattern> TESTS = Map.ofEntries(
            Map.entry("python", Pattern.compile("test_.*\\.py|.*_test\\.py|tests?\\.py")),
            Map.entry("go", Pattern.compile(".*_test\\.go")),
            Map.entry("javascript", Pattern.compile(".*[.-](test|spec)\\.[cm]?jsx?")),
            Map.entry("typescript", Pattern.compile(".*[.-](test|spec)\\.[cm]?tsx?")),
            Map.entry("java", Pattern.compile("Test.*\\.java|.*(Test|Tests|TestCase|IT)\\.java")),
            Map.entry("kotlin", Pattern.compile(".*(Test|Tests|Spec)\\.kt")),
            Map.entry("ruby", Pattern.compile(".*_(spec|test)\\.rb|test_.*\\.rb")),
            Map.entry("php", Pattern.compile(".*Test\\.php")),
            Map.entry("csharp", Pattern.compile(".*Tests?\\.cs")),
            Map.entry("c", Pattern.compile("test_.*\\.c|.*_tests?\\.c")),
            Map.entry("c++", Pattern.compile("test_.*\\.c(c|pp|xx)|.*_(unit)?tests?\\.c(c|pp|xx)")),
            Map.entry("elixir", Pattern.compile(".*_test\\.exs")),
            Map.entry("swift", Pattern.compile(".*Tests?\\.swift")),
            Map.entry("scala", Pattern.compile(".*(Test|Spec|Suite)\\.scala")));

    private static final class Count {
        int files;
        int tests;
        String first = "";
        String firstTest = "";
    }

    @Override
    public String name() {
        return "test-files";
    }

    @Override
    public void detect(SourceTree tree, FindingSink sink) {
        TreeIndex index = TreeIndex.of(tree);
        Set<String> projects = projects(index);
        Map<String, String> projectOf = new HashMap<>();
        Map<String, TreeMap<String, Count>> counts = new TreeMap<>();
        for (SourceTree.Entry entry : index.entries()) {
            String path = entry.path().toString();
            String name = entry.path().name();
            Optional<String> language = language(name);
            if (entry.kind() == SourceTree.Kind.LINK
                    || language.isEmpty()
                    || !index.scope().votes(path)) {
                continue;
            }
            String folder = entry.path().parent().toString();
            String project = projectOf.computeIfAbsent(folder, f -> project(f, projects));
            Count count = counts.computeIfAbsent(project, p -> new TreeMap<>())
                    .computeIfAbsent(language.get(), l -> new Count());
            count.files++;
            count.first = count.first.isEmpty() ? path : count.first;
            if (isTest(language.get(), name, folder)) {
                count.tests++;
                count.firstTest = count.firstTest.isEmpty() ? path : count.firstTest;
            }
        }
        counts.forEach(
                (project, languages) -> languages.forEach((language, count) -> report(project, language, count, sink)));
    }

    private static void report(String project, String language, Count count, FindingSink sink) {
        sink.finding(Finding.of(
                "language.files",
                language,
                project,
                count.first,
                0,
                "",
                EvidenceKind.FILE_NAMES,
                Map.of("count", Integer.toString(count.files))));
        if (count.tests > 0) {
            sink.finding(Finding.of(
                    "tests.files",
                    Integer.toString(count.tests),
                    project,
                    count.firstTest,
                    0,
                    "",
                    EvidenceKind.FILE_NAMES,
                    Map.of("language", language)));
        }
    }

    private static Set<String> projects(TreeIndex index) {
        Set<String> folders = new HashSet<>();
        index.voting(MANIFESTS.toArray(String[]::new))
                .forEach(entry -> folders.add(entry.path().parent().toString()));
        return folders;
    }

    private static Optional<String> language(String name) {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? Optional.empty() : Optional.ofNullable(LANGUAGES.get(name.substring(dot + 1)));
    }

    /** The nearest folder above with a manifest; the root if there is none. */
    private static String project(String folder, Set<String> projects) {
        String at = folder;
        while (!at.equals(".") && !projects.contains(at)) {
            int slash = at.lastIndexOf('/');
            at = slash < 0 ? "." : at.substring(0, slash);
        }
        return at;
    }

    /** Whether a pattern can match at all; most names have none of these parts. */
    private static boolean telling(String name) {
        return name.contains("est") || name.contains("pec") || name.contains("IT.") || name.contains("Suite");
    }

    private static boolean isTest(String language, String name, String folder) {
        Pattern pattern = TESTS.get(language);
        if (pattern != null && telling(name) && pattern.matcher(name).matches()) {
            return true;
        }
        boolean inTests = ("/" + folder + "/").contains("/__tests__/");
        boolean rust = language.equals("rust") && ("/" + folder + "/").contains("/tests/");
        return rust || (inTests && (language.equals("javascript") || language.equals("typescript")));
    }
}
