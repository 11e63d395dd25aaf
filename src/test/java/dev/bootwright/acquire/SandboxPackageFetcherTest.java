package dev.bootwright.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.bootwright.acquire.registry.SandboxPackageFetcher;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.network.NetworkProfile;
import dev.bootwright.network.SandboxInjection;
import dev.bootwright.process.ProcessRunner;
import dev.bootwright.sandbox.BaseIdentity;
import dev.bootwright.sandbox.ReadOnlyBind;
import dev.bootwright.sandbox.SandboxSpec;
import dev.bootwright.sandbox.Store;
import dev.bootwright.sandbox.namespace.NamespaceEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real packages of real registries, brought by their clients in a real sandbox. */
@Tag("sandbox")
class SandboxPackageFetcherTest {
    private static final String ARCHITECTURE =
            System.getProperty("os.arch").equals("aarch64") ? "arm64" : System.getProperty("os.arch");

    private static ProcessRunner runner;
    private static NamespaceEngine engine;
    private static SandboxInjection network;

    @TempDir
    static Path shared;

    @TempDir
    Path temp;

    @BeforeAll
    static void openEngine() throws IOException {
        runner = new ProcessRunner();
        String named = System.getenv("BOOTWRIGHT_TEST_STORE");
        engine = NamespaceEngine.open(Store.at(Path.of(named == null ? "target/test-store" : named)), runner);
        network = NetworkProfile.ofHost().forSetup(Files.createDirectory(shared.resolve("network")));
    }

    @AfterAll
    static void closeEngine() {
        engine.close();
        runner.close();
    }

    private Workspace acquire(String text, Map<String, String> env) {
        Map<String, String> all = new TreeMap<>(network.env());
        all.putAll(env);
        List<ReadOnlyBind> binds = network.binds().stream()
                .map(b -> new ReadOnlyBind(b.source(), b.target()))
                .toList();
        SandboxPackageFetcher fetcher = new SandboxPackageFetcher(
                engine, BaseIdentity.debian("trixie", ARCHITECTURE), new SandboxSpec("fetch", binds, all));
        return new Acquirer(TestGit.cli(), fetcher)
                .acquire(SourceReference.parse(text, temp), AcquireOptions.of(temp, shared.resolve("scratch")));
    }

    private Workspace acquire(String text) {
        return acquire(text, Map.of());
    }

    private ToolException failure(String text, Map<String, String> env) throws IOException {
        ToolException failure = catchThrowableOfType(ToolException.class, () -> acquire(text, env));
        assertThat(failure).as(text).isNotNull();
        try (Stream<Path> left = Files.list(temp)) {
            assertThat(left).isEmpty();
        }
        return failure;
    }

    @Test
    void sourceDistributionsOfPythonProjects() {
        Workspace six = acquire("pkg:pypi/six@1.17.0");
        assertThat(six.directory()).isEqualTo(temp.resolve("six"));
        assertThat(six.tree().read("six.py").orElseThrow()).contains("__version__ = \"1.17.0\"");
        assertThat(six.identity().commitTime()).isAfter(Instant.parse("2024-12-01T00:00:00Z"));
        assertThat(six.identity().commitTime()).isBefore(Instant.parse("2024-12-31T00:00:00Z"));

        Workspace jinja = acquire("pkg:pypi/Jinja2@3.1.4");
        assertThat(jinja.identity().name()).isEqualTo("jinja2");
        assertThat(jinja.tree().find("pyproject.toml")).isPresent();
        assertThat(jinja.tree().find("tests/test_api.py")).isPresent();
        assertThat(acquire("pkg:pypi/jinja2@3.1.4").identity()).isEqualTo(jinja.identity());
    }

    @Test
    void modulesOfGo() {
        Workspace uuid = acquire("pkg:golang/github.com/google/uuid@v1.6.0");
        assertThat(uuid.directory()).isEqualTo(temp.resolve("uuid"));
        assertThat(uuid.tree().read("go.mod").orElseThrow()).contains("module github.com/google/uuid");
        assertThat(uuid.identity().commitTime()).isEqualTo(Instant.parse("2024-01-23T18:54:04Z"));

        Workspace toml = acquire("pkg:golang/github.com/BurntSushi/toml@v1.3.2");
        assertThat(toml.tree().find("decode.go")).isPresent();
    }

