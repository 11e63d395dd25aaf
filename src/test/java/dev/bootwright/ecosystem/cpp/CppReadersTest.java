package dev.bootwright.ecosystem.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.testreport.TestCase;
import dev.bootwright.testreport.TestStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CppReadersTest {
    @TempDir
    Path folder;

    @Test
    void cmakeCommandsAreReadWithTheirLines() {
        List<CMakeCommand> commands = CMakeCommand.read("""
                # option(COMMENTED "" OFF)
                #[[ option(BLOCK "" OFF)
                ]]
                option ( A_TEST "says (something) \\"quoted\\"" OFF ) # behind
                find_package(Foo 1.2 REQUIRED
                  COMPONENTS bar baz)
                if(NOT (A AND B))
                message([=[ not ]] a command() ]=])
                """);
        assertThat(commands).extracting(CMakeCommand::name).containsExactly("option", "find_package", "if", "message");
        assertThat(commands.getFirst().arguments()).containsExactly("A_TEST", "says (something) \"quoted\"", "OFF");
        assertThat(commands.getFirst().line()).isEqualTo(4);
        assertThat(commands.get(1).behind("COMPONENTS")).containsExactly("bar", "baz");
        assertThat(CMakeCommand.read("broken(\"never closed")).hasSize(1);
    }

    @Test
    void optionsThatAreNamedAfterTests() {
        for (String name : List.of(
                "BUILD_TESTING",
                "X_BUILD_TESTS",
                "ENABLE_GTEST",
                "FOO_TEST",
                "UNITTESTS",
                "WITH_UNIT_TESTS",
                "BUILDTESTS")) {
            assertThat(isTestOption(name)).as(name).isTrue();
        }
        for (String name : List.of(
                "USE_SYSTEM_GTEST",
                "LATEST",
                "FOO_CONTEST",
                "SKIP_TESTS",
                "BUILD_BENCHMARK_TESTS",
                "DISABLE_TESTING",
                "TEST_COVERAGE")) {
            assertThat(isTestOption(name)).as(name).isFalse();
        }
    }

    private static boolean isTestOption(String name) {
        return CMakeScan.TEST_OPTION.matcher(name).matches()
                && !CMakeScan.NOT_THE_SUITE.matcher(name).matches();
    }

    @Test
    void googleTestsLines() {
        assertThat(cases("""
                [==========] Running 4 tests from 1 test suite.
                [ RUN      ] A.One
                noise[       OK ] A.One (0 ms)
                [ RUN      ] A.Two/1
                a.cc:3: Failure
                [  FAILED  ] A.Two/1, where GetParam() = (1, 2) (3 ms)
                [ RUN      ] A.Three
                [  SKIPPED ] A.Three (0 ms)
                [ RUN      ] A.Crashed
                [  FAILED  ] 1 test, listed below:
                [  FAILED  ] A.Two/1, where GetParam() = (1, 2)
                """))
                .containsExactly("passed A.One", "failed A.Two/1", "skipped A.Three", "errored A.Crashed");
    }

    @Test
    void otherFormsOfOutput() {
        assertThat(cases("1..3\nok 1 - a\nnot ok 2 - b\nok 3 # SKIP no c\n"))
                .containsExactly("passed a", "failed b", "skipped 3");
        assertThat(cases("PASS: a\nXFAIL: b\nFAIL: c\nERROR: d\n"))
                .containsExactly("passed a", "expected-failure b", "failed c", "errored d");
        assertThat(cases("All tests passed (34 assertions in 12 test cases)\n"))
                .hasSize(12)
                .containsOnly("passed case");
        assertThat(cases("test cases:  5 | 3 passed | 2 failed\nassertions: 9 | 7 passed | 2 failed\n"))
                .filteredOn("failed case"::equals)
                .hasSize(2);
        assertThat(cases("[doctest] test cases:  4 |  4 passed | 0 failed | 0 skipped\n"))
                .hasSize(4);
        assertThat(cases("100%: Checks: 7, Failures: 0, Errors: 0\n")).hasSize(7);
        assertThat(cases("Success: 981 tests passed.\n")).hasSize(981);
        assertThat(cases("FAILURE: 3 out of 981 tests failed.\n"))
                .hasSize(981)
                .filteredOn("failed case"::equals)
                .hasSize(3);
        assertThat(cases("twice one: ok\ntwice two: failed\n")).containsExactly("passed twice one", "failed twice two");
        assertThat(cases("cc -o test test.c\nchecking for pow... ok\nall done\n"))
                .isEmpty();
    }

    private static List<String> cases(String output) {
        return OutputCases.of(output.lines().toList()).stream()
                .map(c -> c.status() + " " + c.name())
                .toList();
    }

    @Test
    void anEntryOfCtestIsTakenApart() throws Exception {
        Path xml = Files.writeString(folder.resolve("report.xml"), """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuite name="(empty)" tests="6" timestamp="2026-01-01T00:00:00">
                  <testcase name="gtest" classname="gtest" time="0.1" status="run"><system-out>[ RUN      ] A.One
                [       OK ] A.One (0 ms)
                [ RUN      ] A.Two
                [       OK ] A.Two (0 ms)
                </system-out></testcase>
                  <testcase name="plain" classname="plain" time="0.1" status="run"><system-out>hello</system-out></testcase>
                  <testcase name="leaks" classname="leaks" time="0.1" status="fail"><failure message="Failed"/><system-out>2 tests passed
                leak!</system-out></testcase>
                  <testcase name="has to fail" classname="x" time="0.1" status="run"><system-out>1 out of 2 tests failed</system-out></testcase>
                  <testcase name="never built" classname="x" time="0" status="notrun"><skipped message="Unable to find executable: never"/></testcase>
                  <testcase name="skips" classname="x" time="0" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/></testcase>
                  <testcase name="off" classname="x" time="0" status="disabled"/>
                </testsuite>
                """);
        EntryReport report = new EntryReport("ctest", ".");
        assertThat(EntryXml.read(xml, report)).isEmpty();
        assertThat(report.cases())
                .extracting(c -> c.status() + " " + c.id().display())
                .containsExactly(
                        "passed gtest::A.One",
                        "passed gtest::A.Two",
                        "passed plain::plain",
                        "passed leaks::case",
                        "passed leaks::case#2",
                        "failed leaks::leaks",
                        "passed has to fail::has to fail",
                        "errored never built::never built",
                        "skipped skips::skips",
                        "skipped off::off");
        assertThat(report.cases())
                .filteredOn(c -> c.status() == TestStatus.FAILED)
                .extracting(TestCase::detail)
                .allMatch(d -> d.contains("leak!"));
    }

    @Test
    void aBrokenReportIsSaidToBeBroken() throws Exception {
        EntryReport report = new EntryReport("ctest", ".");
        Path broken = Files.writeString(folder.resolve("broken.xml"), "<testsuite><testcase name='a'/>");
        assertThat(EntryXml.read(broken, report)).isPresent();
        assertThat(EntryXml.read(folder.resolve("none.xml"), report)).isPresent();
        Path typed = Files.writeString(folder.resolve("typed.xml"), "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>");
        assertThat(EntryXml.read(typed, report)).isPresent();
    }
}
