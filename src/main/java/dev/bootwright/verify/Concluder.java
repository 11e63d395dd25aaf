package dev.bootwright.verify;

import dev.bootwright.base.Cause;
import dev.bootwright.base.Readiness;
import dev.bootwright.base.TestId;
import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.plan.BootstrapPlan.Need;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.step.Contract;
import dev.bootwright.step.ContractProject;
import dev.bootwright.step.Phase;
import dev.bootwright.step.TestCounts;
import dev.bootwright.testreport.TestCase;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.testreport.TestStatus;
import dev.bootwright.trace.StepTrace;
import dev.bootwright.verify.CauseClassifier.Classified;
import dev.bootwright.verify.Conclusion.NotPassed;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads cause, readiness and message out of what setup and verification did. */
public final class Concluder {
    private static final int EVIDENCE_LINES = 12;

    private final CauseClassifier classifier;

    public Concluder(CauseClassifier classifier) {
        this.classifier = classifier;
    }

    /** Whether a failed step may well succeed when it is tried again: only the network stood in its way. */
    public boolean isTransient(StepTrace trace) {
        return !trace.succeeded() && classifier.output(trace.tail()).cause() == Cause.NETWORK;
    }

    /** The conclusion of a setup that broke. */
    public Conclusion broken(Contract contract, SetupOutcome.Broken broken) {
        StepTrace failed = broken.failed();
        Classified why = classifier.output(failed.tail());
        FirstCause cause = switch (why.cause()) {
            case OWN -> FirstCause.OWN;
            case ENVIRONMENT -> isNamedNeed(why) ? FirstCause.NAMED_NEED : FirstCause.ENVIRONMENT;
            case NETWORK -> FirstCause.NETWORK;
            case TIMEOUT -> FirstCause.TIMEOUT;
            case UNKNOWN -> FirstCause.UNKNOWN;
        };
        Readiness readiness = broken.phase() == Phase.BUILD ? Readiness.INSTALLED : Readiness.NONE;
        String what =
                "setup step " + failed.step() + " of route " + contract.route().id() + " failed: "
                        + failed.outcome().describe() + (why.signature().isEmpty() ? "" : " (" + describe(why) + ")");
        return conclusion(cause, readiness, what, failed.step().value(), tail(failed), nextAfterSetup(cause));
    }

    /** The conclusion of verified stages. */
    public Conclusion verified(Contract contract, VerificationReport report) {
        Readiness reached = contract.steps(Phase.BUILD).isEmpty() ? Readiness.INSTALLED : Readiness.BUILT;
        StageResult doctor = report.stage("doctor").orElseThrow();
        if (!doctor.passed()) {
            return doctorFailed(doctor, reached);
        }
        TestReport tests = report.decidingReport();
        boolean truncated = report.deciding().map(StageResult::truncated).orElse(false);
        if (tests.cases().isEmpty()) {
            return nothingCollected(report, tests, reached);
        }
        List<NotPassed> notPassed = new ArrayList<>();
        Map<Cause, Integer> causes = new EnumMap<>(Cause.class);
        for (TestCase test : tests.failures()) {
            Classified why = classifier.test(test);
            notPassed.add(new NotPassed(test, why, report.flaky().contains(test.id())));
            causes.merge(why.cause(), 1, Integer::sum);
        }
        boolean whole = report.stage("strongest").isPresent();
        JudgedPart.Stage stage = new JudgedPart.Stage(
                report.leftOut().keySet(),
                report.unselected(),
                !contract.excluded().isEmpty(),
                whole,
                truncated,
                reached);
        JudgedPart all = JudgedPart.of("", tests, notPassed, stage);
        SortedMap<String, JudgedPart> parts = parts(contract, report, notPassed, stage);
        JudgedPart weakest = weakest(all, parts, stage);
        List<StepTrace> traces = report.deciding().map(StageResult::steps).orElse(List.of());
        FirstCause cause = cause(weakest, truncated, traces);
        Failure failure = cause == FirstCause.NOTHING ? null : testFailure(cause, weakest, traces);
        return new Conclusion(
                cause,
                weakest.readiness(),
                tests.counts(),
                truncated,
                causes,
                notPassed,
                projects(contract, parts),
                needs(notPassed),
                failure);
    }

