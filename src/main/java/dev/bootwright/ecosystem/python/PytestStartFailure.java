package dev.bootwright.ecosystem.python;

import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.testreport.StepLog;
import dev.bootwright.testreport.TestReport.CollectionError;
import dev.bootwright.testreport.TracebackText;
import dev.bootwright.testreport.TreePaths;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Why pytest ended before its session began: a conftest that does not load, an option that no plug-in knows. */
final class PytestStartFailure {
    private static final Pattern CONFTEST =
            Pattern.compile("ImportError while loading conftest '([^']+)'\\.|.*ConftestImportFailure.*");
    private static final Pattern USAGE = Pattern.compile("ERROR: (?:usage|.+)|.*: error: unrecognized arguments: .*");

    private PytestStartFailure() {}

    static Optional<CollectionError> read(Path log, ExecOutcome outcome, String tree) {
        if (!(outcome instanceof ExecOutcome.Exited exited) || exited.code() == 0) {
            return Optional.empty();
        }
        List<String> lines = StepLog.tail(log);
        for (int i = 0; i < lines.size(); i++) {
            Matcher conftest = CONFTEST.matcher(lines.get(i).strip());
            if (conftest.matches() || USAGE.matcher(lines.get(i).strip()).matches()) {
                TreePaths paths = new TreePaths(tree);
                List<String> text = lines.subList(i, lines.size());
                String file = conftest.matches() && conftest.group(1) != null
                        ? paths.relative(TreePaths.resolve(tree, conftest.group(1)))
                        : ".";
                String said = String.join("\n", text);
                return Optional.of(
                        CollectionError.of(file, said, paths.innermostOwnLine(tree, TracebackText.places(said))));
            }
        }
        return Optional.empty();
    }
}
