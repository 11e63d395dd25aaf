package dev.bootwright.ecosystem.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.ecosystem.EcosystemPlans;
import dev.bootwright.failure.ToolException;
import dev.bootwright.plan.Overrides;
import dev.bootwright.step.Route;
import dev.bootwright.step.ToolchainChoice;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which JDK and Maven are chosen, and what the steps then say. */
class MavenRoutesTest {
    private static final String TEST = "class ATest { @Test void a() {} }";

    private final Map<String, String> files = new TreeMap<>(Map.of("src/test/java/g/ATest.java", TEST));

    private EcosystemPlans plans(String pom) {
        files.put("pom.xml", "<project><groupId>g</groupId><artifactId>a</artifactId>" + pom + "</project>");
        return EcosystemPlans.of(new MavenEcosystem(), MemoryTree.of(files)).committed("2024-06-01T00:00:00Z");
    }

    private void ci(String java, String run) {
        files.put(".github/workflows/ci.yml", """
                on: push
                jobs:
                  test:
                    runs-on: ubuntu-latest
                    strategy:
                      matrix:
                        java: [%s]
                    steps:
                      - uses: actions/checkout@v4
                      - uses: actions/setup-java@v4
                        with:
                          java-version: ${{ matrix.java }}
                      - run: %s
                """.formatted(java, run));
    }

