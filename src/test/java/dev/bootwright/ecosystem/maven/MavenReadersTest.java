package dev.bootwright.ecosystem.maven;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.format.Reading;
import dev.bootwright.format.xml.XmlElement;
import dev.bootwright.format.xml.XmlReader;
import dev.bootwright.toolchain.JdkReleases;
import dev.bootwright.version.maven.MavenVersion;
import dev.bootwright.version.maven.MavenVersionRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read of POMs, versions and commands. */
class MavenReadersTest {
    @Test
    void xmlKeepsLinesAndRefusesDocumentTypes() {
        XmlElement root = XmlReader.read(
                        "\n<?xml version='1.0'?>\n<a>\n  <b x='1'>t<!-- no --> u</b>\n  <b>&lt;</b>\n</a>")
                .toOptional()
                .orElseThrow();
        assertThat(root.line()).isEqualTo(3);
        assertThat(root.children()).extracting(XmlElement::text).containsExactly("t u", "<");
        assertThat(root.children().getFirst().line()).isEqualTo(4);
        assertThat(root.children().getFirst().attributes()).containsEntry("x", "1");
        for (String hostile : List.of(
                "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>",
                "<a>",
                "",
                "<a>".repeat(100) + "</a>".repeat(100),
                "text")) {
            assertThat(XmlReader.read(hostile)).isInstanceOf(Reading.Unknown.class);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 2",
        "1.0-alpha-1, 1.0-beta",
        "1.0-rc1, 1.0",
        "1.0-SNAPSHOT, 1.0",
        "1.0, 1.0.1",
        "1.0-rc-2, 1.0-rc-10",
        "3.6.3, 3.9.0",
        "3.9.9, 3.9.16",
        "3.9.9, 4.0.0-rc-4",
        "1.0-m1, 1.0-cr1",
        "1.0, 1.0-sp"
    })
    void versionsAreOrderedAsMavenDoes(String lower, String higher) {
        assertThat(MavenVersion.parse(lower)).isLessThan(MavenVersion.parse(higher));
        assertThat(MavenVersion.parse(higher)).isGreaterThan(MavenVersion.parse(lower));
    }

