package dev.bootwright.ecosystem.maven;

import dev.bootwright.base.Cause;
import dev.bootwright.trace.Signature;
import java.util.List;
import java.util.regex.Pattern;

/** Failure texts of Maven, its plug-ins, the compiler and the JVM. */
final class MavenSignatures {
    /** Most specific first. */
    static final List<Signature> ALL = List.of(
            environment(
                    "maven-too-old",
                    "(?:Detected Maven Version: \\S+ is not in the allowed range|requires? Maven version) (?<need>[\\[(]?[0-9][^\\s]{0,30})",
                    "toolchain"),
            environment(
                    "jdk-not-allowed",
                    "Detected JDK (?:Version: |version )\\S+ (?:\\(JAVA_HOME=[^)]*\\) )?is not in the allowed range (?<need>[\\[(]?[0-9][^\\s]{0,30})",
                    "toolchain"),
            environment(
                    "jdk-too-old",
                    "(?:release version|invalid target release:|invalid source release:|error: invalid flag: --release|Unsupported --release) ?(?<need>[0-9.]{0,6})(?: not supported)?",
                    "toolchain"),
            environment(
                    "jdk-level-dropped",
                    "(?:Source|Target) option (?<need>[0-9.]{1,4}) is no longer supported",
                    "toolchain"),
            environment(
                    "jdk-class-version",
                    "(?:has been compiled by a more recent version of the Java Runtime \\(class file version|Unsupported class file major version|wrong version) (?<need>[0-9.]{2,5})",
                    "toolchain"),
            environment(
                    "jdk-too-new-for-library",
                    "(?:Java (?<need>[0-9]{1,2}) \\([0-9]{2}\\) is not supported by the current version of Byte Buddy|Could not initialize class org\\.mockito\\.(?:cglib|internal\\.creation\\.(?:jmock|cglib))|NoClassDefFoundError: Could not initialize class [^\\s]*(?:ClassImposterizer|cglib)|does not \"opens java\\.|illegal reflective access)",
                    "toolchain"),
            environment(
                    "java-agent-missing",
                    "Error opening zip file or JAR manifest missing ?: ?(?<need>\\S{1,200})",
                    "library"),
            environment(
                    "java-ee-removed",
                    "(?:package|NoClassDefFoundError:|ClassNotFoundException:) (?<need>javax[./](?:xml[./]bind|annotation|activation|jws|xml[./]ws))",
                    "toolchain"),
            environment(
                    "java-container-engine",
                    "(?:Could not find a valid |Previous attempts to find a |/var/run/)(?<need>[Dd]ocker)(?: environment|\\.sock)",
                    "service"),
            environment(
                    "java-display",
                    "(?:java\\.awt\\.HeadlessException|No X11 DISPLAY variable was set|Can't connect to X11 window server)",
                    "display"),
            environment(
                    "java-native-library",
                    "UnsatisfiedLinkError: [^\\n]{0,200}?(?<need>lib[A-Za-z0-9_+.-]{1,60}\\.so[0-9.]*): cannot open shared object",
                    "library"),
            environment(
                    "java-command-missing",
                    "Cannot run program \"(?<need>[^\"\\s]{1,100})\"(?: \\([^)]*\\))?: (?:error=2|Exec failed)",
                    "command"),
            environment(
                    "java-memory",
                    "java\\.lang\\.OutOfMemoryError: (?<need>Java heap space|Metaspace|unable to create)",
                    "memory"),
            environment(
                    "maven-http-blocked",
                    "Blocked mirror for repositories: \\[?(?<need>[A-Za-z0-9._-]{1,60})",
                    "repository"),
            new Signature("java-untrusted", Pattern.compile("PKIX path building failed"), Cause.NETWORK, "authority"),
            new Signature(
                    "maven-transfer",
                    Pattern.compile(
                            "Could not transfer (?:artifact|metadata) [^\\n]{1,300}?(?:(?<need>[A-Za-z0-9.-]{3,100}): (?:Name or service not known|Temporary failure in name resolution|Unknown host)|[Cc]onnect(?:ion)? (?:timed out|refused|reset)|Read timed out|Connection reset|Remote host terminated|status code: 5[0-9][0-9]|Unknown host (?<host>[A-Za-z0-9.-]{3,100}))"),
                    Cause.NETWORK,
                    "host"),
            new Signature(
                    "java-host-lookup",
                    Pattern.compile("UnknownHostException: (?<need>[A-Za-z0-9.-]{2,120})"),
                    Cause.NETWORK,
                    "host"),
            environment(
                    "maven-artifact-missing",
                    "(?:Could not find artifact|Failure to find|was not found in) (?<need>[A-Za-z0-9_.-]+:[A-Za-z0-9_.-]+:[A-Za-z0-9_.:-]+)",
                    "artifact"),
            new Signature(
                    "surefire-timeout",
                    Pattern.compile("There was a timeout (?:or other error )?in the fork"),
                    Cause.TIMEOUT,
                    ""),
            own("java-compile", "(?:COMPILATION ERROR|[^\\s:]{1,300}\\.(?:java|kt|scala|groovy):\\[?\\d+,\\d+\\]?)"),
            own("surefire-failures", "There are test failures"));

    private MavenSignatures() {}

    private static Signature environment(String id, String pattern, String needKind) {
        return new Signature(id, Pattern.compile(pattern), Cause.ENVIRONMENT, needKind);
    }

    private static Signature own(String id, String pattern) {
        return new Signature(id, Pattern.compile(pattern), Cause.OWN, "");
    }
}
