package dev.bootwright.cli;

import dev.bootwright.contract.ContractJson;
import dev.bootwright.pipeline.RunResult;

/** Prints a result: one JSON document, or the page for people. */
final class Answer {
    private Answer() {}

    static void print(Console console, RunResult result, boolean json) {
        console.out().print(json ? ContractJson.write(result) : ResultPage.render(result));
        console.out().flush();
    }
}
