package dev.bootwright.verify;

import dev.bootwright.base.Cause;
import dev.bootwright.base.Readiness;
import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.plan.BootstrapPlan.Need;
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
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

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
        return conclusion(cause, readiness, what, failed.step().value(), tail(failed), nextFor(cause));
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
        Readiness readiness = readiness(contract, tests, tests.cases(), causes, whole, truncated, reached);
        List<ContractProject> projects = projects(contract, tests, notPassed, whole, truncated, reached);
        for (ContractProject project : projects) {
            if (project.counts().collected() > 0
                    && project.readiness().compareTo(readiness) < 0
                    && projects.size() > 1) {
                readiness = project.readiness();
            }
        }
        FirstCause cause = cause(readiness, tests, causes, notPassed, truncated);
        Failure failure = cause == FirstCause.NOTHING && readiness.atLeast(Readiness.EXECUTED)
                ? null
                : testFailure(cause, readiness, tests, notPassed, report);
        return new Conclusion(
                cause, readiness, tests.counts(), truncated, causes, notPassed, projects, needs(notPassed), failure);
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
            Classified why = classifier.test(new TestCase(
                    new dev.bootwright.base.TestId("any", ".", first.file(), "collection", 0),
                    TestStatus.ERRORED,
                    0,
                    first.detail(),
                    first.failingLine()));
            FirstCause cause = causeOf(why);
            String where = first.failingLine().isEmpty() ? first.file() : first.failingLine();
            return conclusion(
                    cause,
                    reached,
                    tests.collectionErrors().size() + " test file(s) could not be loaded; first " + where + ": "
                            + (why.line().isEmpty() ? "no reason given" : OneLine.of(why.line())),
                    "minimal",
                    lines(first.detail()),
                    nextFor(cause));
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

    private static Readiness readiness(
            Contract contract,
            TestReport tests,
            List<TestCase> cases,
            Map<Cause, Integer> causes,
            boolean whole,
            boolean truncated,
            Readiness reached) {
        TestCounts counts = new TestReport(tests.runner(), cases, List.of(), true, List.of()).counts();
        // Only a limit excuses tests that were not reached; after a crash they count like any other that did not pass.
        int leftOut = whole && !truncated
                ? counts.notRun()
                : Math.min(counts.notRun(), contract.excluded().size());
        boolean unfinished = truncated || !tests.complete();
        return ReadinessRules.of(
                new ReadinessRules.Counted(
                        counts,
                        causes,
                        leftOut,
                        counts.notRun() - leftOut,
                        tests.collectionErrors().size(),
                        whole,
                        unfinished,
                        !tests.mismatches().isEmpty()),
                reached);
    }

    private static List<ContractProject> projects(
            Contract contract,
            TestReport tests,
            List<NotPassed> notPassed,
            boolean whole,
            boolean truncated,
            Readiness reached) {
        Map<String, List<TestCase>> byProject = new TreeMap<>();
        contract.projects().forEach(p -> byProject.put(p.path(), new ArrayList<>()));
        tests.cases()
                .forEach(c -> byProject
                        .computeIfAbsent(c.id().project(), k -> new ArrayList<>())
                        .add(c));
        List<ContractProject> out = new ArrayList<>();
        byProject.forEach((path, cases) -> {
            Map<Cause, Integer> causes = new EnumMap<>(Cause.class);
            notPassed.stream()
                    .filter(n -> n.test().id().project().equals(path))
                    .forEach(n -> causes.merge(n.why().cause(), 1, Integer::sum));
            out.add(new ContractProject(
                    path,
                    contract.projects().stream()
                            .filter(p -> p.path().equals(path))
                            .findFirst()
                            .map(ContractProject::ecosystem)
                            .orElse(contract.route().ecosystem()),
                    readiness(contract, tests, cases, causes, whole, truncated, reached),
                    new TestReport(tests.runner(), cases, List.of(), true, List.of()).counts()));
        });
        return out;
    }

    private static FirstCause cause(
            Readiness readiness,
            TestReport tests,
            Map<Cause, Integer> causes,
            List<NotPassed> notPassed,
            boolean truncated) {
        TestCounts counts = tests.counts();
        if (!tests.mismatches().isEmpty()) {
            return FirstCause.MISMATCH;
        }
        if (readiness.atLeast(Readiness.EXECUTED)) {
            return FirstCause.NOTHING;
        }
        if (counts.executed() == 0) {
            if (truncated) {
                return FirstCause.TIMEOUT;
            }
            return counts.skipped() > 0 ? FirstCause.ALL_SKIPPED : FirstCause.UNKNOWN;
        }
        Cause most = causes.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(Cause.OWN);
        return switch (most) {
            case OWN -> FirstCause.OWN;
            case ENVIRONMENT ->
                notPassed.stream().anyMatch(n -> isNamedNeed(n.why()))
                                && notPassed.stream()
                                        .filter(n -> n.why().cause() == Cause.ENVIRONMENT)
                                        .allMatch(n -> isNamedNeed(n.why()))
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

    private static @Nullable Failure testFailure(
            FirstCause cause,
            Readiness readiness,
            TestReport tests,
            List<NotPassed> notPassed,
            VerificationReport report) {
        TestCounts c = tests.counts();
        List<String> evidence = new ArrayList<>();
        tests.mismatches().forEach(evidence::add);
        notPassed.stream()
                .limit(5)
                .forEach(n -> evidence.add(n.test().id().display()
                        + (n.test().failingLine().isEmpty()
                                ? ""
                                : " at " + n.test().failingLine()) + ": "
                        + OneLine.of(n.why().line())));
        if (evidence.isEmpty()) {
            report.deciding().stream()
                    .flatMap(s -> s.steps().stream())
                    .reduce((a, b) -> b)
                    .ifPresent(t -> evidence.addAll(tail(t)));
        }
        String summary = switch (cause) {
            case MISMATCH ->
                "the test report can't be trusted: " + tests.mismatches().getFirst();
            case ALL_SKIPPED -> "all " + c.skipped() + " collected tests were skipped; none was executed";
            case TIMEOUT ->
                c.executed() == 0
                        ? "the tests did not get anywhere within their time limit"
                        : "too many tests met a time limit";
            default ->
                "of " + c.executed() + " executed tests " + (c.failed() + c.errored())
                        + " did not pass; readiness is only " + readiness;
        };
        FailureCode code =
                Objects.requireNonNullElse(VerdictTable.decide(cause, readiness).code(), FailureCode.TESTS_FAILED);
        return new Failure(code, "strongest", summary, evidence, nextFor(cause));
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

    private static String nextFor(FirstCause cause) {
        return switch (cause) {
            case NOTHING, UNKNOWN, TIMEOUT ->
                "look around where it stopped with 'bootwright shell --failed', or read the log;"
                        + " raise --test-timeout if the suite is just long";
            case UNRECOGNISED -> "name the language and the test command in bootwright.toml";
            case NO_TESTS ->
                "if there are tests, name how to run them: --test-command, or test-command in bootwright.toml";
            case ALL_SKIPPED ->
                "see why the tests skip themselves; give what they ask for, or name another --test-command";
            case OWN ->
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
            case REPLAY -> "run setup again; 'bootwright shell --failed' opens the state at the failure";
            case SANITY -> "change the command that the rule names; docs/rules explains each";
            case BUDGET -> "raise the limit and run again";
            case INTERRUPT -> "run it again";
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
