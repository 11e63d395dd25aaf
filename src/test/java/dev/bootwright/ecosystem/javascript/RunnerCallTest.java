package dev.bootwright.ecosystem.javascript;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.StepId;
import dev.bootwright.base.TestId;
import dev.bootwright.ecosystem.javascript.run.NodeRunnerSupport;
import dev.bootwright.step.Origin;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Step;
import dev.bootwright.step.StepLimits;
import dev.bootwright.step.StepUser;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunnerCallTest {
    private static String rerun(Runner runner, String block, String file, String name) {
        String id = runner.id() + "-strongest";
        Step step = new Step(
                new StepId(id),
                Phase.STRONGEST,
                Role.EXECUTE,
                StepUser.DEVELOPER,
                ".",
                runner.id(),
                block,
                Map.of(),
                ".",
                new StepLimits(10, 10),
                List.of(),
                Origin.PLAN);
        return new NodeRunnerSupport(runner)
                .rerun(step, List.of(new TestId(runner.id(), ".", file, name, 0)))
                .orElseThrow()
                .block();
    }

    @Test
    void jestIsNarrowedByFileAndName() {
        assertThat(rerun(
                        Runner.JEST,
                        "jest --ci src --json --outputFile=\"$BOOTWRIGHT_REPORTS/jest-strongest.json\"",
                        "src/a.test.js",
                        "sum adds (1)"))
                .isEqualTo("jest --ci --json --outputFile=\"$BOOTWRIGHT_REPORTS/jest-strongest-rerun.json\""
                        + " --testNamePattern='^(?:sum adds \\(1\\))$' --runTestsByPath src/a.test.js");
    }

    @Test
    void mochaIsNarrowedByNameAlone() {
        assertThat(rerun(
                        Runner.MOCHA,
                        "mocha --require ts-node/register 'test/**/*.ts' --reporter=xunit --reporter-option output=\"$BOOTWRIGHT_REPORTS/mocha-strongest.xml\"",
                        "test/a.ts",
                        "a b"))
                .startsWith("mocha --require ts-node/register 'test/**/*.ts'")
                .endsWith("--grep='^(?:a b)$'");
    }

    @Test
    void nodesRunnerTakesFilesInPlaceOfPatterns() {
        assertThat(rerun(
                        Runner.NODE_TEST,
                        "node --test --test-reporter=tap --test-reporter-destination=\"$BOOTWRIGHT_REPORTS/node-test-strongest.tap\" --import tsx 'test/*.ts'",
                        "test/a.ts",
                        "a"))
                .isEqualTo(
                        "node --test --test-reporter=tap --test-reporter-destination=\"$BOOTWRIGHT_REPORTS/node-test-strongest-rerun.tap\" --import tsx test/a.ts");
    }
}
