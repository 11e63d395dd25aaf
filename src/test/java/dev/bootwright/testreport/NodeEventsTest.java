package dev.bootwright.testreport;

import static dev.bootwright.testreport.TestStatus.ERRORED;
import static dev.bootwright.testreport.TestStatus.FAILED;
import static dev.bootwright.testreport.TestStatus.NOT_RUN;
import static dev.bootwright.testreport.TestStatus.PASSED;
import static dev.bootwright.testreport.TestStatus.SKIPPED;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The listeners of Node's runners in real runs, read by the real reader. */
class NodeEventsTest {
    /** Outcomes of every kind in the words that Jest, Vitest, Mocha and Jasmine share. */
    private static final String OUTCOMES = """
            describe('sum', () => {
              it('adds', () => {});
              it('adds', () => {});
              it('sees nothing of us', () => {
                const left = Object.keys(process.env)
                  .filter((n) => n === 'BOOTWRIGHT_EVENTS' || /bootwright-/.test(process.env[n]));
                if (left.length > 0) throw new Error('left: ' + left);
              });
              SKIP('waits', () => {});
              it('fails', () => { throw new Error('no sum'); });
            });
            """;

    private static final Map<String, TestStatus> EXPECTED = Map.of(
            "sum adds", PASSED,
            "sum adds#2", PASSED,
            "sum sees nothing of us", PASSED,
            "sum waits", SKIPPED,
            "sum fails", FAILED);

    @TempDir
    Path tree;

    @BeforeEach
    void link() throws IOException {
        write("package.json", "{\"name\": \"sample\"}");
        Files.createSymbolicLink(tree.resolve("node_modules"), NodeTools.modules());
    }

    private void write(String name, String text) throws IOException {
        Path file = tree.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static Map<String, TestStatus> statuses(TestReport report) {
        Map<String, TestStatus> all = new TreeMap<>();
        report.cases()
                .forEach(c -> all.put(
                        c.id().name() + (c.id().occurrence() == 0 ? "" : "#" + (c.id().occurrence() + 1)), c.status()));
        return all;
    }

    private TestReport listen(String runner, String... argv) {
        PythonVenv.Listened listened = NodeTools.listen(tree, List.of(argv));
        TestReport report = listened.report(runner);
        assertThat(report.mismatches()).as(listened.ended().output()).isEmpty();
        assertThat(report.complete()).as(listened.ended().output()).isTrue();
        assertThat(listened.ended().code())
                .as("the listener changes no outcome")
                .isEqualTo(NodeTools.run(tree, List.of(argv)).code());
        return report;
    }

    @Test
    void jestTellsEveryTestOnceAndFilesThatDoNotLoad() throws IOException {
        write("a.test.js", OUTCOMES.replace("SKIP", "it.skip"));
        write("b.test.js", "require('./none');\n");
        TestReport report = listen("jest", "jest", "--ci");
        assertThat(statuses(report)).isEqualTo(new TreeMap<>(EXPECTED));
        assertThat(report.cases()).allMatch(c -> c.id().file().equals("a.test.js"));
        assertThat(report.collectionErrors())
                .extracting(TestReport.CollectionError::file)
                .containsExactly("b.test.js");
    }

    @Test
    void theReportThatJestWritesSaysTheSame() throws IOException {
        write("a.test.js", OUTCOMES.replace("SKIP", "it.skip"));
        write("b.test.js", "require('./none');\n");
        NodeTools.run(tree, List.of("jest", "--ci", "--json", "--outputFile=report.json"));
        TestReport report =
                new JestJsonReader("jest", ".", tree.toRealPath().toString()).read(tree.resolve("report.json"));
        assertThat(statuses(report)).isEqualTo(new TreeMap<>(EXPECTED));
        assertThat(report.collectionErrors())
                .extracting(TestReport.CollectionError::file)
                .containsExactly("b.test.js");
        assertThat(new JestJsonReader("jest", ".", "/x")
                        .read(tree.resolve("none.json"))
                        .complete())
                .isFalse();
    }

    @Test
    void vitestTellsEveryTestOnce() throws IOException {
        write("a.test.mjs", "import {describe, it} from 'vitest';\n" + OUTCOMES.replace("SKIP", "it.skip"));
        assertThat(statuses(listen("vitest", "vitest", "run"))).isEqualTo(new TreeMap<>(EXPECTED));
    }

    @Test
    void vitestListsWithoutRunning() throws IOException {
        write("a.test.mjs", "import {it} from 'vitest';\nit('one', () => { throw new Error('ran'); });\n");
        assertThat(statuses(listen("vitest", "vitest", "run", "--testNamePattern=^$")))
                .isEqualTo(Map.of("one", SKIPPED));
    }

    @Test
    void mochaTellsEveryTestOnceAndBrokenHooks() throws IOException {
        write(
                "test/a.js",
                OUTCOMES.replace("SKIP", "it.skip")
                        + "describe('hook', () => { before('ready', () => { throw new Error('x'); }); it('never', () => {}); });\n");
        Map<String, TestStatus> expected = new TreeMap<>(EXPECTED);
        expected.put("hook \"before all\" hook: ready for \"never\"", ERRORED);
        expected.put("hook never", NOT_RUN);
        assertThat(statuses(listen("mocha", "mocha"))).isEqualTo(expected);
    }

    @Test
    void mochaListsWithoutRunning() throws IOException {
        write("test/a.js", "it('one', () => { throw new Error('ran'); });\n");
        assertThat(statuses(listen("mocha", "mocha", "--dry-run"))).isEqualTo(Map.of("one", PASSED));
        assertThat(statuses(listen("mocha", "node", "node_modules/mocha8/bin/_mocha", "--fgrep=no test has this name")))
                .isEqualTo(Map.of("one", NOT_RUN));
    }

    @Test
    void jasmineTellsEverySpecOnce() throws IOException {
        write("spec/a.spec.js", OUTCOMES.replace("SKIP", "xit"));
        assertThat(statuses(listen("jasmine", "jasmine", "spec/a.spec.js"))).isEqualTo(new TreeMap<>(EXPECTED));
    }

    @Test
    void nodesRunnerTellsSubtestsSkippedTestsAndFilesThatDoNotLoad() throws IOException {
        write("test/a.test.js", """
                const test = require('node:test');
                test('one', async (t) => { await t.test('part', () => {}); });
                test('one', () => {});
                test.skip('waits', () => {});
                test.todo('later');
                test('fails', () => { throw new Error('no'); });
                test.describe('group', () => { test.it('in it', () => {}); });
                """);
        write("test/b.test.js", "require('./none');\n");
        TestReport report = listen("node-test", "node", "--test");
        assertThat(statuses(report))
                .isEqualTo(Map.of(
                        "one", PASSED,
                        "one#2", PASSED,
                        "one part", PASSED,
                        "waits", SKIPPED,
                        "later", SKIPPED,
                        "fails", FAILED,
                        "group in it", PASSED));
        assertThat(report.collectionErrors())
                .extracting(TestReport.CollectionError::file)
                .containsExactly("test/b.test.js");
    }

    @Test
    void nodesRunnerListsItsFilesWithoutRunningATest() throws IOException {
        write("test/a.test.js", "require('node:test')('one', () => { throw new Error('ran'); });\n");
        TestReport report = listen("node-test", "node", "--test", "--test-name-pattern=^no test has this name$");
        assertThat(report.cases()).extracting(c -> c.id().file()).containsExactly("test/a.test.js");
        assertThat(statuses(report)).isEqualTo(Map.of(WholeFile.NAME, PASSED));
    }
}
