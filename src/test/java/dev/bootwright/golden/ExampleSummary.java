package dev.bootwright.golden;

import dev.bootwright.contract.ProjectCommands;
import dev.bootwright.contract.StepProposal;
import dev.bootwright.discover.DiscoveryReport;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.step.Commands;
import dev.bootwright.step.Route;
import dev.bootwright.step.Step;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parts of findings, plan and steps that an example's {@code expected.json} shows; ids are replaced by places. */
record ExampleSummary(
        List<String> findings,
        List<String> unknowns,
        List<String> projects,
        List<String> goals,
        List<String> constraints,
        List<String> needs,
        List<RouteLine> routes,
        Map<String, String> env,
        List<StepLine> steps,
        List<String> locks,
        @Nullable Commands commands,
        List<String> warnings) {
    record RouteLine(
            String id,
            int weight,
            String packageManager,
            String policy,
            List<String> toolchains,
            List<String> networkRoles,
            String hedges) {
        static RouteLine of(Route r) {
            return new RouteLine(
                    r.id(),
                    r.weight(),
                    r.packageManager(),
                    r.policy().toString(),
                    r.toolchains().stream()
                            .map(t -> t.name() + " " + t.version() + " from the " + t.source() + ": " + t.reason())
                            .toList(),
                    r.networkRoles(),
                    r.hedges());
        }
    }

    record StepLine(
            String id,
            String phase,
            String role,
            String user,
            @Nullable String runner,
            String workingDirectory,
            Map<String, String> env,
            List<String> block) {
        static StepLine of(Step s) {
            return new StepLine(
                    s.id().value(),
                    s.phase().toString(),
                    s.role().toString(),
                    s.user().toString(),
                    s.runner(),
                    s.workingDirectory(),
                    s.env(),
                    s.block().lines().toList());
        }
    }

    static ExampleSummary of(ExampleRun run) {
        DiscoveryReport report = run.input().report();
        BootstrapPlan plan = run.plan();
        StepProposal proposal = run.proposal();
        return new ExampleSummary(
                report.findings().stream()
                        .map(f -> f.subject() + (f.project().equals(".") ? "" : " [" + f.project() + "]") + " = "
                                + f.value() + "  (" + f.location() + ", " + f.weight() + ")")
                        .toList(),
                report.unknowns().stream()
                        .map(u -> u.file() + ":" + u.line() + ": " + u.reason())
                        .toList(),
                plan.projects().stream()
                        .map(p -> p.path() + " " + p.ecosystem())
                        .toList(),
                plan.goals().stream().map(g -> g.stage() + " " + g.statement()).toList(),
                plan.constraints().stream()
                        .map(c -> c.subject() + " " + c.value())
                        .toList(),
                plan.needs().stream().map(n -> n.kind() + " " + n.name()).toList(),
                plan.routes().stream().map(RouteLine::of).toList(),
                proposal == null ? Map.of() : proposal.env(),
                proposal == null
                        ? List.of()
                        : proposal.steps().stream().map(StepLine::of).toList(),
                proposal == null
                        ? List.of()
                        : proposal.locks().stream()
                                .map(StepProposal.LockSpec::name)
                                .toList(),
                proposal == null ? null : ProjectCommands.fromRoot(proposal.commands()),
                proposal == null
                        ? List.of()
                        : proposal.warnings().stream()
                                .map(w -> w.kind() + ": " + w.text())
                                .toList());
    }
}
