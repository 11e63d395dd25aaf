package dev.bootwright.git;

import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.StorageFailure;
import dev.bootwright.failure.ToolException;
import dev.bootwright.process.ProcessResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Clones one commit of a repository: no hooks, templates, filters or prompts, by an allowed protocol, with no more
 * history than that commit.
 */
public final class GitClone {
    private static final Duration NETWORK_LIMIT = Duration.ofMinutes(30);
    private static final Pattern FULL_ID = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
    private static final Pattern SHORT_ID = Pattern.compile("[0-9a-f]{7,64}");
    private static final List<String> SLOW =
            List.of("-c", "http.lowSpeedLimit=1000", "-c", "http.lowSpeedTime=60", "-c", "transfer.fsckObjects=false");

    private final GitCli git;
    private final Path scratch;

    /** @param scratch an existing folder for temporary files */
    public GitClone(GitCli git, Path scratch) {
        this.git = git;
        this.scratch = scratch;
    }

    /**
     * What to clone.
     *
     * @param location a URL, an scp-like address or a path on this machine
     * @param display the same without credentials, for messages and as the clone's origin
     * @param ref a branch, tag or commit; null for the default branch
     */
    public record Wanted(
            String location, String display, @Nullable String ref) {
        Optional<String> named() {
            return Optional.ofNullable(ref);
        }
    }

    /**
     * Clones without checking out.
     *
     * @param target an existing empty folder
     * @return the commit's id
     */
    public String fetch(Wanted wanted, Path target) {
        Optional<Path> local = localPath(wanted.location());
        if (local.isEmpty()) {
            return fetch(wanted, wanted.location(), target);
        }
        GitFolder folder = GitFolder.workTreeAt(local.get())
                .or(() -> GitFolder.bareAt(local.get()))
                .orElseThrow(() -> notFound(wanted, "there is no Git repository at " + local.get(), List.of()));
        // The other side of a local clone runs on this machine too, so it gets no look at the repository's
        // configuration.
        try (GitView view = GitView.open(git, folder, scratch)) {
            return fetch(wanted, "file://" + view.directory(), target);
        }
    }

    /** Writes the commit's files. */
    public void checkOut(Path clone) {
        ProcessResult result = git.local(clone, Map.of(), List.of("reset", "--hard", "--quiet"), new byte[0]);
        GitView.expect("check out the clone", result);
    }

    /** Fetches a clone's submodules, by network protocols only. */
    public void fetchSubmodules(Path clone, String display) {
        List<String> args = new ArrayList<>(SLOW);
        args.addAll(List.of("submodule", "--quiet", "update", "--init", "--recursive", "--checkout", "--depth", "1"));
        ProcessResult result = git.remote(clone, args, NETWORK_LIMIT, "https:ssh:git");
        if (!result.succeeded()) {
            throw failure(new Wanted(display, "a submodule of " + display, null), result);
        }
    }

    /** Fetches the history and tags that a clone of ours left out. */
    public void deepen(Path clone, Wanted wanted) {
        Optional<GitFolder> local = localPath(wanted.location())
                .flatMap(p -> GitFolder.workTreeAt(p).or(() -> GitFolder.bareAt(p)));
        if (local.isPresent()) {
            try (GitView view = GitView.open(git, local.get(), scratch)) {
                deepen(clone, wanted, "file://" + view.directory());
            }
        } else {
            deepen(clone, wanted, wanted.location());
        }
    }

    private void deepen(Path clone, Wanted wanted, String url) {
        List<String> args = new ArrayList<>(SLOW);
        args.addAll(List.of("fetch", "--quiet", "--unshallow", "--no-recurse-submodules", "--no-write-fetch-head"));
        args.addAll(List.of("--", url, "+refs/heads/*:refs/remotes/origin/*", "+refs/tags/*:refs/tags/*"));
        ProcessResult result = git.remote(clone, args, NETWORK_LIMIT);
        if (!result.succeeded()) {
            throw failure(wanted, result);
        }
    }

