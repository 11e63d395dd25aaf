package dev.bootwright.pipeline;

import dev.bootwright.acquire.Workspace;
import dev.bootwright.failure.Failure;
import dev.bootwright.step.ContractProject;
import dev.bootwright.verify.Conclusion;
import dev.bootwright.verify.Conclusion.NotPassed;
import dev.bootwright.verify.StepRunner;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Files that a failure misses although they lie in the user's folder: Git ignores them, so no clone has them. */
final class LeftBehind {
    private static final int TESTS = 50;
    private static final int NAMES = 200;
    private static final int TOLD = 3;
    private static final Pattern MISSING = Pattern.compile(
            "no such file|not found|no module named|cannot find|can't find|does not exist|doesn't exist|not exist|ENOENT"
                    + "|can't open|cannot open|could not (?:find|open|read|load)|couldn't (?:find|open|read)",
            Pattern.CASE_INSENSITIVE);
    /** What compilers say of a name that no file they were given defines, behind the file that uses it. */
    private static final Pattern UNDEFINED = Pattern.compile(
            "undefined: |undefined reference|undeclared|was not declared|cannot find (?:symbol|function|type|value|struct)"
                    + "|unresolved (?:import|name)|package \\S+ does not exist");

    private static final Pattern SOURCE = Pattern.compile("([\\w./@+-]*\\w\\.\\w+):\\[?\\d+");

    private static final Pattern MODULE = Pattern.compile("No module named '?([\\w.]+)");
    private static final Pattern PATH = Pattern.compile("[\\w./@+-]*\\w");

    private final Workspace workspace;
    private final Set<String> bases = new LinkedHashSet<>(List.of("."));
    private final Set<String> found = new TreeSet<>();
    private int names;

    private LeftBehind(Workspace workspace) {
        this.workspace = workspace;
    }

    /** The failure with the files that it misses and the folder holds; the same where there is none. */
    static Failure told(Failure failure, Conclusion conclusion, Workspace workspace) {
        LeftBehind search = new LeftBehind(workspace);
        conclusion.projects().stream().map(ContractProject::path).forEach(search::lookIn);
        List<NotPassed> tests = conclusion.notPassed().stream().limit(TESTS).toList();
        tests.forEach(n -> search.lookIn(parent(n.test().id().file())));
        List<String> lines = Stream.concat(
                        Stream.concat(Stream.of(failure.summary()), failure.evidence().stream()),
                        tests.stream().map(n -> n.why().line()))
                .toList();
        lines.stream().filter(line -> MISSING.matcher(line).find()).forEach(search::read);
        lines.stream().filter(line -> UNDEFINED.matcher(line).find()).forEach(search::readSources);
        if (search.found.isEmpty()) {
            return failure;
        }
        List<String> evidence = new ArrayList<>(failure.evidence());
        search.found.stream()
                .limit(TOLD)
                .forEach(
                        file -> evidence.add(
                                file
                                        + " lies in the folder, but is no part of the repository: Git ignores it or it is not committed"));
        return new Failure(
                failure.code(),
                failure.phase(),
                failure.summary(),
                evidence,
                "no clone has " + search.found.iterator().next()
                        + ": commit one that tests can use, or let the tests make it; then run setup again");
    }

    private void lookIn(String folder) {
        bases.add(folder.isEmpty() ? "." : folder);
    }

    private static String parent(String file) {
        return file.contains("/") ? file.substring(0, file.lastIndexOf('/')) : "";
    }

    private void read(String line) {
        Matcher module = MODULE.matcher(line);
        while (module.find()) {
            String path = module.group(1).replace('.', '/');
            tryAll(path + ".py");
            tryAll(path + "/__init__.py");
        }
        Matcher path = PATH.matcher(line);
        while (path.find()) {
            tryAll(path.group());
        }
    }

    /** Sources of the same language beside one that misses a name may define it. */
    private void readSources(String line) {
        Matcher source = SOURCE.matcher(line);
        while (source.find() && names++ < NAMES) {
            String extension = source.group(1).substring(source.group(1).lastIndexOf('.'));
            for (String base : bases) {
                inTree(base + "/" + source.group(1)).stream()
                        .flatMap(file -> workspace.leftBehindIn(parent(file).isEmpty() ? "." : parent(file)).stream())
                        .filter(file -> file.endsWith(extension))
                        .forEach(found::add);
            }
        }
    }

    private Optional<String> inTree(String name) {
        try {
            String path = Path.of(name).normalize().toString();
            return path.startsWith("..") || path.isEmpty()
                    ? Optional.empty()
                    : workspace.tree().find(path).map(entry -> path);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private void tryAll(String name) {
        if (names++ >= NAMES) {
            return;
        }
        if (name.startsWith("/")) {
            if (name.startsWith(StepRunner.TREE + "/")) {
                tryOne(name.substring(StepRunner.TREE.length() + 1));
            }
            return;
        }
        bases.forEach(base -> tryOne(base + "/" + name));
    }

    private void tryOne(String name) {
        try {
            String path = Path.of(name).normalize().toString();
            if (!path.isEmpty() && !path.startsWith("..") && workspace.isLeftBehind(path)) {
                found.add(path);
            }
        } catch (InvalidPathException e) {
            // No name of a file.
        }
    }
}
