package dev.bootwright.cli;

import dev.bootwright.contract.ContractJson;
import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.pipeline.Doctor;
import dev.bootwright.sandbox.EngineReport;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What this machine can do. */
@Command(
        name = "doctor",
        description = "Tries what this machine can do, and says what is missing and how to get it.",
        mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {
    private final Session session;
    private final Console console;

    @Mixin
    private final JsonOption format = new JsonOption();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Option(names = "--no-network", description = "Do not try which registries answer; show what is known.")
    private boolean noNetwork;

    DoctorCommand(Session session, Console console) {
        this.session = session;
        this.console = console;
    }

    @Override
    public Integer call() {
        Doctor.Diagnosis diagnosis;
        try (OutputOptions.Listeners listeners = output.listeners(console)) {
            diagnosis = new Doctor(session.open()).examine(!noNetwork, listeners.all());
        }
        if (format.json) {
            console.out().print(ContractJson.write(diagnosis));
        } else {
            print(diagnosis);
        }
        console.out().flush();
        Failure problem = diagnosis.problem();
        if (problem != null) {
            return problem.code().exitCode();
        }
        return diagnosis.usable() ? 0 : FailureCode.NO_ENGINE.exitCode();
    }

    private void print(Doctor.Diagnosis diagnosis) {
        PrintStream out = console.out();
        out.println("bootwright " + diagnosis.version());
        out.println("store      " + diagnosis.store() + ", " + (diagnosis.usableBytes() >> 20) + " MiB free");
        EngineReport engine = diagnosis.engine();
        if (engine != null) {
            out.println("engine     " + engine.engine() + (engine.usable() ? ": works" : ": does not work here"));
            for (EngineReport.Check check : engine.checks()) {
                out.println("  " + (check.works() ? "✓" : check.required() ? "✗" : "–") + " " + check.subject() + ": "
                        + check.detail());
                if (!check.works() && !check.remedy().isEmpty()) {
                    out.println("      next: " + check.remedy());
                }
            }
        }
        Failure problem = diagnosis.problem();
        if (problem != null) {
            out.println((engine == null ? "engine     none: " : "stopped    ") + problem.summary());
            problem.evidence().forEach(line -> out.println("  │ " + line));
            out.println("      next: " + problem.next());
        }
        out.println("network");
        diagnosis.network().forEach((name, value) -> out.println("  " + name + " = " + value));
        diagnosis
                .reachability()
                .roles()
                .forEach((role, state) ->
                        out.println("  " + role + ": " + state.toString().toLowerCase(java.util.Locale.ROOT)));
    }
}
