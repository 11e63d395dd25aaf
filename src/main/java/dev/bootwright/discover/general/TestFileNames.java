package dev.bootwright.discover.general;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Tells test files by their names alone. */
public final class TestFileNames {
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

    private TestFileNames() {}

    /** Whether a file is a test file by its path relative to the tree. */
    public static boolean isTest(String path) {
        int slash = path.lastIndexOf('/');
        String name = path.substring(slash + 1);
        String folder = slash < 0 ? "." : path.substring(0, slash);
        return language(name).filter(language -> isTest(language, name, folder)).isPresent();
    }

    static Optional<String> language(String name) {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? Optional.empty() : Optional.ofNullable(LANGUAGES.get(name.substring(dot + 1)));
    }

    /** Whether a pattern can match at all; most names have none of these parts. */
    private static boolean telling(String name) {
        return name.contains("est") || name.contains("pec") || name.contains("IT.") || name.contains("Suite");
    }

    static boolean isTest(String language, String name, String folder) {
        Pattern pattern = TESTS.get(language);
        if (pattern != null && telling(name) && pattern.matcher(name).matches()) {
            return true;
        }
        boolean inTests = ("/" + folder + "/").contains("/__tests__/");
        boolean rust = language.equals("rust") && ("/" + folder + "/").contains("/tests/");
        return rust || (inTests && (language.equals("javascript") || language.equals("typescript")));
    }
}
