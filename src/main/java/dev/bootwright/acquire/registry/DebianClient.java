package dev.bootwright.acquire.registry;

import dev.bootwright.acquire.PackageUrl;
import dev.bootwright.acquire.registry.SandboxPackageFetcher.Session;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.sandbox.ExecOutcome;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Gets the upstream archives of the distribution's source packages by {@code apt}, which checks their signatures. */
record DebianClient(PackageUrl url) implements RegistryClient {
    private static final String SCRIPT = "fetch_debian.sh";
    private static final Pattern OK = Pattern.compile("ok (\\S+) (\\S*)");
    private static final Pattern VERSION = Pattern.compile("[0-9][A-Za-z0-9.+:~-]*");
    private static final int SHOWN_VERSIONS = 8;

    @Override
    public List<String> systemPackages() {
        return List.of("bzip2", "ca-certificates", "xz-utils");
    }

    @Override
    public Answer fetch(Session session) {
        String wanted = url.wantedVersion().orElse("");
        Session.Output output =
                session.runScript(SCRIPT, "sh", "-s", "--", url.debianName(), wanted, SandboxPackageFetcher.FOLDER);
        int status = output.outcome() instanceof ExecOutcome.Exited exited ? exited.code() : -1;
        Matcher ok = OK.matcher(output.text().lines().reduce("", (a, b) -> b));
        return switch (status) {
            case 0 -> {
                if (!ok.matches()) {
                    throw RegistryClient.broken(url, "apt", output);
                }
                yield new Answer(
                        ok.group(1), SandboxPackageFetcher.FOLDER + "/archive", "source-package", time(ok.group(2)));
            }
            case 3 -> throw RegistryClient.unreachable(url, output.text());
            case 4 -> throw RegistryClient.notFound(url, "the distribution has no such source package", List.of());
            case 5 ->
                throw RegistryClient.notFound(url, "the distribution has no such version of it", versions(output));
            case 6 ->
                throw ToolException.of(
                        FailureCode.SOURCE_NOT_FOUND,
                        "acquire",
                        "cannot get " + url + ": it has no upstream archive of its own",
                        "Name the project's Git repository instead.");
            default -> throw RegistryClient.broken(url, "apt", output);
        };
    }

    private static @Nullable Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    private static List<String> versions(Session.Output output) {
        List<String> newest = output.text()
                .lines()
                .filter(line -> VERSION.matcher(line).matches())
                .toList()
                .reversed();
        return newest.subList(0, Math.min(SHOWN_VERSIONS, newest.size()));
    }
}
