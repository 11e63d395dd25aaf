package dev.bootwright.repair;

import dev.bootwright.format.Scrubber;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.step.Contract;
import dev.bootwright.step.ExcludedTest;
import dev.bootwright.step.Origin;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Proof;
import dev.bootwright.step.Role;
import dev.bootwright.step.ServiceSpec;
import dev.bootwright.step.Step;
import dev.bootwright.step.StepLimits;
import dev.bootwright.step.StepUser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds weak, swallowing, forging and host-bound commands in a contract, whoever wrote it. Applied to first contracts, at
 * the freeze, and to contracts from elsewhere.
 */
public final class SanityRules {
    private static final Pattern PIN = Pattern.compile("[A-Za-z0-9_.-]+(?:==|@v?)[0-9][A-Za-z0-9.]*");

    private SanityRules() {}

    /**
     * @param plan what must be exercised; null for a contract from elsewhere
     * @param grounds what may account for a narrowed selection
     * @return in the order of the steps; empty for a sound contract
     */
    public static List<SanityFinding> check(Contract contract, @Nullable BootstrapPlan plan, Grounds grounds) {
        RecordedReasons reasons = new RecordedReasons(contract, grounds);
        List<SanityFinding> findings = new ArrayList<>();
        whole(contract, plan, reasons, findings);
        for (Step step : contract.steps()) {
            StatusFlow flow = StatusFlow.of(step.block());
            findings.addAll(new StepRules(contract, step, flow, reasons).apply());
            findings.addAll(new WriteRules(step, flow, reasons).apply());
            findings.addAll(new MachineRules(contract, step, flow, reasons).apply());
            pins(step, findings);
        }
        for (ServiceSpec service : contract.services()) {
            for (String block : List.of(service.start(), service.probe())) {
                Step step = asStep(service, block);
                findings.addAll(new MachineRules(contract, step, StatusFlow.of(block), reasons).apply());
            }
        }
        return findings.stream().distinct().toList();
    }

    static String shown(String detail) {
        return Scrubber.snippet(detail);
    }

    private static void whole(
            Contract contract, @Nullable BootstrapPlan plan, RecordedReasons reasons, List<SanityFinding> findings) {
        contract.env().forEach((name, value) -> {
            if (MachineRules.looksSecret(name + "=" + value)) {
                findings.add(new SanityFinding(
                        SanityRule.SECRET, null, 0, "the variable " + name + " holds what looks like a secret"));
            }
            if (value.matches(".*(?<![A-Za-z0-9_.}~-])/(home|Users|root|workspace)(/.*|$)")) {
                findings.add(new SanityFinding(
                        SanityRule.HOST_PATH, null, 0, "the variable " + name + " names a path of one machine"));
            }
        });
        if (contract.steps(Phase.MINIMAL).stream().noneMatch(s -> s.role() == Role.COLLECT)) {
            missing(findings, "minimal has no step that collects the tests");
        }
        // a first contract names its part only after the first collection
        boolean first = contract.proof().equals(Proof.NONE);
        if (!first && contract.steps(Phase.MINIMAL).stream().noneMatch(s -> s.role() == Role.EXECUTE)) {
            missing(findings, "minimal has no step that executes tests");
        }
        if (contract.steps(Phase.STRONGEST).stream().noneMatch(s -> s.role() == Role.EXECUTE)) {
            missing(findings, "strongest has no step that executes tests");
        }
        for (ExcludedTest test : reasons.unasked()) {
            findings.add(new SanityFinding(
                    SanityRule.VERIFICATION_NARROWED,
                    null,
                    0,
                    shown("the contract leaves out '" + test.selector()
                            + "', and neither bootwright.toml nor a flag of this run does")));
        }
        if (plan != null) {
            goals(contract, plan, reasons, findings);
        }
    }

    private static void missing(List<SanityFinding> findings, String detail) {
        findings.add(new SanityFinding(SanityRule.MISSING_VERIFICATION, null, 0, detail));
    }

    private static void goals(
            Contract contract, BootstrapPlan plan, RecordedReasons reasons, List<SanityFinding> findings) {
        for (BootstrapPlan.Goal goal : plan.goals()) {
            if (!goal.stage().equals("strongest")) {
                continue;
            }
            boolean met = contract.steps(Phase.STRONGEST).stream()
                    .filter(s -> s.role() == Role.EXECUTE)
                    .anyMatch(s -> reasons.isUsersDecision(s)
                            || (goal.runner().equals(s.runner())
                                    && (s.project() == null || s.project().equals(goal.project()))));
            if (!met) {
                findings.add(new SanityFinding(
                        SanityRule.GOAL_UNMET,
                        null,
                        0,
                        shown("no step of strongest runs " + goal.runner() + " in " + goal.project() + ": "
                                + goal.statement())));
            }
        }
    }

    private static void pins(Step step, List<SanityFinding> findings) {
        Origin origin = step.origin();
        boolean repaired = origin.kind().equals("repair") || origin.kind().equals("experience");
        if (repaired
                && origin.reference().isBlank()
                && step.evidence().isEmpty()
                && PIN.matcher(step.block()).find()) {
            findings.add(new SanityFinding(
                    SanityRule.PIN_WITHOUT_REASON,
                    step.id(),
                    0,
                    "a version is pinned by a repair that names no reason"));
        }
    }

    private static Step asStep(ServiceSpec service, String block) {
        return new Step(
                service.id(),
                Phase.SERVICES,
                Role.SERVICE,
                StepUser.DEVELOPER,
                null,
                null,
                block,
                Map.of(),
                ".",
                new StepLimits(1, 1),
                List.of(),
                Origin.PLAN);
    }
}