    private static String first(EcosystemPlans plans) {
        return plans.plan().routes().getFirst().id();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "8, 11, 17; ; maven-3.9.16-java-17-bookworm",
                "11, 17, 21; <dependencies><dependency><groupId>org.mockito</groupId><artifactId>mockito-all</artifactId><version>1.10.19</version></dependency></dependencies>; maven-3.9.16-java-11-bullseye",
                "21, 22; <properties><maven.compiler.release>21</maven.compiler.release></properties>; maven-3.9.9-java-21-trixie",
                "8; <properties><maven.compiler.source>1.5</maven.compiler.source></properties>; maven-3.9.9-java-8-trixie",
                "26; ; maven-3.9.9-java-25-trixie",
                "23; ; maven-3.9.9-java-25-trixie"
            })
    void whatCiTestsWithIsTakenWhereItCanBeHad(String java, String pom, String route) {
        ci(java, "mvn -B verify");

        assertThat(first(plans(pom == null ? "" : pom))).isEqualTo(route);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "<properties><java.version>17</java.version></properties>; 2021-12-01; maven-3.9.16-java-17-bookworm",
                "<properties><maven.compiler.source>8</maven.compiler.source></properties>; 2017-01-01; maven-3.9.9-java-8-trixie",
                "<properties><maven.compiler.source>8</maven.compiler.source></properties>; 2021-01-01; maven-3.9.16-java-11-bullseye",
                "<properties><maven.compiler.source>1.8</maven.compiler.source></properties>; 2024-01-01; maven-3.9.16-java-17-bookworm",
                "<properties><maven.compiler.source>1.6</maven.compiler.source></properties>; 2024-01-01; maven-3.9.16-java-11-bullseye"
            })
    void withoutCiTheLevelAndTheDateDecide(String pom, String day, String route) {
        assertThat(first(plans(pom).committed(day + "T00:00:00Z"))).isEqualTo(route);
    }

    @Test
    void theEnforcersRangeHolds() {
        ci("11, 17, 21", "mvn verify");
        EcosystemPlans plans =
                plans("<build><plugins><plugin><artifactId>maven-enforcer-plugin</artifactId><configuration><rules>"
                        + "<requireJavaVersion><version>[11,17)</version></requireJavaVersion>"
                        + "<requireMavenVersion><version>[3.6,3.9)</version></requireMavenVersion>"
                        + "</rules></configuration></plugin></plugins></build>");
        assertThat(first(plans)).isEqualTo("maven-3.8.9-java-11-bullseye");
        assertThat(plans.plan().constraints()).anyMatch(c -> c.toString().contains("[11,17)"));
    }

    @Test
    void theWrappersMavenComesFromTheRegistry() {
        files.put(
                ".mvn/wrapper/maven-wrapper.properties",
                "# x\ndistributionUrl=https://host.test/maven2/org/apache/maven/apache-maven/3.9.5/apache-maven-3.9.5-bin.zip\n");
        Route route = plans("<properties><java.version>17</java.version></properties>")
                .plan()
                .routes()
                .getFirst();
        ToolchainChoice maven = route.toolchains().get(1);
        assertThat(maven.version()).isEqualTo("3.9.5");
        assertThat(maven.source()).isEqualTo("registry");
        assertThat(maven.reason()).contains("maven-wrapper.properties:2");
        assertThat(plans("").step("java-toolchain").block())
                .contains("-Dartifact=org.apache.maven:apache-maven:3.9.5:tar.gz:bin")
                .doesNotContain("://");
    }

    @Test
    void pinsAndUsersAreHeard() {
        files.put(".sdkmanrc", "java=21.0.2-tem\n");
        assertThat(first(plans(""))).contains("java-21");
        Overrides asked = new Overrides(
                null, Map.of("java", "17", "maven", "3.8.6"), List.of(), Map.of(), null, null, List.of(), Map.of());
        assertThat(first(plans("").overrides(asked))).isEqualTo("maven-3.8.6-java-17-bookworm");
        Overrides wrong =
                new Overrides(null, Map.of("java", "13"), List.of(), Map.of(), null, null, List.of(), Map.of());
        assertThatThrownBy(() -> plans("").overrides(wrong).plan())
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("13");
    }

    @Test
    void theSuiteIsWhatCiRunsWithoutWhatIsOfCiAlone() {
        ci(
                "17",
                "./mvnw -B clean verify sonar:sonar -Pci -Dlicense.skip=true -Dsonar.token=x -Dmaven.test.failure.ignore=true -Dstyle.color=always");
        EcosystemPlans plans = plans("<properties><skipTests>true</skipTests></properties>");
        assertThat(plans.step("maven-strongest").block())
                .contains(
                        "mvn -B -ntp -fae -Dmaven.test.failure.ignore=true -Pci -Dlicense.skip=true -DskipTests=false verify");
        assertThat(plans.step("maven-build").block())
                .startsWith("mvn -B -ntp -Pci -Dlicense.skip=true -DskipTests package\n")
                .contains(".bootstrap/lock/maven-artifacts.txt");
    }

    @ParameterizedTest
    @CsvSource({
        "mvn verify -DskipITs, mvn -B -ntp -fae -Dmaven.test.failure.ignore=true -DskipITs verify, mvn -B -ntp -DskipITs -DskipTests package",
        "mvn verify -DskipITs && mvn verify, mvn -B -ntp -fae -Dmaven.test.failure.ignore=true verify, mvn -B -ntp -DskipTests package",
        "mvn package, mvn -B -ntp -fae -Dmaven.test.failure.ignore=true package, mvn -B -ntp -DskipTests -DskipITs package"
    })
    void integrationTestsThatCiSkipsAreSkipped(String run, String tests, String collects) {
        ci("21", run);
        EcosystemPlans plans = plans("");
        assertThat(plans.step("maven-strongest").block()).isEqualTo(tests);
        assertThat(plans.step("maven-collect").block()).isEqualTo(collects);
    }

    @Test
    void withoutCiIntegrationTestsDecideThePhase() {
        assertThat(plans("").step("maven-strongest").block()).contains(" -fae -Dmaven.test.failure.ignore=true test");
        assertThat(plans(
                                "<build><plugins><plugin><artifactId>maven-failsafe-plugin</artifactId></plugin></plugins></build>")
                        .step("maven-strongest")
                        .block())
                .contains(" -fae -Dmaven.test.failure.ignore=true verify");
    }

    @Test
    void jdkEightIsTakenFromALaterSuite() {
        ci("8", "mvn test");
        String block = plans("").step("java-system-packages").block();
        assertThat(block).contains("openjdk-8-jdk-headless", "check-valid-until=no", "Pin-Priority: 50");
        assertThat(block).doesNotContain("://");
    }

    @Test
    void jarsThatTestJvmsNameByTheirPathAreFetched() {
        String block = plans(
                        "<properties><v>1.2</v><argLine>-javaagent:${settings.localRepository}/org/agents/agent/${v}/agent-${v}.jar</argLine></properties>")
                .step("maven-build")
                .block();
        assertThat(block)
                .contains("maven-dependency-plugin:3.6.1:get -Dartifact=org.agents:agent:1.2 -Dtransitive=false");
    }

    @Test
    void checksNeitherCountNorStandBeforeTheTests() {
        EcosystemPlans plans =
                plans("<parent><groupId>far</groupId><artifactId>away</artifactId></parent><build><plugins><plugin>"
                        + "<artifactId>dependency-check-maven</artifactId></plugin></plugins></build>");
        assertThat(plans.step("maven-strongest").block())
                .contains("-Ddependency-check.skip=true -Dformatter.skip=true")
                .doesNotContain("rat.skip");
    }

    @Test
    void reportsThatThePomSwitchesOffAreSwitchedOn() {
        EcosystemPlans plans = plans("<properties><quiet>true</quiet></properties><build><plugins><plugin>"
                + "<artifactId>maven-surefire-plugin</artifactId><configuration><disableXmlReport>${quiet}</disableXmlReport>"
                + "</configuration></plugin></plugins></build>");
        assertThat(plans.step("maven-strongest").block()).contains("-Dquiet=false test");
    }

    @Test
    void desktopClassesBringTheirLibraries() {
        files.put("src/main/java/g/Window.java", "package g;\nimport java.awt.Image;\n");
        assertThat(plans("").step("java-system-packages").block()).contains("fontconfig", "openjdk-17-jdk ");
    }

    @Test
    void containersAreANeed() {
        files.put("src/test/java/g/BIT.java", "import org.testcontainers.containers.GenericContainer;\n");
        assertThat(plans("").plan().needs()).anyMatch(n -> n.name().equals("container-engine"));
    }

    @Test
    void buildsBesideTheRootAreSaid() {
        files.put("bench/pom.xml", "<project><artifactId>b</artifactId></project>");
        assertThat(plans("").plan().projects())
                .singleElement()
                .satisfies(p -> assertThat(p.path()).isEqualTo("."));
        assertThat(plans("").plan().constraints())
                .anyMatch(c -> c.toString().contains("the Maven build in bench is not set up"));
    }
}
