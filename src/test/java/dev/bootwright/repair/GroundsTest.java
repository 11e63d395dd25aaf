package dev.bootwright.repair;

import static dev.bootwright.repair.PlantedContracts.EXCLUDED;
import static dev.bootwright.repair.PlantedContracts.check;
import static dev.bootwright.repair.PlantedContracts.collect;
import static dev.bootwright.repair.PlantedContracts.decided;
import static dev.bootwright.repair.PlantedContracts.evidence;
import static dev.bootwright.repair.PlantedContracts.origin;
import static dev.bootwright.repair.PlantedContracts.rules;
import static dev.bootwright.repair.PlantedContracts.with;
import static dev.bootwright.repair.PlantedContracts.withStep;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.base.Cause;
import dev.bootwright.contract.Contracts;
import dev.bootwright.discover.Discoverer;
import dev.bootwright.discover.DiscoveryReport;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.plan.Overrides;
import dev.bootwright.repair.PlantedContracts.At;
import dev.bootwright.step.Contract;
import dev.bootwright.step.ExcludedTest;
import dev.bootwright.step.Origin;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.StepUser;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a contract rests on is what the tree and the user say, not what it says of itself. */
class GroundsTest {
    /** A contract from elsewhere may claim whatever it likes. */
    @Test
    void aContractCannotExcuseItself() {
        String narrow = "python -m pytest tests/test_one.py";
        Contract contract = withStep(origin(
                Contracts.step("planted", Phase.STRONGEST, Role.EXECUTE, StepUser.DEVELOPER, "pytest", narrow),
                Origin.override("test-command")));
        DiscoveryReport nothing = new Discoverer().discover(MemoryTree.of(), List.of());
        Grounds invented = Grounds.confirmed(evidence(narrow), nothing, decided(null), MemoryTree.of());
        assertThat(invented.evidence()).isEmpty();
        assertThat(rules(SanityRules.check(contract, null, invented)))
                .containsExactly(SanityRule.VERIFICATION_NARROWED);
        Grounds asked = new Grounds(Map.of(), decided(narrow), MemoryTree.of());
        assertThat(SanityRules.check(contract, null, asked)).isEmpty();
        Grounds askedForAll = new Grounds(Map.of(), decided("python -m pytest"), MemoryTree.of());
        assertThat(rules(SanityRules.check(contract, null, askedForAll)))
                .containsExactly(SanityRule.VERIFICATION_NARROWED);
    }

    @Test
    void aGoalIsNotMetByAStepThatOnlySaysTheUserWantedIt() {
        BootstrapPlan plan = new BootstrapPlan(
                1,
                List.of(),
                List.of(new BootstrapPlan.Goal("strongest", ".", "go", "go test everywhere", List.of())),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Map.of());
        Contract contract = withStep(origin(
                Contracts.step("planted", Phase.STRONGEST, Role.EXECUTE, StepUser.DEVELOPER, "pytest", "make check"),
                Origin.override("test-command")));
        assertThat(rules(check(contract, plan, Map.of()))).containsExactly(SanityRule.GOAL_UNMET);
        assertThat(SanityRules.check(contract, plan, new Grounds(Map.of(), decided("make check"), MemoryTree.of())))
                .isEmpty();
    }

    @Test
    void onlyTheUserLeavesTestsOut() {
        Grounds nobody = new Grounds(Map.of(), Overrides.NONE, MemoryTree.of());
        Contract contract = with(At.WHOLE, "python -m pytest --deselect " + EXCLUDED.selector());
        assertThat(rules(SanityRules.check(contract, null, nobody)))
                .containsExactly(SanityRule.VERIFICATION_NARROWED, SanityRule.VERIFICATION_NARROWED);
        assertThat(rules(check(with(At.WHOLE, "python -m pytest --ignore=tests/test_db.py"), null, Map.of())))
                .containsExactly(SanityRule.VERIFICATION_NARROWED);
        ExcludedTest sub = new ExcludedTest("example.org/a::TestX/sub", Cause.NETWORK, "calls out", "bootwright.toml");
        Overrides decided = new Overrides(null, Map.of(), List.of(), Map.of(), null, null, List.of(sub), Map.of());
        Grounds grounds = new Grounds(Map.of(), decided, MemoryTree.of());
        Contract skips = Contracts.excluding(with(At.WHOLE, "go test '-skip=^TestX$/^sub$' ./..."), sub);
        assertThat(SanityRules.check(skips, null, grounds)).isEmpty();
        Contract both = Contracts.excluding(with(At.WHOLE, "go test '-skip=^TestX$/^sub$|Own' ./..."), sub);
        assertThat(rules(SanityRules.check(both, null, grounds))).containsExactly(SanityRule.VERIFICATION_NARROWED);
        assertThat(SanityRules.check(
                        both, null, new Grounds(evidence("go test -skip=Own ./..."), decided, MemoryTree.of())))
                .isEmpty();
        assertThat(rules(SanityRules.check(
                        Contracts.excluding(with(At.WHOLE, "go test '-skip=^TestX$/^sub$|^Test$' ./..."), sub),
                        null,
                        grounds)))
                .containsExactly(SanityRule.VERIFICATION_NARROWED);
    }

    @Test
    void aFileOfTheTreeIsNeverKeptByALock() {
        Contract c = Contracts.contract(
                Map.of(),
                Contracts.step(
                        "planted",
                        Phase.DEPENDENCIES,
                        Role.INSTALL,
                        StepUser.DEVELOPER,
                        null,
                        "cp .bootstrap/lock/python.txt python.txt"),
                collect(),
                Contracts.step(
                        "whole", Phase.STRONGEST, Role.EXECUTE, StepUser.DEVELOPER, "pytest", "python -m pytest"));
        assertThat(SanityRules.check(c, null, new Grounds(Map.of(), Overrides.NONE, MemoryTree.of())))
                .isEmpty();
        assertThat(rules(SanityRules.check(
                        c, null, new Grounds(Map.of(), Overrides.NONE, MemoryTree.of("python.txt", "a\n")))))
                .containsExactly(SanityRule.OWN_FILES_CHANGED);
    }
}
