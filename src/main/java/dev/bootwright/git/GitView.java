package dev.bootwright.git;

import dev.bootwright.base.RelativePath;
import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.StorageFailure;
import dev.bootwright.failure.ToolException;
import dev.bootwright.process.ProcessResult;
import dev.bootwright.process.Tasks;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A repository seen through a temporary Git directory of our own, which links to the objects and refs of the real one.
 * The configuration, hooks, filters and attributes drivers of the real one are never read, and nothing is written to it.
 */
public final class GitView implements AutoCloseable {
    /** Settings that say how files are stored, the only ones taken over; all their values are plain words. */
    private static final List<String> TAKEN_OVER = List.of(
            "core.filemode",
            "core.ignorecase",
            "core.symlinks",
            "core.autocrlf",
            "core.eol",
            "core.trustctime",
            "core.checkstat",
            "core.sparsecheckout",
            "core.sparsecheckoutcone",
            "index.sparse",
            "extensions.objectformat",
            "extensions.refstorage");

    private static final int HEAD_LIMIT = 4096;
    private static final Pattern HEAD = Pattern.compile("ref:\\s*refs/\\S+|[0-9a-f]{40}|[0-9a-f]{64}");
    private static final AtomicInteger OPENED = new AtomicInteger();
    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final GitCli git;
    private final GitFolder folder;
    private final Path directory;
    private final ObjectFormat format;

    private GitView(GitCli git, GitFolder folder, Path directory, ObjectFormat format) {
        this.git = git;
        this.folder = folder;
        this.directory = directory;
        this.format = format;
    }

    /** @param scratch an existing folder in which the temporary Git directory is made */
    public static GitView open(GitCli git, GitFolder folder, Path scratch) {
        requireHead(folder.gitDirectory().resolve("HEAD"));
        Map<String, String> settings = settings(git, folder);
        try {
            Path directory = newDirectory(scratch);
            link(directory.resolve("objects"), folder.commonDirectory().resolve("objects"));
            Path refs = folder.commonDirectory().resolve("refs");
            if (Files.isDirectory(refs)) {
                link(directory.resolve("refs"), refs);
            } else {
                Files.createDirectory(directory.resolve("refs"));
            }
            for (String name : List.of("packed-refs", "reftable")) {
                if (Files.exists(folder.commonDirectory().resolve(name))) {
                    link(directory.resolve(name), folder.commonDirectory().resolve(name));
                }
            }
            Files.createDirectory(directory.resolve("info"));
            copy(folder.commonDirectory().resolve("info/exclude"), directory.resolve("info/exclude"));
            copy(folder.gitDirectory().resolve("info/sparse-checkout"), directory.resolve("info/sparse-checkout"));
            copy(folder.commonDirectory().resolve("shallow"), directory.resolve("shallow"));
            copy(folder.gitDirectory().resolve("HEAD"), directory.resolve("HEAD"));
            linkSharedIndexes(folder.gitDirectory(), directory);
            Files.writeString(directory.resolve("config"), configuration(settings));
            boolean sha256 =
                    settings.getOrDefault("extensions.objectformat", "").equals("sha256");
            return new GitView(git, folder, directory, sha256 ? ObjectFormat.SHA256 : ObjectFormat.SHA1);
        } catch (IOException e) {
            throw StorageFailure.of("prepare a view of " + folder.gitDirectory(), e);
        }
    }

