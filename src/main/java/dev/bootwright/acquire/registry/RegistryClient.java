package dev.bootwright.acquire.registry;

import dev.bootwright.acquire.PackageUrl;
import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** How one registry's client is had and asked, inside a sandbox. */
interface RegistryClient {
    /** The distribution's packages that hold the client. */
    List<String> systemPackages();

    Answer fetch(SandboxPackageFetcher.Session session);

    /**
     * What the client brought.
     *
     * @param archive an absolute path inside the sandbox
     * @param fileName for the archive on the host, by which nothing but people read it
     * @param published null when the registry does not tell
     */
    record Answer(
            String version,
            String archive,
            String fileName,
            @Nullable Instant published) {}

    static @Nullable Instant time(JsonNode node) {
        try {
            return node.isString() ? Instant.parse(node.stringValue()) : null;
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    static ToolException notFound(PackageUrl url, String why, List<String> known) {
        String next = known.isEmpty()
                ? "Check the name and the version."
                : "Name one of the versions that exist, the newest being " + String.join(", ", known) + ".";
        return ToolException.of(FailureCode.SOURCE_NOT_FOUND, "acquire", "cannot get " + url + ": " + why, next);
    }

    static ToolException unreachable(PackageUrl url, String detail) {
        List<String> evidence = SandboxPackageFetcher.tail(detail);
        return new ToolException(
                new Failure(
                        FailureCode.SOURCE_UNREACHABLE,
                        "acquire",
                        "cannot get " + url + ": its registry cannot be reached"
                                + (evidence.isEmpty() ? "" : " (" + evidence.getLast() + ")"),
                        evidence,
                        "Check the network, its proxy and the package index with `bootwright doctor`, then run it again."),
                null);
    }

    /** The client did something that it never does. */
    static ToolException broken(PackageUrl url, String client, SandboxPackageFetcher.Session.Output output) {
        return new ToolException(
                new Failure(
                        FailureCode.SOURCE_UNREACHABLE,
                        "acquire",
                        "cannot get " + url + ": " + client + " ended with "
                                + output.outcome().describe(),
                        SandboxPackageFetcher.tail(output.text()),
                        "Run it again; if it fails the same way, fetch the source yourself and name the archive."),
                null);
    }
}