    private String fetch(Wanted wanted, String url, Path target) {
        boolean exact = wanted.named().filter(r -> FULL_ID.matcher(r).matches()).isPresent();
        if (exact) {
            fetchCommit(wanted, url, target);
        } else {
            cloneNamed(wanted, url, target);
        }
        run(target, List.of("remote", "set-url", "origin", wanted.display()));
        ProcessResult head =
                git.local(target, Map.of(), List.of("rev-parse", "--verify", "--quiet", "HEAD^{commit}"), new byte[0]);
        if (!head.succeeded()) {
            throw ToolException.of(
                    FailureCode.EMPTY_REPOSITORY,
                    "acquire",
                    wanted.display() + " has no commit",
                    "Push a commit to it, or name a branch with @REF.");
        }
        return head.out().strip();
    }

    private void cloneNamed(Wanted wanted, String url, Path target) {
        ProcessResult result = clone(url, target, wanted.named(), true);
        if (result.err().contains("does not support shallow")) {
            result = clone(url, target, wanted.named(), false);
        }
        if (result.succeeded()) {
            return;
        }
        String ref = wanted.named().orElse("");
        if (!result.err().contains("Remote branch " + ref + " not found")) {
            throw failure(wanted, result);
        }
        if (SHORT_ID.matcher(ref).matches()) {
            cloneWhole(wanted, url, target, ref);
            return;
        }
        throw noSuchRef(wanted, ref, result);
    }

    private ProcessResult clone(String url, Path target, Optional<String> branch, boolean shallow) {
        List<String> args = new ArrayList<>(SLOW);
        args.addAll(List.of("clone", "--quiet", "--no-checkout", "--template=", "--no-recurse-submodules"));
        if (shallow) {
            args.addAll(List.of("--depth", "1"));
        }
        branch.ifPresent(b -> args.addAll(List.of("--branch", b)));
        args.addAll(List.of("--", url, "."));
        return git.remote(target, args, NETWORK_LIMIT);
    }

    private void fetchCommit(Wanted wanted, String url, Path target) {
        String id = wanted.named().orElseThrow();
        List<String> init = new ArrayList<>(List.of("init", "--quiet", "--template="));
        if (id.length() == ObjectFormat.SHA256.digits()) {
            init.add("--object-format=sha256");
        }
        run(target, init);
        run(target, List.of("remote", "add", "origin", url));
        List<String> args = new ArrayList<>(SLOW);
        args.addAll(List.of("fetch", "--quiet", "--depth", "1", "--no-recurse-submodules", "origin", id));
        ProcessResult result = git.remote(target, args, NETWORK_LIMIT);
        if (!result.succeeded()) {
            // Not every server gives a commit by its id alone.
            List<String> all = new ArrayList<>(SLOW);
            all.addAll(List.of("fetch", "--quiet", "--tags", "--no-recurse-submodules", "origin"));
            ProcessResult whole = git.remote(target, all, NETWORK_LIMIT);
            if (!whole.succeeded()) {
                throw failure(wanted, whole);
            }
        }
        detach(wanted, target, id, result);
    }

    private void cloneWhole(Wanted wanted, String url, Path target, String id) {
        ProcessResult result = clone(url, target, Optional.empty(), false);
        if (!result.succeeded()) {
            throw failure(wanted, result);
        }
        detach(wanted, target, id, result);
    }

    private void detach(Wanted wanted, Path target, String id, ProcessResult fetched) {
        List<String> args = List.of("rev-parse", "--verify", "--quiet", "--end-of-options", id + "^{commit}");
        ProcessResult commit = git.local(target, Map.of(), args, new byte[0]);
        if (!commit.succeeded()) {
            throw noSuchRef(wanted, id, fetched);
        }
        run(target, List.of("update-ref", "--no-deref", "HEAD", commit.out().strip()));
    }

