package dev.bootwright.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetworkProfileTest {
    private static final String SYSTEM = certificate("c3lzdGVt");
    private static final String COMPANY = certificate("Y29tcGFueQ==");

    @TempDir
    Path root;

    private final Map<String, String> env = new HashMap<>();

    @Test
    void aHostWithoutSettingsInjectsOnlyWhatAptNeeds() {
        SandboxInjection injection = profile().forSetup(root);

        assertThat(injection.env()).containsExactly(entry("APT_CONFIG", NetworkProfile.APT_TARGET));
        assertThat(content(injection, NetworkProfile.APT_TARGET)).isEqualTo("Acquire::Retries \"3\";\n");
        assertThat(profile().indexAddresses()).isEmpty();
    }

    @Test
    void toolVariablesOfTheHostNeverEnter() {
        env.putAll(Map.of(
                "GOFLAGS", "-mod=vendor",
                "PYTHONPATH", "/host",
                "PIP_FIND_LINKS", "/host/wheels",
                "NODE_OPTIONS", "--inspect",
                "JAVA_TOOL_OPTIONS", "-Xmx1g",
                "PIP_INDEX_URL", "https://packages.company.test/simple"));

        assertThat(profile().forSetup(root).env().keySet())
                .containsExactlyInAnyOrder("APT_CONFIG", "PIP_INDEX_URL", "UV_DEFAULT_INDEX");
    }

    @Test
    void proxiesAreGivenInBothSpellings() {
        env.put("HTTPS_PROXY", "http://proxy.company.test:3128");
        env.put("no_proxy", "localhost,.company.test");

        assertThat(profile().forVerify(root).env())
                .containsOnly(
                        entry("https_proxy", "http://proxy.company.test:3128"),
                        entry("HTTPS_PROXY", "http://proxy.company.test:3128"),
                        entry("no_proxy", "localhost,.company.test"),
                        entry("NO_PROXY", "localhost,.company.test"),
                        entry(
                                "MAVEN_OPTS",
                                "-Dhttps.proxyHost=proxy.company.test -Dhttps.proxyPort=3128"
                                        + " -Dhttp.nonProxyHosts=localhost|*.company.test"
                                        + " -Daether.connector.http.useSystemProperties=true"
                                        + " -Daether.transport.apache.useSystemProperties=true"));
    }

    @Test
    void theSystemsAuthoritiesAreBoundAtAPathOfOurOwnForEveryTool() throws IOException {
        put("etc/ssl/certs/ca-certificates.crt", "# a comment\n" + SYSTEM);

        SandboxInjection injection = profile().forVerify(root);

        assertThat(injection.env())
                .containsKeys(
                        "SSL_CERT_FILE",
                        "PIP_CERT",
                        "REQUESTS_CA_BUNDLE",
                        "CURL_CA_BUNDLE",
                        "GIT_SSL_CAINFO",
                        "NODE_EXTRA_CA_CERTS",
                        "CARGO_HTTP_CAINFO");
        assertThat(injection.env().values()).containsOnly("/run/bootwright/ca.pem");
        assertThat(content(injection, NetworkProfile.CA_TARGET)).isEqualTo(SYSTEM);
        assertThat(content(profile().forSetup(root), NetworkProfile.APT_TARGET))
                .contains("Acquire::https::CAInfo \"/run/bootwright/ca.pem\";");
    }

    @Test
    void javaGetsATrustStoreOfTheAuthoritiesAndAFlagForBuildToolsAlone() throws Exception {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init((KeyStore) null);
        X509Certificate known = ((X509TrustManager) factory.getTrustManagers()[0]).getAcceptedIssuers()[0];
        String pem = certificate(Base64.getMimeEncoder().encodeToString(known.getEncoded()));
        put("etc/ssl/certs/ca-certificates.crt", SYSTEM + pem);

        SandboxInjection injection = profile().forVerify(root);

        assertThat(injection.env().get("MAVEN_OPTS"))
                .isEqualTo("-Djavax.net.ssl.trustStore=/run/bootwright/java.jks -Djavax.net.ssl.trustStoreType=JKS");
        assertThat(injection.env()).doesNotContainKey("JAVA_TOOL_OPTIONS");
        Path store = injection.binds().stream()
                .filter(bind -> bind.target().equals("/run/bootwright/java.jks"))
                .findFirst()
                .orElseThrow()
                .source();
        KeyStore read = KeyStore.getInstance("JKS");
        try (InputStream in = Files.newInputStream(store)) {
            read.load(in, null);
        }
        assertThat(Collections.list(read.aliases())).hasSize(1);
        assertThat(read.getCertificate("authority-0")).isEqualTo(known);
        assertThat(profile().forVerify(root)).isEqualTo(injection);
    }

    @Test
    void aBundleNamedByAVariableReplacesTheSystemsAndAnExtraOneAddsToIt() throws IOException {
        put("etc/ssl/certs/ca-certificates.crt", SYSTEM);
        env.put("NODE_EXTRA_CA_CERTS", put("company.pem", COMPANY + SYSTEM).toString());
        assertThat(profile().ca().orElseThrow().pem()).isEqualTo(SYSTEM + COMPANY);

        env.remove("NODE_EXTRA_CA_CERTS");
        env.put("CURL_CA_BUNDLE", root.resolve("company.pem").toString());
        assertThat(profile().ca().orElseThrow().pem()).isEqualTo(COMPANY + SYSTEM);
    }

    @Test
    void aBundleThatIsNotThereIsAProblemAndTheNextOneIsTaken() throws IOException {
        put("etc/ssl/certs/ca-certificates.crt", SYSTEM);
        env.put("SSL_CERT_FILE", "/nowhere/ca.pem");

        NetworkProfile profile = profile();

        assertThat(profile.problems()).singleElement().asString().contains("SSL_CERT_FILE", "/nowhere/ca.pem");
        assertThat(profile.ca().orElseThrow().pem()).isEqualTo(SYSTEM);
    }

    @Test
    void aBundleWithoutCertificatesIsAProblem() throws IOException {
        env.put("SSL_CERT_FILE", put("empty.pem", "nothing").toString());

        assertThat(profile().ca()).isEmpty();
        assertThat(profile().problems()).singleElement().asString().contains("no PEM certificate");
    }

    @Test
    void filesThatAreBoundCanBeReadByAnyoneAndAreWrittenOnce() throws IOException {
        Path private0600 = put("ca.pem", COMPANY);
        Files.setPosixFilePermissions(private0600, PosixFilePermissions.fromString("rw-------"));
        env.put("SSL_CERT_FILE", private0600.toString());

        SandboxInjection first = profile().forSetup(root);
        SandboxInjection second = profile().forSetup(root);

        assertThat(second).isEqualTo(first);
        for (SandboxInjection.Bind bind : first.binds()) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(bind.source())))
                    .isEqualTo("rw-r--r--");
        }
    }

    @Test
    void pipsFilesAreReadAndVariablesWin() throws IOException {
        env.put("HOME", root.resolve("home").toString());
        put("etc/pip.conf", "[global]\nindex-url = https://machine.test/simple\ntrusted-host = machine.test\n");
        put(
                "home/.config/pip/pip.conf",
                "[global]\nindex-url: https://user.test/simple\nextra-index-url =\n  https://a.test/simple\n  https://b.test/simple\n");
        assertThat(profile().python())
                .isEqualTo(new PythonIndexes(
                        "https://user.test/simple",
                        List.of("https://a.test/simple", "https://b.test/simple"),
                        List.of("machine.test"),
                        null));

        env.put("UV_DEFAULT_INDEX", "inner=https://uv.test/simple");
        assertThat(profile().python().index()).isEqualTo("https://uv.test/simple");

        env.put("PIP_INDEX_URL", "https://pip.test/simple");
        SandboxInjection injection = profile().forSetup(root);
        assertThat(injection.env())
                .containsEntry("PIP_INDEX_URL", "https://pip.test/simple")
                .containsEntry("UV_DEFAULT_INDEX", "https://pip.test/simple")
                .containsEntry("PIP_EXTRA_INDEX_URL", "https://a.test/simple https://b.test/simple")
                .containsEntry("PIP_TRUSTED_HOST", "machine.test");
        assertThat(profile().forVerify(root).env()).doesNotContainKey("PIP_INDEX_URL");
    }

    @Test
    void goProxiesComeFromVariableOrGoEnv() throws IOException {
        env.put("HOME", root.resolve("home").toString());
        put("home/.config/go/env", "GOPROXY=https://go.test|direct\nGOFLAGS=-v\nGONOSUMDB=*.company.test\n");

        assertThat(profile().go().variables())
                .containsExactly(entry("GONOSUMDB", "*.company.test"), entry("GOPROXY", "https://go.test|direct"));
        assertThat(profile().indexAddresses()).containsExactly("go=https://go.test", "go=direct");

        env.put("GOPROXY", "off");
        assertThat(profile().go().variables()).containsEntry("GOPROXY", "off");
    }

    @Test
    void aptSettingsAreReadInBothWrittenForms() throws IOException {
        put("etc/apt/apt.conf.d/10proxy", "Acquire::HTTP::Proxy \"http://apt.test:3142\"; // nearest\n");
        put("etc/apt/apt.conf.d/20nested", """
                # nested
                Acquire { https { Proxy "http://apt.test:3143"; };
                  Check-Valid-Until "false"; Languages "none"; };
                DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb || true"; };
                """);

        assertThat(content(profile().forSetup(root), NetworkProfile.APT_TARGET)).isEqualTo("""
                        Acquire::Retries "3";
                        acquire::check-valid-until "false";
                        acquire::http::proxy "http://apt.test:3142";
                        acquire::https::proxy "http://apt.test:3143";
                        """);
    }

    @Test
    void credentialsReachTheSandboxAndNothingElse() {
        env.put("https_proxy", "http://ann:pa55@proxy.test:3128");
        env.put("PIP_INDEX_URL", "https://token-abc@packages.test/simple");
        NetworkProfile profile = profile();

        assertThat(profile.forSetup(root).env()).containsEntry("https_proxy", "http://ann:pa55@proxy.test:3128");
        assertThat(profile.indexAddresses()).containsExactly("pypi=https://packages.test/simple");
        assertThat(profile.masked())
                .containsEntry("https_proxy", "http://***@proxy.test:3128")
                .containsEntry("PIP_INDEX_URL", "https://***@packages.test/simple");
        assertThat(profile.masked().toString()).doesNotContain("pa55", "token-abc");
        assertThat(profile.secrets()).containsExactly("token-abc", "ann:pa55", "pa55");
    }

    @Test
    void aProxyWithoutASchemeIsMaskedToo() {
        assertThat(Addresses.masked("ann:pa55@proxy.test:3128")).isEqualTo("***@proxy.test:3128");
        assertThat(Addresses.masked("http://ann:p@55@proxy.test/")).isEqualTo("http://***@proxy.test/");
        assertThat(Addresses.masked("proxy.test:3128")).isEqualTo("proxy.test:3128");
    }

    private NetworkProfile profile() {
        return NetworkProfile.read(env, root);
    }

    private Path put(String path, String content) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    private static String content(SandboxInjection injection, String target) {
        Path source = injection.binds().stream()
                .filter(bind -> bind.target().equals(target))
                .findFirst()
                .orElseThrow()
                .source();
        try {
            return Files.readString(source);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String certificate(String body) {
        return "-----BEGIN CERTIFICATE-----\n" + body + "\n-----END CERTIFICATE-----\n";
    }
}
