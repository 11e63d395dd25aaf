package dev.bootwright.cli;

import dev.bootwright.contract.ContractJson;
import dev.bootwright.discover.DiscoveryPage;
import dev.bootwright.discover.DiscoveryReport;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.pipeline.BootstrapPipeline;
import dev.bootwright.pipeline.Inspector;
import dev.bootwright.pipeline.Preparation.Prepared;
import dev.bootwright.pipeline.RunResult;
import dev.bootwright.pipeline.SetupRequest;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.plan.PlanPage;
import dev.bootwright.plan.WhyPage;
import dev.bootwright.step.RepositoryIdentity;
import dev.bootwright.verify.VerifyLimits;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What is known of a repository without running anything of it. */
@Command(
        name = "inspect",
        description = "Shows findings, plan and routes of a repository, each down to its lines. Runs nothing of it.",
        mixinStandardHelpOptions = true)
final class InspectCommand implements Callable<Integer> {
    private final Session session;
    private final Console console;

    @Mixin
    private final SourceOptions source = new SourceOptions();

    @Option(names = "--json", description = "Print findings and plan as one JSON document.")
    private boolean json;

    @Option(
            names = "--why",
            paramLabel = "SUBJECT",
            description = "Explain one decision down to the lines it rests on, for example python, route, runner.")
    private @Nullable String why;

    InspectCommand(Session session, Console console) {
        this.session = session;
        this.console = console;
    }

    /** The document that {@code --json} prints. */
    record Inspection(int schemaVersion, RepositoryIdentity repository, DiscoveryReport report, BootstrapPlan plan) {}

    @Override
    public Integer call() {
        SetupRequest request = new SetupRequest(
                "inspect",
                source.source,
                Path.of("").toAbsolutePath(),
                source.into,
                source.committed,
                source.submodules,
                source.base(),
                source.overrides(),
                false,
                VerifyLimits.DEFAULT,
                false);
        Prepared prepared;
        try (ProgressView view = new ProgressView(console)) {
            prepared = new Inspector(session.open()).inspect(request, view::outputLine);
        } catch (ToolException e) {
            if (!json) {
                throw e;
            }
            RunResult failed = BootstrapPipeline.failed(source.source, e.failure());
            Answer.print(console, failed, true);
            return failed.exitCode();
        }
        String subject = why;
        if (json) {
            console.out()
                    .print(ContractJson.write(new Inspection(
                            1, prepared.input().repository(), prepared.report().scrubbed(), prepared.plan())));
        } else if (subject != null) {
            console.out().print(WhyPage.render(prepared.input(), prepared.plan(), prepared.planners(), subject));
        } else {
            console.out().print(DiscoveryPage.text(prepared.report()));
            console.out().println();
            console.out().print(PlanPage.render(prepared.input(), prepared.plan()));
        }
        console.out().flush();
        return prepared.plan().routes().isEmpty() ? FailureCode.UNSUPPORTED_ECOSYSTEM.exitCode() : 0;
    }
}
