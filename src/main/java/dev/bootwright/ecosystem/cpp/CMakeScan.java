package dev.bootwright.ecosystem.cpp;

import static dev.bootwright.discover.EvidenceKind.MANIFEST;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.Claims;
import dev.bootwright.discover.TreeIndex;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reads a project's CMake files: what they look for, fetch, and switch off, and whether they add tests. */
final class CMakeScan {
    /** An option that is named after tests: a word of its name is test, tests, testing, gtest, unittest and the like. */
    static final Pattern TEST_OPTION =
            Pattern.compile("(?:.*_)?(?:BUILD|ENABLE|WITH|RUN|MAKE|UNIT|CPP|G|C)?(?:UNIT)?TEST(?:S|ING)?(?:_.*)?");

    /** Tests of another kind than the suite, or a word that turns the sense round. */
    static final Pattern NOT_THE_SUITE = Pattern.compile(
            "(?:.*_)?(?:NO|NOT|DISABLE|SKIP|WITHOUT|SYSTEM|EXTERNAL|BUNDLED|INSTALL|BENCH\\w*|PERF\\w*|FUZZ\\w*|COVERAGE"
                    + "|ONLINE|NETWORK|INTEGRATION|GPU|CUDA|VALGRIND|SANITIZ\\w*|STRESS|WASM|ANDROID|IOS|PYTHON|JAVA"
                    + "|MODULES?|TIMEOUT|DIR|PATH|ARGS|LATEST|CODE_COVERAGE)(?:_.*)?");

    private static final Set<String> ADDS_TESTS = Set.of(
            "add_test",
            "gtest_discover_tests",
            "gtest_add_tests",
            "catch_discover_tests",
            "doctest_discover_tests",
            "enable_testing",
            "boost_add_test",
            "ecm_add_test",
            "ecm_add_tests",
            "qt_add_test");
    private static final Set<String> OFF = Set.of("OFF", "FALSE", "NO", "0", "N", "");

    private final TreeIndex tree;
    private final String folder;
    private final Claims claims;
    private final Set<String> wanted = new HashSet<>();
    private boolean tests;

    CMakeScan(TreeIndex tree, String folder, Claims claims) {
        this.tree = tree;
        this.folder = folder;
        this.claims = claims;
    }

    void run() {
        for (SourceTree.Entry entry :
                CppDetector.files(tree, folder, name -> name.equals("CMakeLists.txt") || name.endsWith(".cmake"))) {
            String path = entry.path().toString();
            boolean root = path.equals(CppDetector.path(folder, "CMakeLists.txt"));
            for (CMakeCommand command : CMakeCommand.read(
                    tree.read(entry, SourceTree.MANIFEST_LIMIT).orElse(""))) {
                command(path, command, root);
            }
        }
    }

    private void command(String file, CMakeCommand command, boolean root) {
        switch (command.name()) {
            case "cmake_minimum_required" -> {
                if (root) {
                    command.behind("VERSION").stream()
                            .limit(1)
                            .forEach(v ->
                                    add(CppSubjects.CMAKE_MINIMUM, v.replaceFirst("\\.\\.\\..*", ""), file, command));
                }
            }
            case "option", "cmake_dependent_option" ->
                option(file, command, command.argument(2).orElse("OFF"));
            case "set" -> {
                if (command.arguments().contains("CACHE") && command.arguments().contains("BOOL")) {
                    option(file, command, command.argument(1).orElse(""));
                }
                standard(file, command);
            }
            case "find_package" -> findPackage(file, command);
            case "pkg_check_modules", "pkg_search_module" -> modules(file, command);
            case "fetchcontent_declare" ->
                command.argument(0).ifPresent(name -> add(CppSubjects.FETCHED, name, file, command));
            default -> {
                if (!tests && ADDS_TESTS.contains(command.name())) {
                    tests = true;
                    add(CppSubjects.TESTS, "ctest", file, command);
                }
            }
        }
        if (!tests && command.name().equals("include") && command.arguments().contains("CTest")) {
            tests = true;
            add(CppSubjects.TESTS, "ctest", file, command);
        }
    }

    private void option(String file, CMakeCommand command, String preset) {
        String name = command.argument(0).orElse("");
        if (TEST_OPTION.matcher(name).matches() && !NOT_THE_SUITE.matcher(name).matches()) {
            boolean off = OFF.contains(preset.toUpperCase(Locale.ROOT)) || preset.startsWith("$");
            claims.add(
                    CppSubjects.TEST_OPTION,
                    name,
                    file,
                    command.line(),
                    command.name() + "(" + String.join(" ", command.arguments()) + ")",
                    MANIFEST,
                    Map.of("default", off ? "off" : "on"));
        }
    }

    private void standard(String file, CMakeCommand command) {
        boolean names = command.argument(0).filter("CMAKE_CXX_STANDARD"::equals).isPresent();
        if (names && command.argument(1).filter(v -> v.matches("[0-9]{2}")).isPresent()) {
            add(CppSubjects.STANDARD, command.argument(1).orElseThrow(), file, command);
        }
    }

    private void findPackage(String file, CMakeCommand command) {
        String name = command.argument(0).orElse("");
        if (!name.matches("[A-Za-z0-9_+.-]+")) {
            return;
        }
        boolean required = command.arguments().contains("REQUIRED");
        want("cmake", name, required, file, command);
        for (String keyword : List.of("COMPONENTS", "REQUIRED")) {
            for (String component : command.behind(keyword)) {
                if (component.matches("[A-Za-z0-9_+-]+")) {
                    want("cmake", name + "/" + component, required, file, command);
                }
            }
        }
    }

    private void modules(String file, CMakeCommand command) {
        boolean required = command.arguments().contains("REQUIRED");
        boolean onlyOne = command.name().equals("pkg_search_module");
        int taken = 0;
        for (String word : command.arguments().stream().skip(1).toList()) {
            String module = word.replaceFirst("[<>=!].*", "");
            if (!module.matches("[a-z0-9][A-Za-z0-9_+.-]*") || module.matches("[0-9.]+") || (onlyOne && taken > 0)) {
                continue;
            }
            taken++;
            want("pkg-config", module, required, file, command);
        }
    }

    private void want(String how, String name, boolean required, String file, CMakeCommand command) {
        if (wanted.add(how + " " + name)) {
            Map<String, String> attributes = new TreeMap<>(Map.of("how", how));
            attributes.put("required", String.valueOf(required));
            claims.add(CppSubjects.WANTED, name, file, command.line(), text(command), MANIFEST, attributes);
        }
    }

    private void add(String subject, String value, String file, CMakeCommand command) {
        claims.add(subject, value, file, command.line(), text(command), MANIFEST);
    }

    private static String text(CMakeCommand command) {
        return command.name() + "(" + String.join(" ", command.arguments()) + ")";
    }
}