    @ParameterizedTest
    @CsvSource({"1, 1.0.0", "1.0-ga, 1", "1.0.Final, 1.0", "2.0-alpha1, 2-a1"})
    void versionsThatSayTheSameAreEqual(String one, String other) {
        assertThat(MavenVersion.parse(one)).isEqualByComparingTo(MavenVersion.parse(other));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "[3.6.3,); 3.9.9; true",
                "3.6.3; 3.6.2; false",
                "(,17]; 17; true",
                "(,17); 17; false",
                "[11,12),[17,); 13; false",
                "[11,12),[17,); 21; true",
                "[17]; 17; true",
                "[17]; 17.0.1; false",
                "[1.8.0,); 1.8.0-500; true"
            })
    void rangesAreSolvedAsTheEnforcerDoes(String range, String version, boolean holds) {
        assertThat(MavenVersionRange.tryParse(range).orElseThrow().contains(MavenVersion.parse(version)))
                .isEqualTo(holds);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "[1", "[,", "${x}", "", "[1,2"})
    void whatIsNoRangeIsNotUnderstood(String text) {
        assertThat(MavenVersionRange.tryParse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1.8, 8",
        "8, 8",
        "17.0.9+9, 17",
        "temurin-21.0.1, 21",
        "11.0.x, 11",
        "1.5, 5",
        "21-ea, 21",
        "adopt@1.11, 11"
    })
    void jdksAreNamedInManyWays(String text, int feature) {
        assertThat(JdkReleases.feature(text)).contains(feature);
    }

    @ParameterizedTest
    @ValueSource(strings = {"${java.version}", "latest", "", "x17", "2024"})
    void otherTextsNameNoJdk(String text) {
        assertThat(JdkReleases.feature(text)).isEmpty();
    }

    @Test
    void reactorsArePutTogetherAndPropertiesInherited() {
        PomTree poms = PomTree.of(
                TreeIndex.of(MemoryTree.of(Map.of(
                        "pom.xml",
                        "<project><groupId>g</groupId><artifactId>root</artifactId><modules><module>a</module>"
                                + "<module>b/pom.xml</module></modules><properties><level>17</level>"
                                + "<java.version>${level}</java.version></properties></project>",
                        "a/pom.xml",
                        "<project><parent><groupId>g</groupId><artifactId>root</artifactId></parent><artifactId>a</artifactId></project>",
                        "b/pom.xml",
                        "<project><artifactId>b</artifactId></project>",
                        "bench/pom.xml",
                        "<project><artifactId>bench</artifactId></project>",
                        "a/src/test/resources/pom.xml",
                        "<project><artifactId>data</artifactId></project>",
                        "c/pom.xml",
                        "<project"))),
                (file, unknown) -> assertThat(file).isEqualTo("c/pom.xml"));
        assertThat(poms.reactors()).extracting(PomTree.Reactor::folder).containsExactlyInAnyOrder(".", "bench");
        PomTree.Reactor root = poms.reactors().stream()
                .filter(r -> r.folder().equals("."))
                .findFirst()
                .orElseThrow();
        assertThat(root.modules()).extracting(PomFile::artifact).containsExactly("root", "a", "b");
        assertThat(poms.resolve(root.modules().get(1), "${java.version}")).isEqualTo("17");
        assertThat(poms.resolve(root.modules().get(2), "${java.version}")).isEqualTo("${java.version}");
    }

    @Test
    void endlessPropertiesAndParentsEnd() {
        PomTree poms = PomTree.of(
                TreeIndex.of(MemoryTree.of(Map.of(
                        "pom.xml",
                        "<project><parent><groupId>g</groupId><artifactId>x</artifactId><relativePath>pom.xml</relativePath></parent>"
                                + "<artifactId>x</artifactId><properties><a>${b}${b}</a><b>${a}${a}</b></properties>"
                                + "<modules><module>.</module><module>..</module></modules></project>"))),
                (file, unknown) -> {});
        PomFile pom = poms.reactors().getFirst().root();
        assertThat(poms.lineage(pom)).hasSize(1);
        assertThat(poms.resolve(pom, "${a}")).contains("${");
    }

    @Test
    void commandsAreTakenApart() {
        List<MavenCommand> commands = MavenCommand.in("""
                cd core
                MAVEN_OPTS=-Xmx1g ./mvnw -B --no-transfer-progress -Pci,!format -P more -D"license.skip=true" -DskipITs \\
                  -pl one,two -am --file=../pom.xml clean verify sonar:sonar
                mvn -DskipTests install
                mvn -v
                mvn deploy
                """, 1);
        MavenCommand first = commands.getFirst();
        assertThat(first.goals()).containsExactly("clean", "verify", "sonar:sonar");
        assertThat(first.profiles()).containsExactly("ci", "!format", "more");
        assertThat(first.properties()).containsEntry("license.skip", "true").containsEntry("skipITs", "");
        assertThat(first.options()).containsEntry("-pl", "one,two").containsKey("-am");
        assertThat(first.env()).containsEntry("MAVEN_OPTS", "-Xmx1g");
        assertThat(first.phase()).isEqualTo("verify");
        assertThat(first.projectFolder(".")).contains(".");
        List<Boolean> tested = new ArrayList<>();
        commands.forEach(c -> tested.add(c.executesTests()));
        assertThat(tested).containsExactly(true, false, false, true);
    }

    @ParameterizedTest
    @CsvSource({
        "org.mockito, mockito-all, 1.10.19, 11",
        "org.mockito, mockito-core, 4.11.0, 17",
        "org.projectlombok, lombok, 1.18.20, 11",
        "org.jmockit, jmockit, 1.46, 11"
    })
    void oldLibrariesLimitTheJdk(String group, String artifact, String version, int limit) {
        assertThat(OldLibraries.limit(group, artifact, version)).contains(limit);
        assertThat(OldLibraries.limit(group, artifact, "99.0")).isEmpty();
        assertThat(OldLibraries.limit(group, artifact, "${x}")).isEmpty();
    }
}
