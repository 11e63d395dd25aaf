package dev.bootwright.repair;

import java.util.Set;
import java.util.regex.Pattern;

/** What a path that a step writes belongs to. */
enum WrittenPath {
    /** Below {@code $BOOTWRIGHT_REPORTS}. */
    REPORT,
    /** The contract's own directory. */
    CONTRACT,
    /** A file of the repository, as far as can be told. */
    OWN,
    /** Build output, caches, logs; not part of the repository. */
    GENERATED,
    /** Outside of the tree, or only known at run time. */
    ELSEWHERE;

    private static final Set<String> GENERATED_FOLDERS = Set.of(
            ".venv",
            "venv",
            "env",
            ".env",
            "build",
            "dist",
            "target",
            "out",
            "node_modules",
            ".tox",
            ".nox",
            ".pytest_cache",
            ".mypy_cache",
            "__pycache__",
            ".cache",
            ".eggs",
            "htmlcov",
            "coverage",
            "tmp",
            ".tmp",
            "_build",
            "obj",
            ".gradle",
            ".hypothesis",
            "reports",
            "test-results",
            "logs",
            ".coverage",
            "cmake-build",
            "builddir",
            ".bin",
            ".tools",
            ".local",
            ".home");

    private static final Pattern GENERATED_NAME = Pattern.compile(
            ".*\\.(?:log|tmp|out|pid|pyc|whl|egg|gz|xz|tgz|prof|coverage|bak|o|a|so|class|jar)|coverage\\..*|junit.*\\.xml"
                    + "|\\.coverage.*|.*\\.egg-info|nohup\\.out");

    static WrittenPath of(String path, boolean inTree) {
        if (path.contains("BOOTWRIGHT_REPORTS")) {
            return REPORT;
        }
        String rest = path.replaceFirst("^\\$\\{?TREE}?/+", "./");
        boolean byTree = !rest.equals(path);
        while (rest.startsWith("./")) {
            rest = rest.substring(2);
        }
        if (rest.equals(".bootstrap") || rest.startsWith(".bootstrap/") || rest.contains("/.bootstrap/")) {
            return CONTRACT;
        }
        if (!byTree && (!inTree || path.startsWith("/") || path.startsWith("~") || path.startsWith("$"))) {
            return ELSEWHERE;
        }
        if (rest.startsWith("../") || rest.contains("$(") || rest.startsWith("`") || rest.startsWith("$")) {
            return ELSEWHERE;
        }
        String[] parts = rest.split("/");
        for (String part : parts) {
            if (GENERATED_FOLDERS.contains(part) || part.endsWith(".egg-info")) {
                return GENERATED;
            }
        }
        return GENERATED_NAME.matcher(parts[parts.length - 1]).matches() ? GENERATED : OWN;
    }
}
