package dev.bootwright.ecosystem.javascript;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.contract.StepProposal;
import dev.bootwright.ecosystem.EcosystemPlans;
import dev.bootwright.network.Reachability;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.step.Route;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JavascriptRoutesTest {
    private static final String JEST_TEST = "it('a', () => expect(1).toBe(1));\n";

    private static String manifest(String scripts, String dependencies, String more) {
        return "{\"name\": \"a\", " + more + "\"scripts\": {" + scripts + "}, \"devDependencies\": {" + dependencies
                + "}}";
    }

    /** As on a machine where nobody tells when versions were published. */
    private static EcosystemPlans plans(String... files) {
        return EcosystemPlans.of(new JavascriptEcosystem(), MemoryTree.of(files))
                .reachability(new Reachability(Map.of(JavascriptRoutes.DATES, Reachability.State.UNREACHABLE)))
                .committed("2024-03-01T00:00:00Z");
    }

    private static EcosystemPlans jest(String script, String... more) {
        String[] all = new String[more.length + 4];
        all[0] = "package.json";
        all[1] = manifest("\"test\": \"" + script + "\"", "\"jest\": \"^29.0.0\"", "");
        all[2] = "a.test.js";
        all[3] = JEST_TEST;
        System.arraycopy(more, 0, all, 4, more.length);
        return plans(all);
    }

    @Test
    void linksOfAChainThatAreNoTestsNeitherCountNorHideTheRunner() {
        EcosystemPlans plans = plans(
                "package.json",
                manifest(
                        "\"pretest\": \"eslint .\", \"test\": \"tsc --noEmit && npm run unit -- --bail && size-limit\","
                                + "\"unit\": \"cross-env NODE_ENV=test c8 -r text jest --coverage src\"",
                        "\"jest\": \"^29.0.0\"",
                        ""),
                "src/a.test.js",
                JEST_TEST);
        assertThat(plans.step("jest-strongest").block())
                .isEqualTo(
                        "jest --ci --coverage=false --maxWorkers=2 src --json --outputFile=\"$BOOTWRIGHT_REPORTS/jest-strongest.json\"");
        assertThat(plans.step("jest-strongest").env())
                .containsEntry("NODE_ENV", "test")
                .containsEntry("CI", "true");
        assertThat(plans.stepIds())
                .containsExactly(
                        "node-system-packages",
                        "node-toolchain",
                        "node-dependencies",
                        "node-doctor-toolchain",
                        "node-doctor-dependencies",
                        "jest-collect",
                        "jest-strongest");
    }

    @Test
    void theCommandForAllTestsRunsEverySuite() {
        EcosystemPlans plans = plans(
                "package.json",
                manifest("\"test\": \"mocha test && jest src\"", "\"jest\": \"^29.0.0\", \"mocha\": \"^10.0.0\"", ""),
                "src/a.test.js",
                JEST_TEST,
                "test/b.js",
                "it('b', () => {});");
        assertThat(plans.stepIds()).contains("mocha-strongest", "jest-strongest-2");
        assertThat(plans.proposal().commands())
                .singleElement()
                .satisfies(project -> assertThat(project.commands().testAll())
                        .last()
                        .asString()
                        .contains("mocha test")
                        .contains("jest src")
                        .endsWith("exit \"$status\""));
    }

    @Test
    void theProjectDecidesHowManyProcessesJestUses() {
        assertThat(jest("jest -i").step("jest-strongest").block()).doesNotContain("maxWorkers");
        assertThat(jest("jest", "jest.config.js", "module.exports = {\n  maxWorkers: 1,\n};\n")
                        .step("jest-strongest")
                        .block())
                .doesNotContain("maxWorkers");
    }

    @Test
    void takesTheFilesOfMochaOutOfAGruntfile() {
        EcosystemPlans plans = plans(
                "package.json",
                manifest("\"test\": \"node bin/start.js grunt test\"", "\"mocha\": \"^8.0.0\", \"grunt\": \"1\"", ""),
                "Gruntfile.js",
                """
                module.exports = function (grunt) {
                  grunt.initConfig({
                    karma: { single: { singleRun: true } },
                    mochaTest: {
                      test: { src: ['test/unit/**/*.js'] },
                      options: { timeout: 30000 }
                    }
                  });
                  grunt.registerTask('test', ['eslint', 'mochaTest', 'karma:single']);
                };
                """,
                "test/unit/a.js",
                JEST_TEST);
        assertThat(plans.step("mocha-strongest").block())
                .startsWith("mocha --timeout 30000 --exit 'test/unit/**/*.js' --reporter=xunit");
        assertThat(plans.step("mocha-collect").block()).endsWith("--fgrep='no test has this name'");
    }

    @Test
    void neverPassesWithoutTests() {
        assertThat(jest("jest --passWithNoTests").step("jest-strongest").block())
                .doesNotContain("passWithNoTests");
    }

    @Test
    void aScriptThatTestsNothingBringsNoRunner() {
        EcosystemPlans plans = plans("package.json", manifest("\"test\": \"echo ok\"", "", ""));
        assertThat(plans.step("node-test-strongest").block()).startsWith("node --test");
        assertThat(plans.step("node-test-strongest").block()).doesNotContain("echo");
    }

    @Test
    void runsOfOneRunnerThatDifferInVariablesAreOne() {
        EcosystemPlans plans = jest("TZ=Pacific/Auckland jest && TZ=Europe/London jest && jest");
        assertThat(plans.stepIds().stream().filter(s -> s.startsWith("jest-strongest")))
                .hasSize(1);
        assertThat(plans.proposal().warnings())
                .extracting(StepProposal.Warning::text)
                .anyMatch(t -> t.contains("with other variables"));
    }

    @Test
    void nodesOwnOptionsAreAddedAndDoNotReplaceOthers() {
        String block = jest("NODE_OPTIONS=--experimental-vm-modules jest")
                .step("jest-strongest")
                .block();
        assertThat(block).startsWith("export NODE_OPTIONS=\"${NODE_OPTIONS:-} --experimental-vm-modules\"\njest ");
    }

    @Test
    void takesNodeFromVersionFileThenCiThenEngines() {
        String engines = "\"engines\": {\"node\": \">=16\"}, ";
        String[] files = {
            "package.json", manifest("\"test\": \"jest\"", "\"jest\": \"29\"", engines), "a.test.js", JEST_TEST
        };
        assertThat(plans(files).plan().routes().getFirst().id()).isEqualTo("node-20-npm-declared");
        assertThat(jest("jest", ".nvmrc", "lts/gallium\n")
                        .plan()
                        .routes()
                        .getFirst()
                        .id())
                .isEqualTo("node-16-npm-declared");
        assertThat(jest("jest", ".travis.yml", "node_js:\n  - '10'\n  - '8'\n")
                        .committed("2018-09-07T00:00:00Z")
                        .plan()
                        .routes())
                .extracting(Route::id)
                .startsWith("node-8-npm-declared");
    }

    @Test
    void anOldProjectIsResolvedAsOfItsDayWhereTheRegistryTellsTheTruth() {
        BootstrapPlan plan = jest("jest").reachability(Reachability.UNKNOWN).plan();
        assertThat(plan.routes().getFirst().id()).isEqualTo("node-20-npm-as-of-date");
        assertThat(jest("jest").plan().dropped().getFirst().reason()).contains("registry:npm-dates");
    }

    @Test
    void membersOfAWorkspaceAreTestedApartAndBuiltInTheOrderOfNeed() {
        EcosystemPlans plans = plans(
                "package.json",
                "{\"name\": \"root\", \"workspaces\": [\"packages/*\"], \"scripts\": {\"test\": \"npm test -ws\"}}",
                "package-lock.json",
                "{\"lockfileVersion\": 3}",
                "packages/core/package.json",
                "{\"name\": \"core\", \"main\": \"dist/a.js\", \"scripts\": {\"build\": \"tsc\", \"test\": \"mocha test\"}}",
                "packages/core/test/a.js",
                "it('x', () => {});\n",
                "packages/cli/package.json",
                "{\"name\": \"cli\", \"dependencies\": {\"core\": \"1\"}, \"scripts\": {\"test\": \"vitest\"}}",
                "packages/cli/a.test.ts",
                "import {it} from 'vitest';\n");
        assertThat(plans.stepIds())
                .containsSubsequence(
                        "node-dependencies",
                        "node-build-packages-core-"
                                + plans.stepIds().stream()
                                        .filter(s -> s.startsWith("node-build"))
                                        .findFirst()
                                        .orElseThrow()
                                        .replaceAll(".*-", ""));
        assertThat(plans.plan().projects())
                .extracting(BootstrapPlan.PlannedProject::path)
                .containsExactlyInAnyOrder("packages/core", "packages/cli");
        assertThat(plans.proposal().steps().stream()
                        .filter(s -> s.role().toString().equals("execute")))
                .extracting(s -> s.block().split(" ")[0])
                .containsExactlyInAnyOrder("mocha", "vitest");
    }

    @Test
    void aBrowserAloneIsANeedAndNotASuite() {
        EcosystemPlans plans = plans(
                "package.json",
                manifest("\"test\": \"karma start --single-run\"", "\"karma\": \"6\"", ""),
                "test/a.spec.js",
                JEST_TEST);
        assertThat(plans.step("script-strongest").block()).startsWith("karma start --single-run");
        List<String> notes = plans.proposal().warnings().stream()
                .map(StepProposal.Warning::text)
                .toList();
        assertThat(notes).anyMatch(t -> t.contains("browser"));
    }

    @Test
    void followsTheManagerThatTheRepositoryNames() {
        String field = "\"packageManager\": \"pnpm@9.1.0+sha512.abc\", ";
        EcosystemPlans plans = plans(
                "package.json",
                manifest("\"test\": \"jest\"", "\"jest\": \"29\"", field),
                "pnpm-lock.yaml",
                "lockfileVersion: '9.0'\n",
                "a.test.js",
                JEST_TEST);
        assertThat(plans.step("node-dependencies").block()).isEqualTo("pnpm install --frozen-lockfile");
        assertThat(plans.step("node-toolchain").block()).contains("pnpm@9.1.0");
    }
}
