package dev.bootwright.acquire.registry;

import dev.bootwright.acquire.PackageUrl;
import dev.bootwright.acquire.registry.SandboxPackageFetcher.Session;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Gets published crates by the {@code cargo} command, without resolving what they depend on. */
record CargoClient(PackageUrl url) implements RegistryClient {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String REGISTRY = "/home/developer/.cargo/registry";
    private static final Pattern INSIDE =
            Pattern.compile(Pattern.quote(REGISTRY) + "/cache/[^\\s/]+/[A-Za-z0-9._+-]+\\.crate");
    private static final Pattern VERSION = Pattern.compile("[0-9]+\\.[0-9]+\\.[0-9]+[A-Za-z0-9.+-]*");
    private static final int SHOWN_VERSIONS = 8;

    /** The client's copy of the index: each version followed by its entry, with NUL between them. */
    private static final String INDEX =
            "find " + REGISTRY + "/index -path '*/.cache/*' -type f -exec cat {} + | tr '\\0' '\\n'";

    private static final String ENTRY = INDEX + " | grep -a -m 1 -A 1 -x -F -e \"$1\" | tail -n 1";
    private static final String VERSIONS =
            INDEX + " | grep -a -x -E '[0-9]+[.][0-9]+[.][0-9]+[A-Za-z0-9.+-]*' | tail -n 200";

    @Override
    public List<String> systemPackages() {
        return List.of("ca-certificates", "cargo");
    }

    @Override
    public Answer fetch(Session session) {
        String wanted = url.name() + url.wantedVersion().map(v -> "@" + v).orElse("");
        Session.Output output = run(session, "cargo", "info", "--color", "never", wanted);
        if (!output.outcome().succeeded()) {
            throw failure(session, output);
        }
        List<String> archives = run(session, "find", REGISTRY + "/cache", "-type", "f", "-name", "*.crate")
                .text()
                .lines()
                .toList();
        if (archives.size() != 1 || !INSIDE.matcher(archives.getFirst()).matches()) {
            throw RegistryClient.broken(url, "cargo", output);
        }
        String archive = archives.getFirst();
        String file = archive.substring(archive.lastIndexOf('/') + 1);
        int start = url.name().length() + 1;
        int end = file.length() - ".crate".length();
        String version = start < end ? file.substring(start, end) : "";
        if (!VERSION.matcher(version).matches()
                || !version.equals(url.wantedVersion().orElse(version))) {
            throw RegistryClient.broken(url, "cargo", output);
        }
        return new Answer(version, archive, "crate.tar.gz", published(session, version));
    }

    private @Nullable Instant published(Session session, String version) {
        String entry = run(session, "sh", "-c", ENTRY, "sh", version).text();
        try {
            return RegistryClient.time(JSON.readTree(entry).path("pubtime"));
        } catch (JacksonException e) {
            return null;
        }
    }

    private RuntimeException failure(Session session, Session.Output output) {
        String text = output.text().toLowerCase(Locale.ROOT);
        if (text.contains("could not find `")) {
            List<String> versions = versions(session);
            String why = versions.isEmpty() ? "the registry has no such crate" : "there is no such version";
            return RegistryClient.notFound(url, why, versions);
        }
        boolean unreachable = Stream.of(
                        "could not connect",
                        "could not resolve",
                        "failed to download",
                        "failed to fetch",
                        "timed out",
                        "timeout",
                        "ssl",
                        "network error")
                .anyMatch(text::contains);
        return unreachable
                ? RegistryClient.unreachable(url, output.text())
                : RegistryClient.broken(url, "cargo", output);
    }

    private List<String> versions(Session session) {
        List<String> newest = run(session, "sh", "-c", VERSIONS)
                .text()
                .lines()
                .filter(line -> VERSION.matcher(line).matches())
                .toList()
                .reversed();
        return newest.subList(0, Math.min(SHOWN_VERSIONS, newest.size()));
    }

    private static Session.Output run(Session session, String... argv) {
        return session.run(List.of(argv), InputStream.nullInputStream());
    }
}