    /** The whole, or the project with tests that is less ready than it. */
    private static JudgedPart weakest(JudgedPart all, SortedMap<String, JudgedPart> parts, JudgedPart.Stage stage) {
        JudgedPart weakest = all;
        for (JudgedPart part : parts.values()) {
            if (parts.size() > 1
                    && part.counts().collected() > 0
                    && !part.isPassedBy(stage)
                    && part.readiness().compareTo(weakest.readiness()) < 0) {
                weakest = part;
            }
        }
        return weakest;
    }

    private Conclusion doctorFailed(StageResult doctor, Readiness reached) {
        List<String> evidence = new ArrayList<>(doctor.notes());
        String what = doctor.notes().isEmpty() ? "" : doctor.notes().getFirst();
        Classified why = null;
        for (StepTrace trace : doctor.steps()) {
            if (!trace.succeeded()) {
                evidence.addAll(tail(trace));
                what = "doctor check " + trace.step() + " failed: "
                        + trace.outcome().describe();
                why = classifier.output(trace.tail());
            }
        }
        FirstCause cause = why != null && why.cause() == Cause.OWN ? FirstCause.OWN : FirstCause.ENVIRONMENT;
        return conclusion(cause, reached, what, "doctor", evidence, nextFor(cause));
    }

    private Conclusion nothingCollected(VerificationReport report, TestReport tests, Readiness reached) {
        StageResult minimal = report.stage("minimal").orElseThrow();
        StepTrace last = minimal.steps().isEmpty() ? null : minimal.steps().getLast();
        if (!tests.mismatches().isEmpty()) {
            return conclusion(
                    FirstCause.MISMATCH,
                    reached,
                    "the test report can't be trusted: " + tests.mismatches().getFirst(),
                    "minimal",
                    tests.mismatches(),
                    nextFor(FirstCause.MISMATCH));
        }
        if (!tests.collectionErrors().isEmpty()) {
            TestReport.CollectionError first = tests.collectionErrors().getFirst();
            FirstCause cause = causeOf(classify(first));
            return conclusion(cause, reached, notLoaded(tests), "minimal", lines(first.detail()), nextFor(cause));
        }
        if (last != null && !last.succeeded() && !tests.complete()) {
            Classified why = classifier.output(last.tail());
            FirstCause cause = why.cause() == Cause.UNKNOWN ? FirstCause.UNKNOWN : causeOf(why);
            return conclusion(
                    cause,
                    reached,
                    "the test runner could not collect: " + last.outcome().describe(),
                    last.step().value(),
                    tail(last),
                    nextFor(cause));
        }
        return conclusion(
                FirstCause.NO_TESTS,
                reached,
                "no test was collected: the environment is ready, but nothing proves that the code runs",
                "minimal",
                last == null ? List.of() : tail(last),
                nextFor(FirstCause.NO_TESTS));
    }

    private Classified classify(TestReport.CollectionError error) {
        return classifier.test(new TestCase(
                new TestId("any", ".", error.file(), "collection", 0),
                TestStatus.ERRORED,
                0,
                error.detail(),
                error.failingLine()));
    }

    private String notLoaded(TestReport tests) {
        TestReport.CollectionError first = tests.collectionErrors().getFirst();
        String line = classify(first).line();
        String where = first.failingLine().isEmpty() ? first.file() : first.failingLine();
        return tests.collectionErrors().size() + " test file(s) could not be loaded; first " + where + ": "
                + (line.isEmpty() ? "no reason given" : OneLine.of(line));
    }

