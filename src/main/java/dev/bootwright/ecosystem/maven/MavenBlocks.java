package dev.bootwright.ecosystem.maven;

import dev.bootwright.contract.ShellText;
import dev.bootwright.version.maven.MavenVersion;
import java.util.ArrayList;
import java.util.List;

/**
 * The bash of a Maven contract's steps.
 *
 * @param maven the release that runs
 */
record MavenBlocks(MavenVersion maven) {
    /** Where releases from the registry are put. */
    static final String SHARE = "${HOME}/.local/share";

    /** Any release does; this one runs on every JDK and Maven of the suites. */
    private static final String DEPENDENCY = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1";

    private static final String COPY = DEPENDENCY + ":copy";

    /** Brings a release of Maven by the Maven that is there; checksums are compared. */
    String install() {
        return """
                if [ ! -x "%1$s/apache-maven-%2$s/bin/mvn" ]; then
                  fetched="$(mktemp -d)"
                  cd "$fetched"
                  /usr/bin/mvn -B -q -C %3$s -Dartifact=org.apache.maven:apache-maven:%2$s:tar.gz:bin -DoutputDirectory="$fetched"
                  mkdir -p "%1$s"
                  tar -xzf "$fetched/apache-maven-%2$s-bin.tar.gz" -C "%1$s"
                  cd /
                  rm -rf "$fetched"
                fi
                """.formatted(SHARE, maven, COPY);
    }

    /** Compares what the commands resolve to with what is wanted. */
    String check(int feature) {
        String version = feature <= 8 ? "1." + feature : String.valueOf(feature);
        return """
                [[ "$("$JAVA_HOME/bin/java" -version 2>&1)" == *'version "%s'[.\\"+-]* ]]
                [[ "$(mvn -B --version)" == *'Apache Maven %s'[!0-9A-Za-z.-]* ]]""".formatted(version, maven);
    }

    /** {@code mvn} with the switches of every call, then the arguments. */
    String call(List<String> arguments) {
        return ShellText.quote(words(arguments));
    }

    List<String> words(List<String> arguments) {
        List<String> words = new ArrayList<>(List.of("mvn", "-B"));
        if (maven.isAtLeast("3.6.1")) {
            words.add("-ntp");
        }
        words.addAll(arguments);
        return words;
    }

    /** Brings one jar into Maven's repository, for test JVMs that name it there. */
    static List<String> fetching(String coordinates) {
        return List.of(DEPENDENCY + ":get", "-Dartifact=" + coordinates, "-Dtransitive=false");
    }

    /** Flags for Maven's own JVM, beside those that say how the network is reached. */
    static String jvm(List<String> flags) {
        return flags.isEmpty() ? "" : "export MAVEN_OPTS=\"${MAVEN_OPTS:-} " + String.join(" ", flags) + "\"\n";
    }

    /** Copies what Surefire and Failsafe wrote since a stamp; {@code $REPORTS} is where it is counted. */
    static String reports() {
        return copying("-path '*/target/*-reports/TEST-*.xml' -newer \"$STAMP\"");
    }

    /** Copies compiled test classes, so that their tests can be listed. */
    static String classes() {
        return copying("-path '*/target/test-classes/*' -name '*.class'");
    }

    private static String copying(String which) {
        return "find . " + which + " -not -path '*/target/*/target/*' -exec cp -p --parents -t \"$REPORTS\" {} +";
    }
}
