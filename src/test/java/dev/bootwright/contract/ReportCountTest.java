package dev.bootwright.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.TestId;
import dev.bootwright.step.Contract;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.StepUser;
import dev.bootwright.testreport.TestCase;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.testreport.TestStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** How {@code verify.sh} counts and judges, with canned reports; run as an ordinary user. */
class ReportCountTest {
    private static final String JUNIT = """
            <?xml version="1.0" encoding="utf-8"?>
            <testsuites><testsuite name="pytest" errors="0" failures="1" skipped="2" tests="99">
            <testcase classname="tests.test_a" name="test_ok" time="0.001" />
            <testcase classname="tests.test_a.TestB" name="test_param[a&lt;b&gt; &quot;é&#233;&quot;]" time="0.001"></testcase>
            <testcase classname="tests.test_a" name="test_output"><system-out><![CDATA[<testcase name="fake"/><failure/>]]></system-out></testcase>
            <!-- <testcase classname="x" name="commented"/> -->
            <testcase classname="tests.test_a" name="test_skip"><skipped type="pytest.skip" message="a &gt; b">why</skipped></testcase>
            <testcase classname="tests.test_a" name="test_xfail"><skipped type="pytest.xfail" message="known" /></testcase>
            %s
            </testsuite></testsuites>
            """;
    private static final String LIBTEST = """
            running 3 tests
            test tests::later ... ignored, takes long
            test tests::doubles ... ok
            test tests::panics - should panic ... ok

            test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out

               Doc-tests plain

            running 1 test
            test src/lib.rs - twice (line 3) - compile ... ok

            test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out
            """;
    private static final String FAILED =
            "<testcase classname=\"tests.test_a.TestB\" name=\"test_bad[x::y é]\"><failure message=\"assert\">no</failure></testcase>";
    private static final String COLLECTION =
            "<testcase classname=\"\" name=\"tests.test_c\"><error message=\"collection failure\">SyntaxError</error></testcase>";

    @TempDir
    Path tree;

