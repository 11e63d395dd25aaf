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
            Optional<String> language = TestFileNames.language(name);
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
            if (TestFileNames.isTest(language.get(), name, folder)) {
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

    /** The nearest folder above with a manifest; the root if there is none. */
    private static String project(String folder, Set<String> projects) {
        String at = folder;
        while (!at.equals(".") && !projects.contains(at)) {
            int slash = at.lastIndexOf('/');
            at = slash < 0 ? "." : at.substring(0, slash);
        }
        return at;
    }
}