    /** Git takes a folder whose HEAD it can't read for no repository at all, and would name our temporary one. */
    private static void requireHead(Path head) {
        String text;
        try (InputStream in = Files.newInputStream(head, LinkOption.NOFOLLOW_LINKS)) {
            text = new String(in.readNBytes(HEAD_LIMIT), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            text = "";
        }
        if (!HEAD.matcher(text).matches()) {
            throw ToolException.of(
                    FailureCode.SOURCE_REFUSED,
                    "acquire",
                    "the repository's " + head + " is damaged: it names neither a branch nor a commit",
                    "Repair it with `git symbolic-ref HEAD refs/heads/BRANCH`, or give a fresh clone of the repository.");
        }
    }

    /** Whether what is checked out is a branch without a commit yet; a commit that is lost is none such. */
    public boolean isUnborn() {
        return !local(List.of("rev-parse", "--verify", "--quiet", "HEAD"), new byte[0])
                .succeeded();
    }

    /** Named by process and number: a random name costs the start of a secure generator. */
    private static Path newDirectory(Path scratch) throws IOException {
        while (true) {
            String name = "git-view-" + ProcessHandle.current().pid() + "-" + OPENED.incrementAndGet();
            try {
                return Files.createDirectory(scratch.resolve(name), OWNER_ONLY);
            } catch (FileAlreadyExistsException e) {
                // Left by a process of the same number.
            }
        }
    }

    public ObjectFormat format() {
        return format;
    }

    public GitFolder folder() {
        return folder;
    }

    /**
     * Compares the work tree with index and commit, without looking into submodules and without running anything that
     * the repository configures.
     *
     * @param below the folder to look at, relative to the work tree's top
     */
    public GitStatus status(RelativePath below) {
        List<String> args = new ArrayList<>(List.of("status", "--porcelain=v2", "-z", "--no-renames"));
        args.addAll(List.of("--untracked-files=all", "--ignore-submodules=all", "--", "."));
        return StatusReader.read(expect("compare the work tree with its commit", inWorkTree(below, args)), below);
    }

    /**
     * All that one look at a work tree tells, asked for side by side.
     *
     * @param commit the checked-out one; empty before the first
     */
    public record Look(GitStatus status, List<IndexEntry> index, Optional<Commit> commit) {
        public Look {
            index = List.copyOf(index);
        }
    }

    /** @param below the folder to look at, relative to the work tree's top */
    public Look look(RelativePath below) {
        Future<List<IndexEntry>> index = Tasks.start(() -> index(below));
        Future<Optional<Commit>> commit = Tasks.start(() -> findCommit("HEAD"));
        return new Look(status(below), Tasks.join(index, "acquire"), Tasks.join(commit, "acquire"));
    }

    /** The index below a folder, with paths relative to it, in the index's order. */
    public List<IndexEntry> index(RelativePath below) {
        byte[] listed = expect("list the index", inWorkTree(below, List.of("ls-files", "-z", "-s", "-v")));
        List<IndexEntry> entries = new ArrayList<>();
        for (byte[] line : Fields.splitNul(listed)) {
            // TAG MODE ID STAGE \t PATH
            int tab = Fields.indexOf(line, (byte) '\t', 0);
            String[] head = new String(line, 0, tab, StandardCharsets.US_ASCII).split(" ");
            boolean trusted = head[0].equals("H") && head[3].equals("0");
            entries.add(new IndexEntry(Fields.from(line, tab + 1), head[1], head[2], trusted));
        }
        return entries;
    }

    /** A commit's tree below a folder, with paths relative to it. */
    public List<IndexEntry> tree(String commit, RelativePath below) {
        List<String> args = new ArrayList<>(List.of("ls-tree", "-r", "-z", "--full-tree"));
        args.add(below.isRoot() ? commit : commit + ":" + below);
        List<IndexEntry> entries = new ArrayList<>();
        for (byte[] line : Fields.splitNul(expect("list the tree of " + commit, local(args, new byte[0])))) {
            // MODE TYPE ID \t PATH
            int tab = Fields.indexOf(line, (byte) '\t', 0);
            String[] head = new String(line, 0, tab, StandardCharsets.US_ASCII).split(" ");
            entries.add(new IndexEntry(Fields.from(line, tab + 1), head[0], head[2], true));
        }
        return entries;
    }

    /** The branch that is checked out; empty when detached. */
    public Optional<String> branch() {
        ProcessResult result = local(List.of("symbolic-ref", "--quiet", "HEAD"), new byte[0]);
        String name = result.out().strip();
        return result.succeeded() && name.startsWith("refs/heads/")
                ? Optional.of(name.substring("refs/heads/".length()))
                : Optional.empty();
    }

    /**
     * A commit and when it was made.
     *
     * @param id the commit's id
     * @param time the committer's
     */
    public record Commit(String id, Instant time) {}

    /** The commit that a name or id stands for; empty when there is none. */
    public Optional<Commit> findCommit(String name) {
        List<String> args = List.of("rev-list", "--max-count=1", "--format=%ct", "--end-of-options", name);
        ProcessResult result = local(args, new byte[0]);
        String[] lines = result.out().split("\n");
        if (!result.succeeded() || lines.length < 2 || !lines[0].startsWith("commit ")) {
            return Optional.empty();
        }
        String id = lines[0].substring("commit ".length());
        try {
            return Optional.of(new Commit(id, Instant.ofEpochSecond(Long.parseLong(lines[1].strip()))));
        } catch (NumberFormatException | DateTimeException e) {
            return Optional.of(new Commit(id, Instant.EPOCH));
        }
    }

    /**
     * A tag.
     *
     * @param object the tag object's id, or the commit's where there is none
     * @param commit what it stands for in the end
     */
    public record Tag(String name, String object, String commit) {}

    /** All tags, sorted by name. */
    public List<Tag> tags() {
        String form = "--format=%(refname)%00%(objectname)%00%(*objectname)";
        byte[] listed = expect("list tags", local(List.of("for-each-ref", form, "refs/tags"), new byte[0]));
        List<Tag> tags = new ArrayList<>();
        for (String line : new String(listed, StandardCharsets.UTF_8).split("\n")) {
            String[] parts = line.split("\0", -1);
            if (parts.length == 3) {
                String name = parts[0].substring("refs/tags/".length());
                tags.add(new Tag(name, parts[1], parts[2].isEmpty() ? parts[1] : parts[2]));
            }
        }
        tags.sort(Comparator.comparing(Tag::name));
        return List.copyOf(tags);
    }

    /** Whether commits are missing behind some commit, because only a part of the history was fetched. */
    public boolean isShallow() {
        return Files.exists(directory.resolve("shallow"));
    }

    /** Checks a commit's files out into an existing empty folder; no filter or hook runs. */
    public void checkOut(String commit, Path target) {
        Map<String, String> env = new LinkedHashMap<>();
        env.put("GIT_DIR", directory.toString());
        env.put("GIT_WORK_TREE", target.toString());
        env.put("GIT_INDEX_FILE", directory.resolve("checkout-index").toString());
        expect("read the tree of " + commit, git.local(target, env, List.of("read-tree", commit), new byte[0]));
        List<String> args = List.of("checkout-index", "--all", "--force", "--quiet");
        expect("check out " + commit, git.local(target, env, args, new byte[0]));
    }

    /** Runs a command in the view's Git directory, without a work tree. */
    ProcessResult local(List<String> args, byte[] stdin) {
        return local(Map.of(), args, stdin);
    }

    ProcessResult local(Map<String, String> env, List<String> args, byte[] stdin) {
        Map<String, String> all = new LinkedHashMap<>(env);
        all.put("GIT_DIR", directory.toString());
        return git.local(directory, all, args, stdin);
    }

    /**
     * Where the repository's objects lie, as {@code GIT_ALTERNATE_OBJECT_DIRECTORIES} lists them: git follows an
     * alternate of an alternate only by its absolute path.
     */
    String objectDirectories() {
        Path own = folder.commonDirectory().resolve("objects");
        List<Path> all = new ArrayList<>(List.of(own));
        try (Stream<String> lines = Files.lines(own.resolve("info/alternates"))) {
            lines.filter(line -> !line.isEmpty() && !line.startsWith("#") && !line.startsWith("/"))
                    .forEach(line -> all.add(own.resolve(line).normalize()));
        } catch (IOException | UncheckedIOException e) {
            // Most repositories have no alternates.
        }
        return all.stream()
                .map(path -> "\"" + path.toString().replace("\\", "\\\\").replace("\"", "\\\"") + "\"")
                .collect(Collectors.joining(File.pathSeparator));
    }

    Path directory() {
        return directory;
    }

    static byte[] expect(String what, ProcessResult result) {
        if (!result.succeeded()) {
            throw GitCli.failed(what, result);
        }
        if (result.truncated()) {
            throw ToolException.of(
                    FailureCode.SOURCE_REFUSED,
                    "acquire",
                    "cannot " + what + ": the answer is too large",
                    "Give a smaller folder of the repository.");
        }
        return result.stdout();
    }

    @Override
    public void close() {
        try (Stream<Path> walk = Files.walk(directory)) {
            for (Path path : walk.sorted(Collections.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            // It lies in the scratch folder, which is emptied as a whole at the next start.
        }
    }

    private ProcessResult inWorkTree(RelativePath below, List<String> args) {
        @Nullable Path top = folder.workTree();
        if (top == null) {
            throw new IllegalStateException("a bare repository has no work tree");
        }
        Map<String, String> env = new LinkedHashMap<>();
        env.put("GIT_DIR", directory.toString());
        env.put("GIT_WORK_TREE", top.toString());
        env.put("GIT_INDEX_FILE", folder.gitDirectory().resolve("index").toString());
        Path cwd = below.isRoot() ? top : top.resolve(below.toString());
        return git.local(cwd, env, args, new byte[0]);
    }

    private static Map<String, String> settings(GitCli git, GitFolder folder) {
        Future<Optional<String>> excludes = Tasks.start(() -> excludesFile(git));
        Path file = folder.commonDirectory().resolve("config");
        Map<String, String> taken = Files.isRegularFile(file) ? settings(git, file) : new LinkedHashMap<>();
        Tasks.join(excludes, "acquire").ifPresent(path -> taken.put("core.excludesfile", path));
        return taken;
    }

    private static Map<String, String> settings(GitCli git, Path file) {
        List<String> args = List.of("config", "--file", file.toString(), "--no-includes", "-z", "--list");
        ProcessResult result = git.local(Path.of("/"), Map.of(), args, new byte[0]);
        if (!result.succeeded()) {
            throw new ToolException(
                    new Failure(
                            FailureCode.SOURCE_REFUSED,
                            "acquire",
                            "the repository's Git configuration " + file + " cannot be read",
                            GitCli.evidence(result),
                            "Repair the file, or give a fresh clone of the repository."),
                    null);
        }
        Map<String, String> taken = new LinkedHashMap<>();
        for (String setting : result.out().split("\0")) {
            int newline = setting.indexOf('\n');
            String key = newline < 0 ? setting : setting.substring(0, newline);
            String value = newline < 0 ? "true" : setting.substring(newline + 1);
            if (TAKEN_OVER.contains(key) && value.matches("[A-Za-z0-9]{1,20}")) {
                taken.put(key, value);
            }
        }
        return taken;
    }

    /** What the user ignores everywhere, as their own {@code git status} does. */
    private static Optional<String> excludesFile(GitCli git) {
        ProcessResult result =
                git.userConfiguration(List.of("config", "--global", "--type=path", "--get", "core.excludesFile"));
        String path = result.out().strip();
        return result.succeeded() && path.startsWith("/") ? Optional.of(path) : Optional.empty();
    }

    private static String configuration(Map<String, String> settings) {
        StringBuilder text = new StringBuilder();
        text.append("[core]\n\trepositoryformatversion = 1\n\tbare = false\n\tuntrackedCache = false\n");
        text.append("[uploadpack]\n\tallowAnySHA1InWant = true\n[gc]\n\tauto = 0\n[index]\n\tversion = 2\n");
        settings.forEach((key, value) -> {
            int dot = key.indexOf('.');
            String quoted = value.replace("\\", "\\\\").replace("\"", "\\\"");
            text.append('[').append(key, 0, dot).append("]\n\t");
            text.append(key.substring(dot + 1)).append(" = \"").append(quoted).append("\"\n");
        });
        return text.toString();
    }

    private static void linkSharedIndexes(Path from, Path to) throws IOException {
        try (DirectoryStream<Path> shared = Files.newDirectoryStream(from, "sharedindex.*")) {
            for (Path file : shared) {
                link(to.resolve(file.getFileName().toString()), file);
            }
        }
    }

    private static void link(Path from, Path to) throws IOException {
        Files.createSymbolicLink(from, to.toAbsolutePath());
    }

    private static void copy(Path from, Path to) throws IOException {
        if (Files.isRegularFile(from, LinkOption.NOFOLLOW_LINKS)) {
            Files.copy(from, to);
        }
    }
}
