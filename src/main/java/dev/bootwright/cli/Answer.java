package dev.bootwright.cli;

import dev.bootwright.contract.ContractJson;
import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.StorageFailure;
import dev.bootwright.failure.ToolException;
import dev.bootwright.pipeline.BootstrapPipeline;
import dev.bootwright.pipeline.RunResult;
import java.util.List;
import java.util.function.Supplier;

/** Prints a result: one JSON document, or the page for people. */
final class Answer {
    private Answer() {}

    static void print(Console console, RunResult result, boolean json) {
        console.out().print(json ? ContractJson.write(result) : ResultPage.render(result));
        console.out().flush();
    }

    /** The result of some work. Who asked for a document gets one also where there is nothing but a failure. */
    static RunResult of(Console console, boolean json, String source, Supplier<RunResult> work) {
        try {
            return work.get();
        } catch (RuntimeException thrown) {
            RuntimeException e = StorageFailure.named(thrown);
            if (!json) {
                throw e;
            }
            if (e instanceof ToolException tool) {
                return BootstrapPipeline.failed(source, tool.failure());
            }
            BootwrightCommand.fail(console, e);
            return BootstrapPipeline.failed(
                    source,
                    new Failure(
                            FailureCode.INTERNAL,
                            "internal",
                            "internal error: " + e,
                            List.of(),
                            "This is a defect of Bootwright; report it with what stands on standard error."));
        }
    }
}