    private static SortedMap<String, JudgedPart> parts(
            Contract contract, VerificationReport report, List<NotPassed> notPassed, JudgedPart.Stage stage) {
        SortedMap<String, TestReport> reports = new TreeMap<>();
        contract.projects().forEach(p -> reports.put(p.path(), TestReport.empty("none")));
        report.deciding().ifPresent(d -> reports.putAll(d.projects()));
        SortedMap<String, JudgedPart> parts = new TreeMap<>();
        reports.forEach((path, tests) -> parts.put(
                path,
                JudgedPart.of(
                        "in project " + path + ": ",
                        tests,
                        notPassed.stream()
                                .filter(n -> n.test().id().project().equals(path))
                                .toList(),
                        stage)));
        return parts;
    }

    private static List<ContractProject> projects(Contract contract, SortedMap<String, JudgedPart> parts) {
        List<ContractProject> out = new ArrayList<>();
        parts.forEach((path, part) -> out.add(new ContractProject(
                path,
                contract.projects().stream()
                        .filter(p -> p.path().equals(path))
                        .findFirst()
                        .map(ContractProject::ecosystem)
                        .orElse(contract.route().ecosystem()),
                part.readiness(),
                part.counts())));
        return out;
    }

    private FirstCause cause(JudgedPart part, boolean truncated, List<StepTrace> traces) {
        if (!part.tests().mismatches().isEmpty()) {
            return FirstCause.MISMATCH;
        }
        if (part.readiness().atLeast(Readiness.EXECUTED)) {
            return FirstCause.NOTHING;
        }
        TestCounts counts = part.counts();
        if (counts.executed() == 0) {
            if (truncated) {
                return cutOff(traces);
            }
            if (part.named() > counts.skipped()) {
                return FirstCause.LEFT_OUT;
            }
            if (counts.skipped() > 0) {
                return FirstCause.ALL_SKIPPED;
            }
            List<TestReport.CollectionError> errors = part.tests().collectionErrors();
            if (!errors.isEmpty()) {
                return causeOf(classify(errors.getFirst()));
            }
            boolean endedWell = !traces.isEmpty() && traces.stream().allMatch(StepTrace::succeeded);
            return endedWell ? FirstCause.NONE_RAN : FirstCause.UNKNOWN;
        }
        return switch (part.obstacle()) {
            case FAILURES -> testCause(part.notPassed());
            case OUTSIDE ->
                testCause(part.notPassed().stream()
                        .filter(n -> n.why().cause() != Cause.OWN)
                        .toList());
            case NOT_LOADED -> loadCause(part.tests());
            case LEFT_OUT -> FirstCause.LEFT_OUT;
            case NOT_REACHED -> FirstCause.UNKNOWN;
        };
    }

    /** What a suite ran into that executed nothing. */
    private static FirstCause cutOff(List<StepTrace> traces) {
        if (traces.stream().anyMatch(t -> t.outcome() instanceof ExecOutcome.TimedOut)) {
            return FirstCause.BUDGET;
        }
        return traces.stream().anyMatch(t -> t.outcome() instanceof ExecOutcome.Idle)
                ? FirstCause.TIMEOUT
                : FirstCause.UNKNOWN;
    }

    private FirstCause loadCause(TestReport tests) {
        Map<FirstCause, Integer> causes = new EnumMap<>(FirstCause.class);
        tests.collectionErrors().forEach(e -> causes.merge(causeOf(classify(e)), 1, Integer::sum));
        FirstCause most = most(causes, FirstCause.UNKNOWN);
        return most == FirstCause.OWN ? FirstCause.NOT_LOADED : most;
    }

    private static <K> K most(Map<K, Integer> counts, K none) {
        return counts.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(none);
    }

