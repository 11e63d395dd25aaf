package dev.bootwright.ecosystem.maven;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.base.StepId;
import dev.bootwright.base.TestId;
import dev.bootwright.ecosystem.EcosystemPlans;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.ExecUsage;
import dev.bootwright.step.Origin;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Step;
import dev.bootwright.step.StepLimits;
import dev.bootwright.step.StepUser;
import dev.bootwright.step.TestCounts;
import dev.bootwright.testreport.TestCase;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.verify.TestRunnerSupport.Execution;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reports as Surefire writes them, put beside what Maven prints. */
class SurefireSupportTest {
    private static final String XML = """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuite xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" name="g.%1$s" tests="9">
            <properties><property name="a" value="b"/></properties>
            %2$s
            </testsuite>
            """;
    private static final String PASSED = "<testcase name=\"works\" classname=\"g.%s\" time=\"0.01\"/>";
    private static final String FAILED = """
            <testcase name="fails(int)[1]" classname="g.%s" time="0.01"><failure message="expected: &lt;1&gt; but was: &lt;2&gt;" type="x"><![CDATA[org.opentest4j.AssertionFailedError: expected: <1> but was: <2>
            \tat org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:55)
            \tat g.%s.fails(%s.java:12)
            Caused by: java.net.UnknownHostException: nowhere
            ]]></failure></testcase>
            """;

    @TempDir
    Path folder;

    private final SurefireSupport support = new SurefireSupport();
    private Path reports;
    private Path host;
    private Path log;

    @BeforeEach
    void folders() throws IOException {
        reports = Files.createDirectories(folder.resolve("reports"));
        host = Files.createDirectories(folder.resolve("host"));
        log = Files.writeString(folder.resolve("log"), "[INFO] BUILD SUCCESS\n");
        source("core/src/test/java/g/ATest.java");
        source("web/src/test/kotlin/BTest.kt");
    }

    private void source(String path) throws IOException {
        Files.createDirectories(host.resolve(path).getParent());
        Files.writeString(host.resolve(path), "");
    }

    private void report(String module, String name, String cases) throws IOException {
        Path file = reports.resolve(module + "/target/surefire-reports/TEST-g." + name + ".xml");
        Files.createDirectories(file.getParent());
        Files.writeString(file, XML.formatted(name, cases));
    }

    private TestReport executed(int status) {
        return support.read(execution(step("mvn -B -fae verify"), new ExecOutcome.Exited(status, usage())));
    }

    private static ExecUsage usage() {
        return new ExecUsage(Duration.ofSeconds(1), Duration.ofSeconds(1), 0, false);
    }

    private Execution execution(Step step, ExecOutcome outcome) {
        return new Execution(step, outcome, folder.resolve("events"), reports, log, "/workspace", host);
    }

    private static Step step(String command) {
        return step("maven-strongest", Phase.STRONGEST, Role.EXECUTE, command);
    }

    private static Step step(String id, Phase phase, Role role, String block) {
        return new Step(
                new StepId(id),
                phase,
                role,
                StepUser.DEVELOPER,
                ".",
                "surefire",
                block,
                Map.of(),
                ".",
                new StepLimits(100, 100),
                List.of(),
                Origin.PLAN);
    }

    @Test
    void everyModulesReportsAreRead() throws IOException {
        report("core", "ATest", PASSED.formatted("ATest") + PASSED.formatted("ATest$Inner"));
        report(
                "web",
                "BTest",
                PASSED.formatted("BTest") + "<testcase name=\"later\" classname=\"g.BTest\"><skipped/></testcase>");
        Files.createDirectories(reports.resolve("web/target/it/target/surefire-reports"));
        Files.writeString(
                reports.resolve("web/target/it/target/surefire-reports/TEST-g.X.xml"),
                XML.formatted("X", PASSED.formatted("X")));

        TestReport report = executed(0);

        assertThat(report.cases())
                .extracting(c -> c.id().display())
                .containsExactly(
                        "core/src/test/java/g/ATest.java::g.ATest::works",
                        "core/src/test/java/g/ATest.java::g.ATest$Inner::works",
                        "web/src/test/kotlin/BTest.kt::g.BTest::works",
                        "web/src/test/kotlin/BTest.kt::g.BTest::later");
        assertThat(report.counts()).isEqualTo(new TestCounts(4, 3, 3, 0, 0, 1, 0, 0));
        assertThat(report.complete()).isTrue();
        assertThat(report.mismatches()).isEmpty();
    }

