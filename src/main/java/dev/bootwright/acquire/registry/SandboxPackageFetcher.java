package dev.bootwright.acquire.registry;

import dev.bootwright.acquire.PackageFetcher;
import dev.bootwright.acquire.PackageUrl;
import dev.bootwright.acquire.archive.ArchiveEntry;
import dev.bootwright.acquire.archive.TarReader;
import dev.bootwright.base.Digest;
import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.StorageFailure;
import dev.bootwright.failure.ToolException;
import dev.bootwright.sandbox.BaseIdentity;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.ExecRequest;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.sandbox.SandboxEngine;
import dev.bootwright.sandbox.SandboxSpec;
import dev.bootwright.sandbox.SandboxUser;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Brings packages by their registry's own client, inside a sandbox: the client comes from the distribution into a layer
 * that is kept, and no host name stands in our code.
 */
public final class SandboxPackageFetcher implements PackageFetcher {
    static final String FOLDER = "/home/developer/fetched";

    private static final Duration INSTALL_LIMIT = Duration.ofMinutes(15);
    private static final Duration FETCH_LIMIT = Duration.ofMinutes(10);
    private static final long ARCHIVE_LIMIT = 2L << 30;
    private static final int OUTPUT_LIMIT = 1 << 20;

    private final SandboxEngine engine;
    private final BaseIdentity base;
    private final SandboxSpec spec;

    /**
     * @param base a Debian suite whose packages hold the clients
     * @param spec the network of a setup step: proxies, authorities, indexes
     */
    public SandboxPackageFetcher(SandboxEngine engine, BaseIdentity base, SandboxSpec spec) {
        this.engine = engine;
        this.base = base;
        this.spec = spec;
    }

    @Override
    public FetchedPackage fetch(PackageUrl url, Path folder, Consumer<String> progress) {
        RegistryClient client = switch (url.type()) {
            case PYPI -> new PypiClient(url);
            case GOLANG -> new GoModuleClient(url);
            case CARGO -> new CargoClient(url);
            case NPM -> new NpmClient(url);
            case DEB -> new DebianClient(url);
        };
        LayerKey tools = tools(client.systemPackages(), progress);
        progress.accept("fetching " + url);
        try (Sandbox sandbox = engine.open(tools, spec)) {
            RegistryClient.Answer answer = client.fetch(new Session(sandbox));
            Path archive = folder.resolve(answer.fileName());
            copyOut(sandbox, answer.archive(), archive);
            return new FetchedPackage(url.withVersion(answer.version()), archive, answer.published());
        }
    }

    /** Runs a client's commands in an open sandbox. */
    record Session(Sandbox sandbox) {
        record Output(ExecOutcome outcome, String text) {}

        /** @param input what the command reads */
        Output run(List<String> argv, InputStream input) {
            return SandboxPackageFetcher.run(sandbox, argv, Map.of(), SandboxUser.DEVELOPER, FETCH_LIMIT, input);
        }

        /** Runs a script of this package, which the interpreter reads from its input. */
        Output runScript(String script, String... argv) {
            try (InputStream in = Objects.requireNonNull(
                    SandboxPackageFetcher.class.getResourceAsStream(script), "the script is in the jar")) {
                return run(List.of(argv), in);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read " + script, e);
            }
        }
    }

    /** The layer that holds a client, made when it is not there yet. */
    private LayerKey tools(List<String> packages, Consumer<String> progress) {
        LayerKey bottom = engine.base(base, progress).key();
        List<String> fields = new ArrayList<>(List.of("registry client", bottom.toString()));
        fields.addAll(packages);
        LayerKey key = new LayerKey(Digest.ofFields(fields));
        if (engine.find(key).isPresent()) {
            return key;
        }
        progress.accept("installing " + String.join(", ", packages));
        String script = "apt-get update -q && apt-get install -q -y --no-install-recommends "
                + String.join(" ", packages) + " && apt-get clean && rm -rf /var/lib/apt/lists/*";
        try (Sandbox sandbox = engine.open(bottom, spec)) {
            Session.Output output = run(
                    sandbox,
                    List.of("/bin/sh", "-c", script),
                    Map.of("DEBIAN_FRONTEND", "noninteractive"),
                    SandboxUser.ROOT,
                    INSTALL_LIMIT,
                    InputStream.nullInputStream());
            if (!output.outcome().succeeded()) {
                throw new ToolException(
                        new Failure(
                                FailureCode.SOURCE_UNREACHABLE,
                                "acquire",
                                "cannot install " + String.join(", ", packages) + " from the packages of "
                                        + base.display() + ": "
                                        + output.outcome().describe(),
                                tail(output.text()),
                                "Check the network and the settings of its proxy and package mirror with"
                                        + " `bootwright doctor`, then run it again."),
                        null);
            }
            sandbox.seal(key);
        }
        return key;
    }

    static Session.Output run(
            Sandbox sandbox,
            List<String> argv,
            Map<String, String> env,
            SandboxUser user,
            Duration limit,
            InputStream input) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        ExecRequest request = ExecRequest.of(
                argv,
                user.home(),
                user,
                (buffer, length) -> text.write(buffer, 0, Math.max(0, Math.min(length, OUTPUT_LIMIT - text.size()))));
        ExecOutcome outcome = sandbox.exec(request.withEnv(env)
                        .withLimits(request.limits().withWall(limit))
                        .withStdin(input))
                .orEndOfRun("acquire");
        return new Session.Output(outcome, text.toString(StandardCharsets.UTF_8));
    }

    /** Takes the one file at a path inside, which is untrusted and read as data only. */
    static void copyOut(Sandbox sandbox, String inside, Path target) {
        Path tar = target.resolveSibling("copied.tar");
        try {
            try (OutputStream out = Files.newOutputStream(tar)) {
                sandbox.copyOut(inside, out, ARCHIVE_LIMIT);
            }
            try (InputStream in = new BufferedInputStream(Files.newInputStream(tar), 1 << 16)) {
                new TarReader(in).read(entry -> {
                    if (entry.type() == ArchiveEntry.Type.FILE) {
                        Files.copy(entry.content(), target);
                    }
                });
            }
            Files.delete(tar);
        } catch (IOException e) {
            throw StorageFailure.of("take the archive out of the sandbox", e);
        }
    }

    static List<String> tail(String output) {
        List<String> lines = output.lines()
                .map(l -> l.replaceAll("\\p{Cntrl}", " ").strip())
                .filter(l -> !l.isEmpty())
                .map(l -> l.length() > 300 ? l.substring(0, 300) + "…" : l)
                .toList();
        return lines.subList(Math.max(0, lines.size() - 12), lines.size());
    }
}
