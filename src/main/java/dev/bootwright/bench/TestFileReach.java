package dev.bootwright.bench;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.contract.TestsBaseline;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.discover.general.TestFileNames;
import dev.bootwright.testreport.TestStatus;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Holds the files of the tests that a run reached against the test files that the tree has by their names. Where a runner
 * names a Go package in place of a file, all test files of that package are reached.
 */
final class TestFileReach {
    private static final Pattern MODULE = Pattern.compile("(?m)^module[ \\t]+\"?([^\\s\"]+)\"?");

    private final TreeIndex tree;
    private final Map<String, String> packages = new HashMap<>();

    private TestFileReach(TreeIndex tree) {
        this.tree = tree;
    }

    static BenchRow.Reach of(SourceTree tree, TestsBaseline baseline) {
        return new TestFileReach(TreeIndex.of(tree)).reach(baseline);
    }

    private BenchRow.Reach reach(TestsBaseline baseline) {
        Set<String> named = new TreeSet<>();
        boolean any = false;
        for (TestsBaseline.Entry test : baseline.tests()) {
            if (test.status() != TestStatus.NOT_RUN) {
                any = true;
                named.add(test.id().file());
            }
        }
        Set<String> testFiles = testFiles();
        Set<String> reached = new TreeSet<>();
        for (String file : testFiles) {
            if (named.contains(file) || (file.endsWith(".go") && named.contains(packageOf(file)))) {
                reached.add(file);
            }
        }
        boolean told = !any || !reached.isEmpty() || named.stream().anyMatch(tree::has);
        boolean known = told && !(any && testFiles.isEmpty());
        return new BenchRow.Reach(
                testFiles.size(),
                known ? reached.size() : null,
                baseline.notLoaded().size());
    }

    private Set<String> testFiles() {
        Set<String> files = new TreeSet<>();
        for (SourceTree.Entry entry : tree.entries()) {
            String path = entry.path().toString();
            if (entry.kind() != SourceTree.Kind.LINK && tree.scope().votes(path) && TestFileNames.isTest(path)) {
                files.add(path);
            }
        }
        return files;
    }

    /** The import path of a Go file's package; empty where no module is above it. */
    private String packageOf(String file) {
        int slash = file.lastIndexOf('/');
        String folder = slash < 0 ? "" : file.substring(0, slash);
        return packages.computeIfAbsent(folder, f -> importPath(f, f));
    }

    private String importPath(String folder, String at) {
        String manifest = at.isEmpty() ? "go.mod" : at + "/go.mod";
        if (tree.has(manifest)) {
            Matcher module = MODULE.matcher(tree.read(manifest).orElse(""));
            String below = at.isEmpty() ? folder : folder.substring(Math.min(folder.length(), at.length() + 1));
            return module.find() ? (below.isEmpty() ? module.group(1) : module.group(1) + "/" + below) : "";
        }
        if (at.isEmpty()) {
            return "";
        }
        int slash = at.lastIndexOf('/');
        return importPath(folder, slash < 0 ? "" : at.substring(0, slash));
    }
}