    private static FirstCause testCause(List<NotPassed> tests) {
        Map<Cause, Integer> causes = new EnumMap<>(Cause.class);
        tests.forEach(n -> causes.merge(n.why().cause(), 1, Integer::sum));
        return switch (most(causes, Cause.OWN)) {
            case OWN -> FirstCause.OWN;
            case ENVIRONMENT ->
                tests.stream().filter(n -> n.why().cause() == Cause.ENVIRONMENT).allMatch(n -> isNamedNeed(n.why()))
                        ? FirstCause.NAMED_NEED
                        : FirstCause.ENVIRONMENT;
            case NETWORK -> FirstCause.NAMED_NEED;
            case TIMEOUT -> FirstCause.TIMEOUT;
            case UNKNOWN -> FirstCause.UNKNOWN;
        };
    }

    private static FirstCause causeOf(Classified why) {
        return switch (why.cause()) {
            case OWN -> FirstCause.OWN;
            case ENVIRONMENT -> isNamedNeed(why) ? FirstCause.NAMED_NEED : FirstCause.ENVIRONMENT;
            case NETWORK -> FirstCause.NETWORK;
            case TIMEOUT -> FirstCause.TIMEOUT;
            case UNKNOWN -> FirstCause.UNKNOWN;
        };
    }

    /** Things that no better contract brings: the machine has them or not. */
    private static boolean isNamedNeed(Classified why) {
        return switch (why.needKind()) {
            case "service", "device", "secret", "display", "browser" -> true;
            default -> false;
        };
    }

    private Failure testFailure(FirstCause cause, JudgedPart part, List<StepTrace> traces) {
        List<String> evidence = new ArrayList<>(part.tests().mismatches());
        boolean byFiles = part.counts().executed() > 0 && part.obstacle() == JudgedPart.Obstacle.NOT_LOADED;
        if (byFiles) {
            part.tests().collectionErrors().stream()
                    .limit(5)
                    .forEach(e -> evidence.add(
                            e.file() + ": " + OneLine.of(classify(e).line())));
        }
        part.notPassed().stream()
                .limit(5)
                .forEach(n -> evidence.add(n.test().id().display()
                        + (n.test().failingLine().isEmpty()
                                ? ""
                                : " at " + n.test().failingLine()) + ": "
                        + OneLine.of(n.why().line())));
        if (evidence.isEmpty() && !traces.isEmpty()) {
            evidence.addAll(tail(traces.getLast()));
        }
        FailureCode code = Objects.requireNonNullElse(
                VerdictTable.decide(cause, part.readiness()).code(), FailureCode.TESTS_FAILED);
        return new Failure(code, "strongest", part.where() + summary(cause, part), evidence, nextFor(cause));
    }

    private String summary(FirstCause cause, JudgedPart part) {
        TestCounts c = part.counts();
        String only = "; readiness is only " + part.readiness();
        if (cause == FirstCause.MISMATCH) {
            return "the test report can't be trusted: "
                    + part.tests().mismatches().getFirst();
        }
        if (c.executed() == 0) {
            return switch (cause) {
                case ALL_SKIPPED -> "all " + c.skipped() + " collected tests were skipped; none was executed";
                case NONE_RAN ->
                    "the test command ended well and reported none of the " + c.collected()
                            + " collected tests; what a command prints does not count";
                case LEFT_OUT ->
                    "of " + c.collected() + " collected tests " + part.named() + " are left out and none ran";
                case BUDGET -> "the time limit ended the suite before any of its " + c.collected() + " tests ended";
                case TIMEOUT -> "the tests did not get anywhere within their time limit";
                default ->
                    "none of " + c.collected() + " collected tests was executed"
                            + (part.tests().collectionErrors().isEmpty() ? "" : ": " + notLoaded(part.tests())) + only;
            };
        }
        return switch (part.obstacle()) {
            case NOT_LOADED -> notLoaded(part.tests()) + only;
            case LEFT_OUT -> "of " + c.collected() + " collected tests " + part.named() + " are left out" + only;
            case NOT_REACHED ->
                "of " + c.collected() + " collected tests " + c.notRun() + " were not reached before the runner ended"
                        + only;
            case FAILURES, OUTSIDE ->
                cause == FirstCause.TIMEOUT
                        ? "too many tests met a time limit"
                        : "of " + c.executed() + " executed tests " + (c.failed() + c.errored()) + " did not pass"
                                + only;
        };
    }