    @Test
    void failuresHaveTheirPlaceAndCause() throws IOException {
        report("core", "ATest", FAILED.formatted("ATest", "ATest", "ATest"));
        Files.writeString(
                log,
                "[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.2.5:test"
                        + " (default-test) on project core: There are test failures.\n[INFO] web ..... SKIPPED\n[INFO] BUILD FAILURE\n");

        TestReport report = executed(1);

        TestCase failure = report.failures().getFirst();
        assertThat(failure.failingLine()).isEqualTo("core/src/test/java/g/ATest.java:12");
        assertThat(failure.detail()).contains("caused by: java.net.UnknownHostException");
        assertThat(support.selector(failure.id())).isEqualTo("g.ATest#fails");
        assertThat(report.mismatches()).isEmpty();
        assertThat(report.collectionErrors()).singleElement().satisfies(e -> {
            assertThat(e.file()).isEqualTo("module web");
            assertThat(e.detail()).contains("not built");
        });
    }

    @Test
    void aFailureThatTheBuildIgnoresStillCounts() throws IOException {
        report("core", "ATest", FAILED.formatted("ATest", "ATest", "ATest"));

        assertThat(executed(0).counts().failed()).isEqualTo(1);
        assertThat(executed(0).mismatches()).isEmpty();
    }

    @Test
    void aBadEndWithoutAFailureIsNeverBelieved() throws IOException {
        report("core", "ATest", PASSED.formatted("ATest"));

        assertThat(executed(1).mismatches()).singleElement().asString().contains("exit status 1", "no failure");
    }

    @Test
    void moreTestsThanTheRunnerRanAreNotBelieved() throws IOException {
        report("core", "ATest", PASSED.formatted("ATest") + PASSED.formatted("ATest"));
        Files.writeString(
                log,
                "[INFO] Tests run: 1, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s -- in g.ATest\n"
                        + "[INFO] Tests run: 1, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS\n");

        assertThat(executed(0).mismatches()).singleElement().asString().contains("2 tests", "ran 1");
    }

    @Test
    void checksThatFailAndJvmsThatDieAreTold() throws IOException {
        report("core", "ATest", PASSED.formatted("ATest"));
        Files.writeString(
                log,
                "[ERROR] Failed to execute goal org.apache.rat:apache-rat-plugin:0.15:check (default) on project core: Too many files\n"
                        + "[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.2.5:test (default-test) on project web: \n"
                        + "[ERROR] The forked VM terminated without properly saying goodbye. VM crash or System.exit called?\n");

        TestReport report = executed(1);

        assertThat(report.complete()).isFalse();
        assertThat(report.collectionErrors()).extracting(e -> e.file()).containsExactly("module core", "module web");
        assertThat(report.collectionErrors().getFirst().detail()).contains("apache-rat-plugin:check: Too many files");
    }

    @Test
    void aBuildThatSkipsItsTestsHasNone() throws IOException {
        Files.writeString(log, "[INFO] Tests are skipped.\n[INFO] BUILD SUCCESS\n");

        assertThat(executed(0).cases()).isEmpty();
        assertThat(executed(0).mismatches()).isEmpty();
    }

    @Test
    void reportsOfFinishedClassesOutliveALimit() throws IOException {
        report("core", "ATest", PASSED.formatted("ATest"));

        TestReport report = support.read(
                execution(step("mvn -B -fae test"), new ExecOutcome.TimedOut(Duration.ofSeconds(9), usage())));

        assertThat(report.complete()).isFalse();
        assertThat(report.counts().passed()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "**/Test*.java, a.b.TestIt, true",
        "**/*IT.java, a.b.ItIT$Inner, true",
        "a/b/*.java, a.b.Any, true",
        "a/b/*.java, a.b.c.Any, false",
        "Any, a.b.Any, true",
        "a.b.Any, a.b.Any, true",
        "**/sub/**, a.sub.x.Any, true",
        "**/*Test.class, ATest, true",
        "**/?Test, a.ATest, true",
        "**/Test*.java, a.b.AnyTest, false"
    })
    void classesArePickedByPattern(String pattern, String className, boolean picked) {
        assertThat(ClassPatterns.of(List.of(pattern)).match(className)).isEqualTo(picked);
    }

