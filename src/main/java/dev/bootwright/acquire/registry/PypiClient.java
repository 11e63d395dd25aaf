package dev.bootwright.acquire.registry;

import dev.bootwright.acquire.PackageUrl;
import dev.bootwright.acquire.registry.SandboxPackageFetcher.Session;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Gets source distributions by pip's index client, without building anything to learn their metadata. */
record PypiClient(PackageUrl url) implements RegistryClient {
    private static final String SCRIPT = "fetch_pypi.py";
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int SHOWN_VERSIONS = 8;

    @Override
    public List<String> systemPackages() {
        return List.of("ca-certificates", "python3", "python3-pip");
    }

    @Override
    public Answer fetch(Session session) {
        String wanted = url.wantedVersion().orElse("");
        Session.Output output =
                session.runScript(SCRIPT, "python3", "-", url.name(), wanted, SandboxPackageFetcher.FOLDER);
        JsonNode answer = answer(output);
        String detail = answer.path("detail").asString("");
        List<String> known = known(answer);
        return switch (answer.path("status").asString("")) {
            case "ok" ->
                new Answer(
                        answer.path("version").asString(wanted),
                        SandboxPackageFetcher.FOLDER + "/archive",
                        "source-distribution",
                        RegistryClient.time(answer.path("published")));
            case "no-project" -> throw RegistryClient.notFound(url, "the index has no such project", known);
            case "no-version" -> throw RegistryClient.notFound(url, "there is no such version", known);
            case "no-source" ->
                throw ToolException.of(
                        FailureCode.SOURCE_NOT_FOUND,
                        "acquire",
                        "cannot get " + url + ": it was published without its source",
                        "Name the project's Git repository instead.");
            case "refused" ->
                throw ToolException.of(
                        FailureCode.SOURCE_REFUSED, "acquire", "cannot get " + url + ": " + detail, "Check the index.");
            case "unreachable" -> throw RegistryClient.unreachable(url, detail);
            default -> throw RegistryClient.broken(url, "pip", output);
        };
    }

    private JsonNode answer(Session.Output output) {
        String last = output.text().lines().reduce("", (a, b) -> b);
        if (!output.outcome().succeeded()) {
            throw RegistryClient.broken(url, "pip", output);
        }
        try {
            return JSON.readTree(last);
        } catch (JacksonException e) {
            throw RegistryClient.broken(url, "pip", output);
        }
    }

    private static List<String> known(JsonNode answer) {
        List<String> versions = new ArrayList<>();
        for (JsonNode version : answer.path("known")) {
            versions.add(version.asString(""));
        }
        List<String> newest = versions.reversed();
        return newest.subList(0, Math.min(SHOWN_VERSIONS, newest.size()));
    }
}
