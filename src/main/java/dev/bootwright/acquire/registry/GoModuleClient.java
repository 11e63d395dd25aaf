package dev.bootwright.acquire.registry;

import dev.bootwright.acquire.PackageUrl;
import dev.bootwright.acquire.registry.SandboxPackageFetcher.Session;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Gets module archives by the {@code go} command. */
record GoModuleClient(PackageUrl url) implements RegistryClient {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern INSIDE = Pattern.compile("/home/developer/go/pkg/mod/cache/download/[^\\s]+");
    private static final int SHOWN_VERSIONS = 8;

    @Override
    public List<String> systemPackages() {
        return List.of("ca-certificates", "golang-go");
    }

    @Override
    public Answer fetch(Session session) {
        String wanted = url.name() + "@" + url.wantedVersion().orElse("latest");
        Session.Output output = go(session, "mod", "download", "-json", wanted);
        JsonNode answer = json(output);
        String error = answer.path("Error").asString("");
        if (!error.isEmpty() || !output.outcome().succeeded()) {
            throw failure(session, output, error);
        }
        String archive = answer.path("Zip").asString("");
        if (!INSIDE.matcher(archive).matches()) {
            throw RegistryClient.broken(url, "go", output);
        }
        String info = answer.path("Info").asString("");
        JsonNode known = json(session.run(List.of("cat", "--", info), InputStream.nullInputStream()));
        String version = answer.path("Version").asString(url.wantedVersion().orElse(""));
        return new Answer(version, archive, "module.zip", RegistryClient.time(known.path("Time")));
    }

    private RuntimeException failure(Session session, Session.Output output, String error) {
        String text = error.toLowerCase(Locale.ROOT);
        boolean unreachable = Stream.of(
                        "dial tcp",
                        "connection refused",
                        "i/o timeout",
                        "no such host",
                        "x509",
                        "tls:",
                        "502",
                        "503",
                        "proxyconnect")
                .anyMatch(text::contains);
        if (unreachable) {
            return RegistryClient.unreachable(url, error);
        }
        if (error.isEmpty()) {
            return RegistryClient.broken(url, "go", output);
        }
        List<String> versions = versions(session);
        String why = versions.isEmpty() ? "the module proxy has no such module" : "there is no such version";
        return RegistryClient.notFound(url, why + " (" + lastLine(error) + ")", versions);
    }

    private List<String> versions(Session session) {
        Session.Output output = go(session, "list", "-m", "-versions", url.name());
        if (!output.outcome().succeeded()) {
            return List.of();
        }
        String[] words = output.text().strip().split("\\s+");
        List<String> versions = Arrays.asList(words).subList(Math.min(1, words.length), words.length);
        List<String> newest = versions.reversed();
        return newest.subList(0, Math.min(SHOWN_VERSIONS, newest.size()));
    }

    private static Session.Output go(Session session, String... args) {
        List<String> argv = Stream.concat(Stream.of("go"), Stream.of(args)).toList();
        return session.run(argv, InputStream.nullInputStream());
    }

    /** The document in an output that may begin with lines for people. */
    private JsonNode json(Session.Output output) {
        String text = output.text();
        int start = text.indexOf('{');
        int end = text.lastIndexOf('}');
        if (start < 0 || end < start) {
            return JSON.createObjectNode();
        }
        try {
            return JSON.readTree(text.substring(start, end + 1));
        } catch (JacksonException e) {
            return JSON.createObjectNode();
        }
    }

    private static String lastLine(String error) {
        String last = error.lines().reduce("", (a, b) -> b).strip();
        return last.length() > 200 ? last.substring(0, 200) + "…" : last;
    }
}