    private static List<Need> needs(List<NotPassed> notPassed) {
        TreeSet<String> seen = new TreeSet<>();
        List<Need> needs = new ArrayList<>();
        for (NotPassed n : notPassed) {
            if (!n.why().needKind().isEmpty()
                    && seen.add(n.why().needKind() + " " + n.why().need())) {
                needs.add(new Need(n.why().needKind(), n.why().need(), List.of()));
            }
        }
        return needs;
    }

    private static Conclusion conclusion(
            FirstCause cause, Readiness readiness, String what, String phase, List<String> evidence, String next) {
        FailureCode code =
                Objects.requireNonNullElse(VerdictTable.decide(cause, readiness).code(), FailureCode.STEP_FAILED);
        return new Conclusion(
                cause,
                readiness,
                TestCounts.NONE,
                false,
                Map.of(),
                List.of(),
                List.of(),
                List.of(),
                new Failure(code, phase, what, evidence, next));
    }

    private static String describe(Classified why) {
        return why.needKind().isEmpty() ? why.signature() : "lacks " + why.needKind() + " " + why.need();
    }

    private static String nextAfterSetup(FirstCause cause) {
        return switch (cause) {
            case OWN -> "this is the repository's own: mend what the lines above name, then run setup again";
            case UNKNOWN -> "look around where it stopped with 'bootwright shell --failed', or read the log";
            case NOTHING, UNRECOGNISED, NO_TESTS, NONE_RAN, ALL_SKIPPED, NOT_LOADED, ENVIRONMENT, NAMED_NEED, NETWORK ->
                nextFor(cause);
            case TIMEOUT, MISMATCH, REPLAY, SANITY, BUDGET, LEFT_OUT -> nextFor(cause);
        };
    }

    private static String nextFor(FirstCause cause) {
        return switch (cause) {
            case NOTHING, UNKNOWN, TIMEOUT ->
                "read the log, or look around with 'bootwright shell'; raise --test-timeout if the suite is just long";
            case UNRECOGNISED -> "name the language and the test command in bootwright.toml";
            case NONE_RAN ->
                "name a command that runs the tests through their own runner: --test-command, or test-command in"
                        + " bootwright.toml";
            case NO_TESTS ->
                "if there are tests, name how to run them: --test-command, or test-command in bootwright.toml";
            case ALL_SKIPPED ->
                "see why the tests skip themselves; give what they ask for, or name another --test-command";
            case OWN, NOT_LOADED ->
                "this is the repository's own code: mend it, or leave these tests out with a reason in"
                        + " bootwright.toml";
            case ENVIRONMENT ->
                "add what is missing to bootwright.toml (system-packages, toolchain, environment), then run"
                        + " setup again";
            case NAMED_NEED ->
                "make the named thing available, or leave the tests that want it out with a reason in"
                        + " bootwright.toml";
            case NETWORK -> "try again in a while; 'bootwright doctor' shows which registries answer";
            case MISMATCH -> "see what the tests write to the report or exit status; such a run can't count as proof";
            case REPLAY -> "run setup again with --fresh; the log of the run shows each step";
            case SANITY -> "change the command that the rule names; docs/rules explains each";
            case BUDGET -> "raise the limit by --test-timeout (gate: --timeout) and run again";
            case LEFT_OUT ->
                "give the tests what they need instead of leaving them out, or name a smaller suite by test-command";
        };
    }

    private static List<String> tail(StepTrace trace) {
        List<String> tail = trace.tail();
        return tail.subList(Math.max(0, tail.size() - EVIDENCE_LINES), tail.size());
    }

    private static List<String> lines(String text) {
        List<String> all =
                text.lines().filter(l -> !l.isBlank()).map(OneLine::of).toList();
        return all.subList(Math.max(0, all.size() - EVIDENCE_LINES), all.size());
    }
}
