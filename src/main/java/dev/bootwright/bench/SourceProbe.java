package dev.bootwright.bench;

import dev.bootwright.format.Scrubber;
import dev.bootwright.process.ProcessRequest;
import dev.bootwright.process.ProcessResult;
import dev.bootwright.process.ProcessRunner;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Tries by a command of its own, with nothing of the product in between, whether a source can be had. */
public final class SourceProbe {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final ProcessRunner processes;
    private final Map<String, String> env;

    public SourceProbe(ProcessRunner processes, Map<String, String> env) {
        this.processes = processes;
        this.env = Map.copyOf(env);
    }

    /** Asks {@code git} for the refs of a Git source. Nothing for a package URL: only its registry's client knows. */
    Optional<Probe> ofGit(String source, String location, String shown) {
        if (location.startsWith("pkg:")) {
            return Optional.empty();
        }
        return Optional.of(
                of(source, shown, List.of("git", "ls-remote", "--exit-code", "--quiet", "--", location), shown));
    }

    /** Runs any command; the source can be had exactly if it ends with 0. */
    public Probe of(String source, String target, List<String> command) {
        return of(source, target, command, "");
    }

    private Probe of(String source, String target, List<String> command, String shownLast) {
        Map<String, String> quiet = new TreeMap<>(env);
        quiet.put("GIT_TERMINAL_PROMPT", "0");
        quiet.put("GIT_ASKPASS", "true");
        quiet.put("LC_ALL", "C.UTF-8");
        ProcessResult result = processes.captured(ProcessRequest.of(command, quiet, LIMIT));
        String said = result.err().isBlank() ? result.out() : result.err();
        String last = said.strip().lines().reduce((first, second) -> second).orElse("");
        List<String> shown = shownLast.isEmpty()
                ? command
                : java.util.stream.Stream.concat(
                                command.subList(0, command.size() - 1).stream(), java.util.stream.Stream.of(shownLast))
                        .toList();
        return new Probe(
                Probe.SCHEMA_VERSION,
                source,
                target,
                shown,
                result.exitCode(),
                result.succeeded(),
                Scrubber.snippet(shownLast.isEmpty() ? last : last.replace(command.getLast(), shownLast)));
    }
}