    @Test
    void cratesOfRust() {
        Workspace itoa = acquire("pkg:cargo/itoa@1.0.11");
        assertThat(itoa.directory()).isEqualTo(temp.resolve("itoa"));
        assertThat(itoa.tree().read("Cargo.toml").orElseThrow()).contains("version = \"1.0.11\"");
        assertThat(itoa.tree().find("tests/test.rs")).isPresent();
        assertThat(itoa.identity().commitTime()).isAfter(Instant.parse("2024-03-26T00:00:00Z"));
        assertThat(itoa.identity().commitTime()).isBefore(Instant.parse("2024-03-27T00:00:00Z"));
        acquire("pkg:cargo/fnv");
        assertThat(SourceMarker.read(temp.resolve("fnv")).orElseThrow().resolved())
                .matches("pkg:cargo/fnv@[0-9.]+");
    }

    @Test
    void packagesOfNpm() throws IOException {
        Workspace ms = acquire("pkg:npm/ms@2.1.3");
        assertThat(ms.directory()).isEqualTo(temp.resolve("ms"));
        assertThat(ms.tree().read("package.json").orElseThrow()).contains("\"version\": \"2.1.3\"");
        acquire("pkg:npm/@sindresorhus/is");
        assertThat(SourceMarker.read(temp.resolve("is")).orElseThrow().resolved())
                .matches("pkg:npm/@sindresorhus/is@[0-9.]+");
        ToolException version = catchThrowableOfType(ToolException.class, () -> acquire("pkg:npm/isarray@99.0.0"));
        assertThat(version.failure().code()).isEqualTo(FailureCode.SOURCE_NOT_FOUND);
        assertThat(version.failure().next()).contains("2.0.5");
    }

    @Test
    void upstreamArchivesOfDebian() throws IOException {
        Workspace hello = acquire("pkg:deb/debian/hello");
        assertThat(hello.directory()).isEqualTo(temp.resolve("hello"));
        assertThat(hello.tree().find("configure.ac")).isPresent();
        assertThat(hello.tree().find("debian/control")).isEmpty();
        assertThat(hello.identity().commitTime()).isAfter(Instant.parse("2010-01-01T00:00:00Z"));
        String resolved = SourceMarker.read(temp.resolve("hello")).orElseThrow().resolved();
        assertThat(resolved).matches("pkg:deb/debian/hello@[0-9.-]+");
        ToolException version = catchThrowableOfType(ToolException.class, () -> acquire("pkg:deb/debian/zlib@0.1-1"));
        assertThat(version.failure().code()).isEqualTo(FailureCode.SOURCE_NOT_FOUND);
        assertThat(version.failure().next()).contains("the newest being 1:");
        ToolException name = catchThrowableOfType(ToolException.class, () -> acquire("pkg:deb/debian/no-such-thing-x"));
        assertThat(name.failure().code()).isEqualTo(FailureCode.SOURCE_NOT_FOUND);
    }

    @Test
    void withoutAVersionTheNewestIsTakenAndRecorded() {
        acquire("pkg:pypi/itsdangerous");
        SourceMarker marker = SourceMarker.read(temp.resolve("itsdangerous")).orElseThrow();
        assertThat(marker.resolved()).matches("pkg:pypi/itsdangerous@[0-9.]+");
        assertThat(marker.source()).isEqualTo("pkg:pypi/itsdangerous");
    }

    @Test
    void whatDoesNotExistIsToldWithWhatDoes() throws IOException {
        ToolException version = failure("pkg:pypi/six@99.0", Map.of());
        assertThat(version.failure().code()).isEqualTo(FailureCode.SOURCE_NOT_FOUND);
        assertThat(version.failure().next()).contains("1.17.0");
        ToolException module = failure("pkg:golang/github.com/google/uuid@v99.0.0", Map.of());
        assertThat(module.failure().code()).isEqualTo(FailureCode.SOURCE_NOT_FOUND);
        assertThat(module.failure().next()).contains("v1.6.0");
        ToolException crate = failure("pkg:cargo/itoa@99.0.0", Map.of());
        assertThat(crate.failure().code()).isEqualTo(FailureCode.SOURCE_NOT_FOUND);
        assertThat(crate.failure().next()).contains("1.0.1");
    }

    @Test
    void aRegistryThatDoesNotAnswerIsTransient() throws IOException {
        Map<String, String> nowhere = Map.of(
                "PIP_INDEX_URL",
                "https://localhost:1/simple",
                "GOPROXY",
                "https://localhost:1",
                "CARGO_HTTP_PROXY",
                "http://localhost:1");
        for (String url :
                List.of("pkg:pypi/six@1.17.0", "pkg:golang/github.com/google/uuid@v1.6.0", "pkg:cargo/itoa@1.0.11")) {
            ToolException failure = failure(url, nowhere);
            assertThat(failure.failure().code()).as(url).isEqualTo(FailureCode.SOURCE_UNREACHABLE);
            assertThat(failure.failure().evidence()).isNotEmpty();
        }
    }
}