    static Stream<Arguments> outcomes() {
        return Stream.of(
                Arguments.of(
                        "pytest",
                        report("junit.xml", JUNIT.formatted("")),
                        0,
                        "4 executed, 4 passed, 0 failed, 0 errored, 1 skipped, 1 of the passed are expected"),
                Arguments.of(
                        "cargo",
                        report("rust-strongest.txt", LIBTEST),
                        0,
                        "3 executed, 3 passed, 0 failed, 0 errored, 1 skipped"),
                Arguments.of(
                        "pytest",
                        report("junit.xml", JUNIT.formatted(FAILED)) + "exit 1",
                        0,
                        "5 executed, 4 passed, 1 failed"),
                Arguments.of(
                        "pytest",
                        report("junit.xml", JUNIT.formatted(FAILED.replace("test_bad", "test_new"))) + "exit 1",
                        1,
                        "new: failed: tests.test_a.TestB::test_new"),
                Arguments.of("pytest", report("junit.xml", JUNIT.formatted("")) + "exit 1", 1, "runner ended badly"),
                Arguments.of(
                        "pytest", report("junit.xml", JUNIT.formatted(FAILED)) + "exit 3", 1, "runner ended badly"),
                Arguments.of("pytest", report("junit.xml", JUNIT.formatted(COLLECTION)) + "exit 2", 0, "1 not loaded"),
                Arguments.of(
                        "pytest",
                        report("junit.xml", JUNIT.formatted(COLLECTION.replace("test_c", "test_d"))) + "exit 2",
                        1,
                        "new: not loaded: tests.test_d"),
                Arguments.of(
                        "pytest",
                        report("junit.xml", "<testsuites><testsuite tests=\"0\"/></testsuites>") + "exit 5",
                        6,
                        "no test was executed"),
                Arguments.of(
                        "pytest",
                        report(
                                "junit.xml",
                                "<testsuite><testcase classname=\"a\" name=\"b\"><skipped/></testcase></testsuite>"),
                        6,
                        "0 executed, 0 passed, 0 failed, 0 errored, 1 skipped"),
                Arguments.of("pytest", "echo '100 passed in 1.0s'", 6, "no test was executed"),
                Arguments.of("pytest", "exit 139", 6, "status 139"),
                Arguments.of(
                        "pytest",
                        report(
                                        "junit.xml",
                                        "<testsuite><testcase classname=\"a\" name=\"b\"><failure/></testcase>\n<testcase classname=\"a\" name=\"b\"><error message=\"failed on teardown\"/></testcase></testsuite>")
                                + "exit 1",
                        1,
                        "1 executed, 0 passed, 1 failed, 0 errored"),
                Arguments.of(
                        "go",
                        report("go.json", go("pass", "TestA") + go("pass", "TestA/sub") + go("skip", "TestB")),
                        0,
                        "2 executed, 2 passed, 0 failed, 0 errored, 1 skipped"),
                Arguments.of(
                        "go",
                        report("go.json", go("fail", "TestC") + "{\"Action\":\"fail\",\"Package\":\"example.org/p\"}\n")
                                + "exit 1",
                        1,
                        "new: failed: example.org/p::TestC"),
                Arguments.of(
                        "go",
                        report("go.json", go("pass", "TestA") + go("fail", "TestKnown")) + "exit 1",
                        0,
                        "1 of these are known"),
                Arguments.of(
                        "go",
                        report(
                                        "go.json",
                                        go("pass", "TestA")
                                                + "{\"Action\":\"fail\",\"Package\":\"example.org/q\",\"Elapsed\":0}\n")
                                + "exit 1",
                        1,
                        "new: not loaded: example.org/q"),
                Arguments.of(
                        "go",
                        report(
                                "go.json",
                                go("pass", "TestA")
                                        + "{\"Action\":\"output\",\"Package\":\"example.org/p\",\"Test\":\"TestA\",\"Output\":\"{\\\"Action\\\":\\\"fail\\\",\\\"Package\\\":\\\"z\\\",\\\"Test\\\":\\\"TestZ\\\"}\\n\"}\n"),
                        0,
                        "1 executed, 1 passed"),
                Arguments.of(
                        "unittest",
                        "printf '%s\\n' 'FAIL: test_known (m.T.test_known)' 'Ran 2 tests in 0.1s' 'FAILED (failures=1)'; exit 1",
                        0,
                        "1 of these are known"),
                Arguments.of(
                        "unittest",
                        "printf '%s\\n' 'test_a (m.T.test_a) ... ok' '' 'Ran 3 tests in 0.001s' '' 'OK (skipped=1)' >&2",
                        0,
                        "2 executed, 2 passed, 0 failed, 0 errored, 1 skipped"),
                Arguments.of(
                        "unittest",
                        "printf '%s\\n' '======' 'FAIL: test_b (m.T.test_b)' '------' 'Ran 3 tests in 0.001s' '' 'FAILED (failures=1)'; exit 1",
                        1,
                        "new: failed: m.T::test_b"),
                Arguments.of(
                        "unittest",
                        "printf '%s\\n' 'Ran 0 tests in 0.000s' '' 'OK'; exit 5",
                        6,
                        "no test was executed"),
                Arguments.of(
                        "unittest",
                        "printf '%s\\n' 'ERROR: tests.test_x (unittest.loader._FailedTest.tests.test_x)' 'Ran 2 tests in 0.1s' '' 'FAILED (errors=1)'; exit 1",
                        1,
                        "not loaded: tests.test_x"),
                Arguments.of(
                        "generic",
                        report("a/one.xml", "<testsuite><testcase classname='a' name='b'/></testsuite>")
                                + report("two.xml", "<testsuite><testcase classname='c' name='d'/></testsuite>"),
                        0,
                        "2 executed"));
    }

    private static String report(String name, String content) {
        return "mkdir -p \"$(dirname \"$BOOTWRIGHT_REPORTS/" + name + "\")\"\ncat > \"$BOOTWRIGHT_REPORTS/" + name
                + "\" <<'REPORT'\n" + content.stripTrailing() + "\nREPORT\n";
    }

    private static String go(String action, String test) {
        return "{\"Time\":\"2024-01-01T00:00:00Z\",\"Action\":\"" + action
                + "\",\"Package\":\"example.org/p\",\"Test\":\"" + test + "\",\"Elapsed\":0}\n";
    }

    @ParameterizedTest(name = "{0} {2}: {3}")
    @MethodSource("outcomes")
    void countsAndJudges(String runner, String block, int status, String output) throws Exception {
        install(runner, block);
        ScriptRendererTest.Ran ran = verify("strongest");
        assertThat(ran.output()).contains(output);
        assertThat(ran.status()).as(ran.output()).isEqualTo(status);
    }

