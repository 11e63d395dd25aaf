package dev.bootwright.verify;

import dev.bootwright.base.TestId;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.step.CommandLine;
import dev.bootwright.step.Step;
import dev.bootwright.testreport.TestReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How one test runner is listened to, read and narrowed. */
public interface TestRunnerSupport {
    /** The runner's name as steps give it, for example {@code pytest}. */
    String runner();

    /**
     * Loads the streaming reporter into a throw-away fork, from outside the repository. It changes neither selection nor
     * outcome of tests.
     *
     * @param tree the repository's absolute path inside
     * @param events absolute path inside of an empty folder that the reporter writes to
     * @return variables to add to the step's environment; none where the runner's own report is read
     */
    default Map<String, String> inject(Sandbox fork, Step step, String tree, String events) {
        return Map.of();
    }

    /**
     * Called in the same fork once the step has ended in whatever way, before anything is copied out: for runners that
     * write their reports where the contract's plain command cannot say.
     *
     * @param events absolute path inside of the folder that {@link #inject} was given
     * @param reports absolute path inside of {@code $BOOTWRIGHT_REPORTS}
     */
    default void gather(Sandbox fork, Step step, String tree, String events, String reports) {}

    /** Reads what one execution left behind. */
    TestReport read(Execution execution);

    /**
     * The files (Go: packages) that the minimal execute step should name: a small set that covers every project, of tests
     * in {@code collected}. Returns the step for the contract; empty when nothing was collected.
     */
    Optional<Step> minimalExecute(Step strongest, TestReport collected);

    /** The step that runs just these tests again; empty when the runner cannot be narrowed so far. */
    Optional<Step> rerun(Step executed, List<TestId> tests);

    /**
     * Tests of a collection that a selector of {@code [[exclude]]} leaves out, with those that no collection shows but
     * whose selector and surrounding are known, such as Go's subtests.
     */
    default List<TestId> named(String selector, TestReport collected) {
        return collected.ids().stream()
                .filter(id -> id.runner().equals(runner()))
                .filter(id -> selector.equals(id.display()) || selector.equals(selector(id)))
                .toList();
    }

    /** How the runner's command line names one test: what stands for {@code {test}} in a contract's commands. */
    String selector(TestId test);

    /**
     * Whether the step runs just what a command line would run; words that only say how to report may differ, and what
     * {@code env} sets there the step has among its variables.
     *
     * @param command the argument list of a contract's {@code testAll}
     */
    default boolean runs(Step step, List<String> command) {
        CommandLine line = CommandLine.of(command);
        return step.env().equals(line.env())
                && BlockCommand.last(step.block(), words -> true)
                        .filter(found -> found.before().isBlank())
                        .filter(found -> found.wordsWithoutReports().equals(line.argv()))
                        .isPresent();
    }

    /**
     * What one execution of a collect or execute step left behind, on the host.
     *
     * @param events what was copied out of the events folder; may be empty
     * @param reports what was copied out of {@code $BOOTWRIGHT_REPORTS}
     * @param output the step's log of standard output and error
     * @param tree the repository's path inside, to make file names relative
     * @param host the repository's files on the host (read-only use), to check what exists
     */
    record Execution(Step step, ExecOutcome outcome, Path events, Path reports, Path output, String tree, Path host) {}
}