    private void run(Path directory, List<String> args) {
        GitView.expect("prepare a clone", git.local(directory, Map.of(), args, new byte[0]));
    }

    private static Optional<Path> localPath(String location) {
        if (location.startsWith("file://")) {
            String rest = location.substring("file://".length());
            return Optional.of(Path.of(rest.substring(rest.indexOf('/'))));
        }
        return location.startsWith("/") && Files.exists(Path.of(location))
                ? Optional.of(Path.of(location))
                : Optional.empty();
    }

    private static ToolException noSuchRef(Wanted wanted, String ref, ProcessResult result) {
        return notFound(wanted, "it has no branch, tag or commit named " + ref, GitCli.evidence(result));
    }

    private static ToolException notFound(Wanted wanted, String why, List<String> evidence) {
        return new ToolException(
                new Failure(
                        FailureCode.SOURCE_NOT_FOUND,
                        "acquire",
                        "cannot clone " + wanted.display() + ": " + why,
                        evidence,
                        "Check the address and the name after the @; `git ls-remote ADDRESS` lists what there is."),
                null);
    }

    private static ToolException failure(Wanted wanted, ProcessResult result) {
        String text = result.err().toLowerCase(Locale.ROOT);
        if (result.timedOut()) {
            return of(
                    FailureCode.SOURCE_UNREACHABLE,
                    wanted,
                    "it took longer than " + NETWORK_LIMIT.toMinutes() + " minutes",
                    result,
                    "Clone it yourself, then name the folder.");
        }
        if (StorageFailure.isFull(text)) {
            return of(FailureCode.DISK_FULL, wanted, "the disk is full", result, "Free some space, then run it again.");
        }
        if (has(
                text,
                "could not read username",
                "authentication failed",
                "permission denied",
                "terminal prompts disabled")) {
            return of(
                    FailureCode.NEEDS_SOMETHING,
                    wanted,
                    "it asks for credentials, and nothing is asked for here",
                    result,
                    "Set up an SSH agent or a Git credential helper that answers without a prompt, or clone it yourself"
                            + " and name the folder.");
        }
        if (has(text, "not allowed")) {
            return of(FailureCode.USAGE, wanted, "its protocol is not allowed", result, "Use https, ssh, git or file.");
        }
        boolean absent = has(text, "repository not found", "does not exist", "does not appear to be a git repository")
                || (text.contains("not found") && text.contains("repository '"));
        if (absent) {
            return notFound(wanted, "there is no such repository", GitCli.evidence(result));
        }
        return has(text, "repository corruption", "bad object", "unable to read tree")
                ? damaged(wanted, result)
                : unreachable(wanted, result);
    }

    private static ToolException damaged(Wanted wanted, ProcessResult result) {
        return of(
                FailureCode.SOURCE_REFUSED,
                wanted,
                "it is damaged or not whole: objects of it are missing",
                result,
                "Check it with `git fsck`, or name a whole clone of it.");
    }

    private static ToolException unreachable(Wanted wanted, ProcessResult result) {
        return of(
                FailureCode.SOURCE_UNREACHABLE,
                wanted,
                "it cannot be reached",
                result,
                "Check the address, the network and its proxy settings, then run it again; or clone it yourself and name"
                        + " the folder.");
    }

    private static boolean has(String text, String... phrases) {
        return List.of(phrases).stream().anyMatch(text::contains);
    }

    private static ToolException of(FailureCode code, Wanted wanted, String why, ProcessResult result, String next) {
        List<String> evidence = GitCli.evidence(result);
        String cause = evidence.stream()
                .filter(line -> line.matches("(fatal|error|ssh|remote): .*"))
                .findFirst()
                .orElse(evidence.isEmpty() ? "" : evidence.getLast());
        String last = cause.isEmpty() ? "" : " (" + cause + ")";
        return new ToolException(
                new Failure(code, "acquire", "cannot clone " + wanted.display() + ": " + why + last, evidence, next),
                null);
    }
}