    static List<Arguments> programs() {
        String ctest = """
                <testsuite><testcase name="unit" classname="unit" time="0.1" status="fail"><failure message="Failed"/><properties/><system-out>[ RUN      ] A.One
                [       OK ] A.One (0 ms)
                [ RUN      ] A.Two/0
                [  FAILED  ] A.Two/0, where GetParam() = &lt;x&gt; (3 ms)
                [ RUN      ] A.Three
                [  SKIPPED ] A.Three (0 ms)
                [  FAILED  ] 1 test, listed below:
                [  FAILED  ] A.Two/0, where GetParam() = &lt;x&gt;
                </system-out></testcase>
                <testcase name="plain" classname="plain" time="0.1" status="run"><system-out>hello</system-out></testcase>
                <testcase name="many" classname="many" time="0.1" status="run"><system-out>Success: 981 tests passed.</system-out></testcase>
                <testcase name="inverse" classname="x" time="0.1" status="run"><system-out>1 out of 2 tests failed</system-out></testcase>
                <testcase name="never" classname="x" time="0" status="notrun"><skipped message="Unable to find executable"/></testcase>
                <testcase name="skips" classname="x" time="0" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/></testcase>
                <testcase name="off" classname="x" time="0" status="disabled"/></testsuite>
                """;
        return List.of(
                Arguments.of(
                        "ctest",
                        report("all.xml", ctest) + "exit 8",
                        1,
                        "986 executed, 984 passed, 1 failed, 1 errored, 3 skipped"),
                Arguments.of("ctest", report("all.xml", ctest) + "exit 8", 1, "new: failed: unit::A.Two/0"),
                Arguments.of(
                        "ctest", report("all.xml", "<testsuite></testsuite>") + "exit 8", 6, "no test was executed"),
                Arguments.of(
                        "automake",
                        report("tests/a.trs", ":test-result: PASS")
                                + report("tests/b.trs", ":test-result: SKIP")
                                + report("all.txt", "PASS: tests/a\nSKIP: tests/b"),
                        0,
                        "1 executed, 1 passed, 0 failed, 0 errored, 1 skipped"),
                Arguments.of(
                        "automake",
                        report("t/a.trs", ":test-result: PASS 1 - x\n:test-result: FAIL 2 - y") + "exit 2",
                        1,
                        "new: failed: t/a::2%20-%20y"),
                Arguments.of("automake", report("all.txt", "PASS: a\nFAIL: b") + "exit 2", 1, "new: failed: check::b"),
                Arguments.of(
                        "make",
                        report("all.txt", "1..3\nok 1 - a\nok 2 - b\nok 3 - c # SKIP no"),
                        0,
                        "2 executed, 2 passed, 0 failed, 0 errored, 1 skipped"),
                Arguments.of(
                        "make",
                        report("all.txt", "x one: ok\nx two: failed") + "exit 1",
                        1,
                        "new: failed: make::x%20two"));
    }

    @ParameterizedTest(name = "{0} {2}: {3}")
    @MethodSource("programs")
    void testProgramsAreTakenApart(String runner, String block, int status, String output) throws Exception {
        countsAndJudges(runner, block, status, output);
    }

