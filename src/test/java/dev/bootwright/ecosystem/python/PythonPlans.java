package dev.bootwright.ecosystem.python;

import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.acquire.SourceTree;
import dev.bootwright.base.Digest;
import dev.bootwright.contract.ContractWriter;
import dev.bootwright.contract.StepProposal;
import dev.bootwright.discover.Detector;
import dev.bootwright.discover.Discoverer;
import dev.bootwright.discover.DiscoveryReport;
import dev.bootwright.discover.general.GeneralDetectors;
import dev.bootwright.network.Reachability;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.plan.BootstrapPlanner;
import dev.bootwright.plan.Overrides;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.step.Contract;
import dev.bootwright.step.RepositoryIdentity;
import dev.bootwright.step.Route;
import dev.bootwright.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Takes a tree in memory through discovery, planning and the first contract. */
record PythonPlans(SourceTree tree, DiscoveryReport report, PlanningInput input, BootstrapPlan plan) {
    static final Instant SUMMER_2024 = Instant.parse("2024-06-15T10:00:00Z");
    private static final PythonEcosystem PYTHON = new PythonEcosystem(List.of());

    static PythonPlans of(String... pathsAndTexts) {
        return of(MemoryTree.of(pathsAndTexts), "0".repeat(40), Overrides.NONE, Reachability.UNKNOWN);
    }

    static PythonPlans of(SourceTree tree, @Nullable String commit, Overrides overrides, Reachability reachability) {
        List<Detector> detectors = new ArrayList<>(GeneralDetectors.all());
        detectors.addAll(PYTHON.detectors());
        DiscoveryReport report = new Discoverer().discover(tree, detectors);
        PlanningInput input = new PlanningInput(
                new RepositoryIdentity("sample", commit, SUMMER_2024, Digest.of("sample"), List.of()),
                report,
                overrides,
                reachability,
                "amd64");
        return new PythonPlans(tree, report, input, new BootstrapPlanner(List.of(PYTHON.routes())).plan(input));
    }

    Route route() {
        return plan.routes().getFirst();
    }

    Route route(String id) {
        return plan.routes().stream().filter(r -> r.id().equals(id)).findFirst().orElseThrow();
    }

    StepProposal proposal(Route route) {
        return PYTHON.steps().propose(input, plan, route);
    }

    Contract contract(Route route) {
        return ContractWriter.write(input, plan, route, proposal(route), tree);
    }

    Step step(String id) {
        return contract(route()).steps().stream()
                .filter(s -> s.id().value().equals(id))
                .findFirst()
                .orElseThrow();
    }

    String block(String step) {
        return step(step).block();
    }

    List<String> values(String subject) {
        return report.of(subject).stream().map(f -> f.value()).distinct().toList();
    }

    List<String> warnings() {
        return proposal(route()).warnings().stream()
                .map(w -> w.kind() + ": " + w.text())
                .toList();
    }

    Map<String, String> env(String step) {
        return step(step).env();
    }
}
