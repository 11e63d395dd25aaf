package dev.bootwright.repair;

import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.base.Cause;
import dev.bootwright.contract.Contracts;
import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.Finding;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.plan.Overrides;
import dev.bootwright.step.Contract;
import dev.bootwright.step.ExcludedTest;
import dev.bootwright.step.Origin;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Step;
import dev.bootwright.step.StepUser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sound contracts with one step planted, and what the rules say of them. */
final class PlantedContracts {
    static final ExcludedTest EXCLUDED = new ExcludedTest(
            "tests/test_db.py::test_connect", Cause.ENVIRONMENT, "needs a database", "bootwright.toml");

    /** Where a block stands in the contract. */
    enum At {
        SYSTEM(Phase.SYSTEM, Role.INSTALL, StepUser.ROOT),
        SETUP(Phase.DEPENDENCIES, Role.INSTALL, StepUser.DEVELOPER),
        DOCTOR(Phase.DOCTOR, Role.CHECK, StepUser.DEVELOPER),
        COLLECT(Phase.MINIMAL, Role.COLLECT, StepUser.DEVELOPER),
        PART(Phase.MINIMAL, Role.EXECUTE, StepUser.DEVELOPER),
        WHOLE(Phase.STRONGEST, Role.EXECUTE, StepUser.DEVELOPER);

        final Phase phase;
        final Role role;
        final StepUser user;

        At(Phase phase, Role role, StepUser user) {
            this.phase = phase;
            this.role = role;
            this.user = user;
        }
    }

    static List<SanityFinding> check(Contract contract, @Nullable BootstrapPlan plan, Map<String, Finding> evidence) {
        return SanityRules.check(contract, plan, new Grounds(evidence, decided(null), MemoryTree.of()));
    }

    static Overrides decided(@Nullable String testCommand) {
        return new Overrides(null, Map.of(), List.of(), Map.of(), null, testCommand, List.of(EXCLUDED), Map.of());
    }

    static List<SanityRule> rules(List<SanityFinding> findings) {
        return findings.stream().map(SanityFinding::rule).toList();
    }

    static Step collect() {
        return Contracts.step(
                "collect",
                Phase.MINIMAL,
                Role.COLLECT,
                StepUser.DEVELOPER,
                "pytest",
                "python -m pytest --collect-only");
    }

    static Step origin(Step s, Origin origin) {
        return new Step(
                s.id(),
                s.phase(),
                s.role(),
                s.user(),
                s.project(),
                s.runner(),
                s.block(),
                s.env(),
                s.workingDirectory(),
                s.limits(),
                s.evidence(),
                origin);
    }

    static Contract with(At at, String block) {
        return withStep(Contracts.step("planted", at.phase, at.role, at.user, "pytest", block));
    }

    static Contract withStep(Step planted) {
        List<Step> steps = new ArrayList<>(List.of(
                planted,
                collect(),
                Contracts.step(
                        "whole", Phase.STRONGEST, Role.EXECUTE, StepUser.DEVELOPER, "pytest", "python -m pytest")));
        steps.sort(java.util.Comparator.comparing(Step::phase));
        Contract c = Contracts.contract(Map.of(), steps.toArray(Step[]::new));
        return Contracts.excluding(c, EXCLUDED);
    }

    static Map<String, Finding> evidence(String... commands) {
        Map<String, Finding> evidence = new java.util.TreeMap<>();
        for (String command : commands) {
            Finding finding = Finding.of(
                    "ci.test-command",
                    command,
                    ".",
                    ".github/workflows/test.yml",
                    12,
                    command,
                    EvidenceKind.CI,
                    Map.of());
            evidence.put(finding.id(), finding);
        }
        return evidence;
    }

    private PlantedContracts() {}
}
