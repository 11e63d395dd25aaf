package dev.bootwright.acquire.registry;

import dev.bootwright.acquire.PackageUrl;
import dev.bootwright.acquire.registry.SandboxPackageFetcher.Session;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** Gets published packages by the {@code npm} command, with scripts switched off and nothing installed. */
record NpmClient(PackageUrl url) implements RegistryClient {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int SHOWN_VERSIONS = 8;
    private static final Pattern FILE = Pattern.compile("[A-Za-z0-9@._~+-]+\\.tgz");
    private static final Pattern VERSION = Pattern.compile("[0-9]+\\.[0-9]+\\.[0-9]+[A-Za-z0-9.+-]*");
    private static final Pattern ABSENT = Pattern.compile("\\bE404\\b");
    private static final Pattern NO_VERSION = Pattern.compile("\\bETARGET\\b|No matching version");
    private static final Pattern UNREACHABLE = Pattern.compile(
            "ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH|EHOSTUNREACH|CERT_|_CERT|\\bE5[0-9][0-9]\\b");

    /** Answers in JSON alone; what npm says beside it is added where it failed. */
    private static final String RUN = "errors=$(mktemp) && npm --json --ignore-scripts --no-update-notifier"
            + " --loglevel=error \"$@\" 2> \"$errors\"; status=$?; [ $status = 0 ] || cat \"$errors\"; exit $status";

    @Override
    public List<String> systemPackages() {
        return List.of("ca-certificates", "npm");
    }

    @Override
    public Answer fetch(Session session) {
        String wanted = url.name() + url.wantedVersion().map(v -> "@" + v).orElse("");
        session.run(List.of("mkdir", "-p", SandboxPackageFetcher.FOLDER), InputStream.nullInputStream());
        Session.Output output = npm(session, "pack", "--pack-destination", SandboxPackageFetcher.FOLDER, "--", wanted);
        if (!output.outcome().succeeded()) {
            throw failure(session, output);
        }
        String version = json(output).path(0).path("version").asString("");
        Session.Output listed = session.run(List.of("ls", SandboxPackageFetcher.FOLDER), InputStream.nullInputStream());
        String file = listed.text().strip();
        if (!FILE.matcher(file).matches()
                || !VERSION.matcher(version).matches()
                || !version.equals(url.wantedVersion().orElse(version))) {
            throw RegistryClient.broken(url, "npm", output);
        }
        return new Answer(
                version, SandboxPackageFetcher.FOLDER + "/" + file, "package.tar.gz", published(session, version));
    }

    private @Nullable Instant published(Session session, String version) {
        Session.Output output = npm(session, "view", url.name() + "@" + version, "time");
        return output.outcome().succeeded() ? RegistryClient.time(json(output).path(version)) : null;
    }

    private RuntimeException failure(Session session, Session.Output output) {
        String text = output.text();
        if (NO_VERSION.matcher(text).find()) {
            return RegistryClient.notFound(url, "there is no such version", versions(session));
        }
        if (ABSENT.matcher(text).find()) {
            return RegistryClient.notFound(url, "the registry has no such package", List.of());
        }
        return UNREACHABLE.matcher(text).find()
                ? RegistryClient.unreachable(url, text)
                : RegistryClient.broken(url, "npm", output);
    }

    private List<String> versions(Session session) {
        JsonNode told = json(npm(session, "view", url.name(), "versions"));
        List<String> versions = new ArrayList<>();
        (told.isArray() ? told : JSON.createArrayNode().add(told)).forEach(v -> versions.add(v.asString("")));
        List<String> newest = versions.reversed().stream()
                .filter(v -> VERSION.matcher(v).matches())
                .toList();
        return newest.subList(0, Math.min(SHOWN_VERSIONS, newest.size()));
    }

    private static JsonNode json(Session.Output output) {
        try {
            return JSON.readTree(output.text());
        } catch (JacksonException e) {
            return MissingNode.getInstance();
        }
    }

    private static Session.Output npm(Session session, String... arguments) {
        List<String> argv = new ArrayList<>(List.of("sh", "-c", RUN, "npm"));
        argv.addAll(List.of(arguments));
        return session.run(argv, InputStream.nullInputStream());
    }
}
