package dev.bootwright.contract;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.discover.general.TestFileNames;
import dev.bootwright.testreport.TestStatus;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Holds the files of the tests that a run reached against the test files that the tree has by their names. Where a runner
 * names a Go package in place of a file, all test files of that package are reached.
 */
public final class TestFileReach {
    private static final Pattern MODULE = Pattern.compile("(?m)^module[ \\t]+\"?([^\\s\"]+)\"?");

    private final TreeIndex tree;
    private final Map<String, String> packages = new HashMap<>();

    private TestFileReach(TreeIndex tree) {
        this.tree = tree;
    }

    /**
     * @param testFiles all of the tree
     * @param reached those with a test that was executed or that skipped itself
     * @param known whether the runner tells files
     */
    public record Reach(Set<String> testFiles, Set<String> reached, boolean known) {
        public Reach {
            testFiles = Collections.unmodifiableSet(new TreeSet<>(testFiles));
            reached = Collections.unmodifiableSet(new TreeSet<>(reached));
        }

        /** Files that were not reached, of the kinds of which another was. */
        public Set<String> missed() {
            Set<String> kinds = reached.stream().map(Reach::extension).collect(Collectors.toSet());
            Set<String> missed = new TreeSet<>(testFiles);
            missed.removeAll(reached);
            missed.removeIf(file -> !known || !kinds.contains(extension(file)));
            return missed;
        }

        private static String extension(String file) {
            return file.substring(file.lastIndexOf('.') + 1);
        }
    }

    public static Reach of(SourceTree tree, TestsBaseline baseline) {
        return new TestFileReach(TreeIndex.of(tree)).reach(baseline);
    }

    private Reach reach(TestsBaseline baseline) {
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
        return new Reach(testFiles, reached, told && !(any && testFiles.isEmpty()));
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
