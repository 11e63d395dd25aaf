package dev.bootwright.testreport;

import dev.bootwright.base.TestId;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.testreport.EventSession.Entry;
import dev.bootwright.testreport.TestReport.CollectionError;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Puts the sessions of one step together and compares them with the runner's totals and the exit status. */
final class SessionSummary {
    private static final int PYTEST_TESTS_FAILED = 1;
    private static final int PYTEST_INTERRUPTED = 2;
    private static final int PYTEST_INTERNAL_ERROR = 3;
    private static final int NO_TESTS = 5;

    private final String runner;
    private final List<EventSession> sessions;
    private final ExecOutcome outcome;
    private final List<String> mismatches;
    private final List<TestCase> cases = new ArrayList<>();
    private final List<CollectionError> errors = new ArrayList<>();
    private final List<CollectionError> skippedFiles = new ArrayList<>();
    private final Map<String, Integer> occurrences = new HashMap<>();
    private boolean complete;
    private int deselected;

    SessionSummary(String runner, List<EventSession> sessions, ExecOutcome outcome, List<String> mismatches) {
        this.runner = runner;
        this.sessions = sessions;
        this.outcome = outcome;
        this.mismatches = mismatches;
    }

    TestReport report() {
        complete = outcome instanceof ExecOutcome.Exited;
        boolean any = false;
        boolean anyBad = false;
        for (EventSession session : sessions) {
            mismatches.addAll(session.mismatches());
            if (session.runner().isEmpty()) {
                continue;
            }
            any = true;
            errors.addAll(session.errors());
            skippedFiles.addAll(session.skippedFiles());
            session.entries().forEach(e -> addCase(session, e));
            JsonNode end = session.end();
            anyBad |= end == null || end.path("exit").asInt(0) != 0;
            if (end == null) {
                complete = false;
            } else {
                deselected += end.path("deselected").asInt(0);
                compare(session, end);
            }
        }
        if (outcome instanceof ExecOutcome.Exited exited && any) {
            compareExit(exited.code(), anyBad);
        }
        return new TestReport(runner, cases, errors, complete && any, mismatches, skippedFiles, deselected);
    }

    private void addCase(EventSession session, Entry entry) {
        String identity = session.runner() + "\0" + entry.file + "\0" + entry.name;
        int occurrence = occurrences.merge(identity, 1, Integer::sum) - 1;
        TestId id = new TestId(session.runner(), session.project(), entry.file, entry.name, occurrence);
        @Nullable TestStatus status = entry.status;
        if (status != null) {
            cases.add(entry.toCase(id, status, entry.detail));
        } else if (entry.started && session.end() == null) {
            cases.add(entry.toCase(id, TestStatus.ERRORED, UnfinishedTest.detail(outcome)));
        } else {
            cases.add(entry.toCase(id, TestStatus.NOT_RUN, ""));
        }
    }

    private void compare(EventSession session, JsonNode end) {
        String name = session.runner() + (sessions.size() > 1 ? " session " + session.ordinal() : "");
        int failures = session.errors().size();
        int unfinished = 0;
        for (Entry entry : session.entries()) {
            failures += entry.failures;
            unfinished += entry.started && entry.status == null ? 1 : 0;
        }
        differ(name, "failures", end.path("failed"), failures);
        differ(name, "tests run", end.path("ran"), session.starts());
        int collected = end.path("collected").asInt(0);
        if (collected > 0) {
            differ(
                    name,
                    "collected tests",
                    end.path("collected"),
                    session.entries().size());
        }
        int exit = end.path("exit").asInt(0);
        if (exit == 0 && failures > 0) {
            mismatches.add(name + " ended with exit status 0 although " + failures + " of its tests failed");
        }
        if (exit == PYTEST_TESTS_FAILED && failures == 0) {
            mismatches.add(name + " ended with exit status 1 although none of its tests failed");
        }
        if (exit == PYTEST_INTERNAL_ERROR) {
            mismatches.add(name + " ended with an internal error");
        }
        boolean interrupted = exit == PYTEST_INTERRUPTED && session.errors().isEmpty();
        complete &= !interrupted && exit != PYTEST_INTERNAL_ERROR && unfinished == 0;
    }

    private void differ(String name, String what, JsonNode total, int streamed) {
        if (total.isNumber() && total.asInt() != streamed) {
            mismatches.add(name + " counts " + total.asInt() + " " + what + ", its events show " + streamed);
        }
    }

    private void compareExit(int code, boolean anyBad) {
        boolean allEnded = sessions.stream().allMatch(s -> s.end() != null);
        if (code == 0 && !allEnded) {
            mismatches.add("the step ended with exit status 0 although a test session never reached its end");
        } else if (code == 0 && anyBad) {
            mismatches.add("the step ended with exit status 0 although a test session did not end well");
        } else if (code != 0 && code != NO_TESTS && !anyBad) {
            mismatches.add("the step ended with exit status " + code + " although every test session ended well");
        }
    }
}