    @Test
    void reportsOfAnEarlierRunDoNotCount() throws Exception {
        install("pytest", "true");
        Path reports = Files.createDirectories(tree.resolve("reports/all"));
        Files.writeString(reports.resolve("old.xml"), JUNIT.formatted(""));
        ScriptRendererTest.Ran ran = ScriptRendererTest.run(
                tree,
                Map.of("BOOTWRIGHT_REPORTS", tree.resolve("reports").toString()),
                user(List.of("bash", ".bootstrap/verify.sh")));
        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.output()).contains("is not empty");
    }

    @Test
    void aStepThatFailsBeforeTheTestsEndsWithOne() throws Exception {
        write(Contracts.contract(
                Map.of(),
                Contracts.step("database", Phase.SERVICES, Role.SERVICE, StepUser.DEVELOPER, null, "exit 77"),
                Contracts.step("all", Phase.STRONGEST, Role.EXECUTE, StepUser.DEVELOPER, "pytest", "true")));
        assertThat(verify("strongest"))
                .satisfies(r -> assertThat(r.output()).contains("step database failed with status 77"))
                .satisfies(r -> assertThat(r.status()).isEqualTo(1));
    }

    @Test
    void wrongUseIsExplained() throws Exception {
        install("pytest", "true");
        assertThat(verify("everything"))
                .satisfies(r -> assertThat(r.status()).isEqualTo(2))
                .satisfies(r -> assertThat(r.output()).contains("usage: verify.sh [minimal|strongest]"));
    }

    @Test
    void aWordTooManyIsExplained() throws Exception {
        install("pytest", "true");
        ScriptRendererTest.Ran ran = ScriptRendererTest.run(
                tree, Map.of(), user(List.of("bash", ".bootstrap/verify.sh", "strongest", "extra")));
        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.output()).contains("usage: verify.sh [minimal|strongest]");
    }

    @Test
    void callersEnvironmentStaysOutside() throws Exception {
        install("pytest", "env | grep -E '^(PYTHONPATH|GOFLAGS|SECRET)=' && exit 1\necho \"proxy ${http_proxy-none}\"");
        ScriptRendererTest.Ran ran = ScriptRendererTest.run(
                tree,
                Map.of("PYTHONPATH", "/x", "GOFLAGS", "-x", "SECRET", "x", "http_proxy", "http://proxy.example:1"),
                user(List.of("bash", ".bootstrap/verify.sh")));
        assertThat(ran.output()).contains("proxy http://proxy.example:1").doesNotContain("SECRET");
    }

    @Test
    @EnabledIf("isRoot")
    @Tag("sandbox")
    void whereRootIsMissingTheMessageSaysSo() throws Exception {
        Contract contract = Contracts.contract(
                Map.of(),
                Contracts.step("packages", Phase.SYSTEM, Role.INSTALL, StepUser.ROOT, null, "apt-get update"));
        write(contract);
        Path bin = Files.createDirectories(tree.resolve("bin"));
        for (String tool : List.of("bash", "env", "id", "mktemp", "chmod", "dirname", "cat", "rm")) {
            Files.createSymbolicLink(bin.resolve(tool), Path.of("/usr/bin", tool));
        }
        ScriptRendererTest.Ran ran = ScriptRendererTest.run(
                tree, Map.of(), user(List.of("env", "PATH=" + bin, "bash", ".bootstrap/setup.sh")));
        assertThat(ran.status()).isEqualTo(4);
        assertThat(ran.output()).contains("==> packages").contains("needs root").contains("install sudo");
    }

    private void install(String runner, String block) throws Exception {
        write(Contracts.contract(
                Map.of(), Contracts.step("all", Phase.STRONGEST, Role.EXECUTE, StepUser.DEVELOPER, runner, block)));
    }

    private void write(Contract contract) throws Exception {
        TestReport known = new TestReport(
                "pytest",
                List.of(new TestCase(
                        new TestId("pytest", ".", "tests/test_a.py", "TestB::test_bad[x::y é]", 0),
                        TestStatus.FAILED,
                        1,
                        "assert",
                        "")),
                List.of(new TestReport.CollectionError("tests/test_c.py", "SyntaxError", "")),
                true,
                List.of());
        TestReport knownGo = new TestReport(
                "go",
                List.of(new TestCase(
                        new TestId("go", ".", "example.org/p", "TestKnown", 0), TestStatus.FAILED, 1, "", "")),
                List.of(),
                true,
                List.of());
        TestReport knownUnittest = new TestReport(
                "unittest",
                List.of(new TestCase(
                        new TestId("unittest", ".", "tests/m.py", "tests.m.T.test_known", 0),
                        TestStatus.FAILED,
                        1,
                        "",
                        "")),
                List.of(),
                true,
                List.of());
        ContractDirectory.write(
                tree,
                ContractRenderer.render(
                        contract,
                        TestsBaseline.of(List.of(known, knownGo, knownUnittest), Map.of()),
                        Map.of(),
                        List.of(),
                        Map.of()));
        Files.setPosixFilePermissions(tree, java.nio.file.attribute.PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private ScriptRendererTest.Ran verify(String stage) throws Exception {
        return ScriptRendererTest.run(tree, Map.of(), user(List.of("bash", ".bootstrap/verify.sh", stage)));
    }

    static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** As root the scripts would change to another user; here they run as nobody. */
    private static String[] user(List<String> argv) {
        List<String> all = new java.util.ArrayList<>();
        if (isRoot()) {
            all.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "env", "HOME=/tmp"));
        }
        all.addAll(argv);
        return all.toArray(String[]::new);
    }
}
