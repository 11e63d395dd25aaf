package dev.bootwright.testreport;

import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.testreport.GoPackageRun.GoTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the output of one Go test says: failure text, failing line, skip reason. */
final class GoTestText {
    private static final Pattern PLACE = Pattern.compile("([^\\s:()]+\\.go):(\\d{1,8})\\b");
    private static final String GOPATH = "/go/src/";
    private static final Pattern FRAMING =
            Pattern.compile("\\s*(=== (RUN|PAUSE|CONT|NAME) .*|--- (PASS|FAIL|SKIP): .*)");

    private final GoTestJsonReader.Sources sources;
    private final GoPackageRun run;
    private final List<String> lines;

    GoTestText(GoTestJsonReader.Sources sources, GoPackageRun run, GoTest test) {
        this.sources = sources;
        this.run = run;
        this.lines = saying(test);
    }

    /** Its own output; where it has none, that of the subtest that failed in it or of the test that it is part of. */
    private List<String> saying(GoTest test) {
        List<String> own = withoutFraming(test);
        if (!own.isEmpty() || test.status == TestStatus.PASSED || test.status == TestStatus.SKIPPED) {
            return own;
        }
        for (GoTest other : run.tests) {
            boolean related = other.name.startsWith(test.name + "/") || test.name.startsWith(other.name + "/");
            if (related && (other.status == TestStatus.FAILED || other.status == null)) {
                List<String> said = withoutFraming(other);
                if (!said.isEmpty()) {
                    return said;
                }
            }
        }
        return own;
    }

    private static List<String> withoutFraming(GoTest test) {
        return test.output.lines().stream()
                .filter(line -> !line.isBlank() && !FRAMING.matcher(line).matches())
                .toList();
    }

    /** The crash line first where there is one, then the output. */
    String failure() {
        List<String> text = new ArrayList<>(crashLine(lines));
        text.addAll(lines);
        return CleanText.detail(String.join("\n", text));
    }

    /** For a test that was running when the package or the step ended. */
    String unfinished(ExecOutcome outcome) {
        List<String> crash = crashLine(lines);
        if (crash.isEmpty()) {
            crash = crashLine(run.output.lines());
        }
        List<String> text = new ArrayList<>();
        if (run.end == null) {
            text.add(UnfinishedTest.detail(outcome));
        } else {
            text.add(crash.isEmpty() ? UnfinishedTest.PREFIX + "its package ended" : crash.getFirst());
        }
        text.addAll(lines);
        return CleanText.detail(String.join("\n", text));
    }

    private static List<String> crashLine(List<String> lines) {
        for (String line : lines) {
            if (line.startsWith("panic: ") || line.startsWith("fatal error: ") || line.startsWith("signal: ")) {
                return List.of(line);
            }
        }
        return List.of();
    }

    String reason() {
        return CleanText.detail(String.join("\n", lines).strip());
    }

    String failingLine() {
        String directory = sources.directoryOf()
                .apply(run.importPath)
                .map(d -> TreePaths.resolve(sources.tree(), d))
                .orElse("/");
        String own = firstOwnLine(sources, directory, lines);
        return own.isEmpty() ? firstOwnLine(sources, directory, run.output.lines()) : own;
    }

    /** The first {@code file:line} in the text that lies in the repository's own files; empty when there is none. */
    static String firstOwnLine(GoTestJsonReader.Sources sources, String directory, List<String> text) {
        TreePaths paths = new TreePaths(sources.tree());
        for (String line : text) {
            Matcher matcher = PLACE.matcher(line);
            while (matcher.find()) {
                Optional<String> own =
                        paths.ownLine(directory, inTree(sources, matcher.group(1)) + ":" + matcher.group(2));
                if (own.isPresent() && !own.get().startsWith("vendor/")) {
                    return own.get();
                }
            }
        }
        return "";
    }

    /** Code from before modules is compiled below a GOPATH, from where a link leads to the tree. */
    private static String inTree(GoTestJsonReader.Sources sources, String file) {
        int at = file.indexOf(GOPATH);
        int slash = file.lastIndexOf('/');
        if (!file.startsWith("/") || at < 0 || slash < at + GOPATH.length()) {
            return file;
        }
        return sources.directoryOf()
                .apply(file.substring(at + GOPATH.length(), slash))
                .map(d -> TreePaths.resolve(sources.tree(), d) + file.substring(slash))
                .orElse(file);
    }
}