    @Test
    void whatAPomLeavesOutIsNotCollected() throws IOException {
        Files.writeString(host.resolve("pom.xml"), """
                <project><artifactId>x</artifactId><build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId>
                <configuration><excludes><exclude>**/*Slow*</exclude></excludes><excludedGroups>it</excludedGroups>
                </configuration></plugin></plugins></build></project>
                """);
        IncludedClasses included = IncludedClasses.of(step("mvn test"), host);
        assertThat(included.runs("core", "a.ATest", Set.of())).isTrue();
        assertThat(included.runs("core", "a.ASlowTest", Set.of())).isFalse();
        assertThat(included.runs("core", "a.ATest", Set.of("it"))).isFalse();
        assertThat(included.runs("core", "a.AnIT", Set.of())).isFalse();
        assertThat(included.runs("core", "a.Helper", Set.of())).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "'', <execution><goals><goal>integration-test</goal></goals></execution>, mvn verify, true",
        "'', <execution><goals><goal>integration-test</goal></goals></execution>, mvn -DskipTests package, true",
        "'', <execution><goals><goal>integration-test</goal></goals></execution>, mvn -DskipTests -DskipITs package, false",
        "'', <execution><goals><goal>integration-test</goal></goals></execution>, mvn test, false",
        "'', '', mvn verify, false",
        "<parent><groupId>org.elsewhere</groupId><artifactId>p</artifactId></parent>, '', mvn verify, true"
    })
    void failsafeRunsOnlyWhereItsGoalsAreBound(String parent, String execution, String call, boolean runs)
            throws IOException {
        Files.writeString(host.resolve("pom.xml"), """
                <project>%s<artifactId>x</artifactId><build><plugins><plugin><artifactId>maven-failsafe-plugin</artifactId>
                <executions>%s</executions></plugin></plugins></build></project>
                """.formatted(parent, execution));

        assertThat(IncludedClasses.of(step(call), host).runs("core", "a.AnIT", Set.of()))
                .isEqualTo(runs);
    }

    @ParameterizedTest
    @CsvSource({"'mvn -B -Pci,integration verify', true", "mvn -B -Pci verify, false"})
    void aProfileThatTheCallDoesNotNameBindsNothing(String call, boolean runs) throws IOException {
        Files.writeString(host.resolve("pom.xml"), """
                <project><artifactId>x</artifactId><profiles><profile><id>integration</id><build><plugins><plugin>
                <artifactId>maven-failsafe-plugin</artifactId><executions><execution><goals><goal>integration-test</goal>
                </goals></execution></executions></plugin></plugins></build></profile></profiles></project>
                """);

        assertThat(IncludedClasses.of(step(call), host).runs("core", "a.AnIT", Set.of()))
                .isEqualTo(runs);
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Test
    @Tag("nested")
    @interface OwnMark {}

    @Nested
    class InAClassOfItsOwn {
        @OwnMark
        void isFound() {
            assertThat(InAClassOfItsOwn.class.getName()).contains("$");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "AllTheRest, g.OneCase::testIt",
        "'AllTheRest.java</include><include>**/OneCase', g.OneCase::testIt",
        "OtherCase, g.OtherCase::testOther",
        "Nothing, ''"
    })
    void whereASuiteAloneIsPickedItMayCallEveryClass(String picked, String first) throws IOException {
        Path sources = Files.createDirectories(folder.resolve("sources"));
        compile(
                sources,
                Map.of(
                        "junit/framework/Test.java",
                        "package junit.framework; public interface Test {}",
                        "junit/framework/TestCase.java",
                        "package junit.framework; public class TestCase implements Test {}",
                        "g/AllTheRest.java",
                        "package g; public class AllTheRest { public static junit.framework.Test suite() { return null; } }",
                        "g/OneCase.java",
                        "package g; public class OneCase extends junit.framework.TestCase { public void testIt() {} }",
                        "g/OtherCase.java",
                        "package g; public class OtherCase extends junit.framework.TestCase { public void testOther() {} }"));
        Files.writeString(host.resolve("pom.xml"), """
                <project><artifactId>x</artifactId><build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId>
                <configuration><includes><include>**/%s.java</include></includes></configuration></plugin></plugins></build></project>
                """.formatted(picked));
        Step collect = step("maven-collect", Phase.MINIMAL, Role.COLLECT, "mvn -B -DskipTests test-compile");

        TestReport collected = support.read(execution(collect, new ExecOutcome.Exited(0, usage())));

        int count = first.isEmpty() ? 0 : picked.equals("AllTheRest") ? 2 : 1;
        assertThat(collected.ids()).extracting(TestId::name).hasSize(count);
        if (count > 0) {
            assertThat(collected.ids().getFirst().name()).isEqualTo(first);
        }
    }

    private void compile(Path sources, Map<String, String> files) throws IOException {
        Path target = Files.createDirectories(reports.resolve("target/test-classes"));
        List<String> arguments = new ArrayList<>(List.of("-d", target.toString()));
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = sources.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            arguments.add(Files.writeString(path, file.getValue()).toString());
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
        // the library's own classes lie elsewhere
        Files.delete(target.resolve("junit/framework/Test.class"));
        Files.delete(target.resolve("junit/framework/TestCase.class"));
    }

    @Test
    void compiledClassesAreListedAndAPartOfThemChosen() throws IOException {
        for (Class<?> type : List.of(
                SurefireSupportTest.class,
                OwnMark.class,
                InAClassOfItsOwn.class,
                MavenReadersTest.class,
                EcosystemPlans.class)) {
            String path = type.getName().replace('.', '/');
            Path target = reports.resolve("core/target/test-classes/" + path + ".class");
            Files.createDirectories(target.getParent());
            Files.copy(Path.of("target/test-classes/" + path + ".class"), target);
            source("core/src/test/java/" + path + ".java");
        }
        Files.writeString(reports.resolve("core/target/test-classes/Broken.class"), "no class");
        Step collect = step("maven-collect", Phase.MINIMAL, Role.COLLECT, "mvn -B -DskipTests test-compile");

        TestReport collected = support.read(execution(collect, new ExecOutcome.Exited(0, usage())));

        assertThat(collected.complete()).isTrue();
        assertThat(collected.ids())
                .extracting(TestId::name)
                .contains(
                        SurefireSupportTest.class.getName() + "::aBuildThatSkipsItsTestsHasNone",
                        InAClassOfItsOwn.class.getName() + "::isFound")
                .noneMatch(n -> n.contains("EcosystemPlans") || n.endsWith("folders"));
        assertThat(TestClasses.below(reports).stream().filter(c -> c.name().endsWith("$InAClassOfItsOwn")))
                .singleElement()
                .satisfies(c -> assertThat(c.tests()).isEqualTo(Map.of("isFound", Set.of("nested"))));
        Step minimal = support.minimalExecute(step("mvn -B -ntp -fae -Pci verify"), collected)
                .orElseThrow();
        assertThat(minimal.block())
                .contains("mvn -B -ntp -fae -Pci -Dtest=dev.bootwright.ecosystem.maven.MavenReadersTest,"
                        + "dev.bootwright.ecosystem.maven.SurefireSupportTest -DfailIfNoTests=false"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -pl core -am package");
        assertThat(minimal.id().value()).isEqualTo("maven-minimal");
        assertThat(support.rerun(step("mvn -B -fae test"), collected.ids().subList(0, 1))
                        .orElseThrow()
                        .block())
                .contains("-Dtest=" + collected.ids().getFirst().name().replace("::", "#"), " -pl core -am test");
    }
}
