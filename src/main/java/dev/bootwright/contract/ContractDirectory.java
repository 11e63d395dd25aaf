package dev.bootwright.contract;

import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.step.Contract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The {@code .bootstrap} directory of a tree. Writing replaces it as a whole: whoever looks, and whatever crashes, finds
 * the old contract or the new one.
 */
public final class ContractDirectory {
    public static final String NAME = ".bootstrap";

    /** Names of unfinished directories beside it begin so; they are never part of the repository. */
    public static final String UNFINISHED_PREFIX = ".bootstrap.new-";

    private static final String SET_ASIDE_PREFIX = ".bootstrap.old-";
    private static final String MARK = ".unfinished";
    private static final int DOCUMENT_LIMIT = 64 << 20;
    private static final String PHASE = "contract";
    private static final Set<String> OWN_FILES = new TreeSet<>(List.of(
            "AGENT.md",
            "PLAYBOOK.md",
            "WARNINGS.md",
            "contract.json",
            "doctor.sh",
            "env.sh",
            "evidence.json",
            "lock",
            "setup.sh",
            "tests.json",
            "verify.sh"));

    private ContractDirectory() {}

    /** The contract of the tree, where there is one. */
    public static Optional<StoredContract> existing(Path tree) {
        return Files.exists(tree.resolve(NAME), LinkOption.NOFOLLOW_LINKS) ? Optional.of(read(tree)) : Optional.empty();
    }

    /**
     * Whether a fresh contract may be written: an unproven one never takes the place of a proven one, nor of one that
     * cannot be read, which may be a newer Bootwright's.
     */
    public static boolean accepts(Path tree, Contract fresh) {
        if (fresh.proof().proven()) {
            return true;
        }
        try {
            return existing(tree).map(e -> e.mayBeReplacedBy(fresh)).orElse(true);
        } catch (ToolException e) {
            return false;
        }
    }

    /** Throws {@code CONTRACT_INVALID} or {@code NO_CONTRACT} with what is wrong, where, and what to do. */
    public static StoredContract read(Path tree) {
        Path directory = tree.resolve(NAME);
        if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            throw ToolException.of(
                    FailureCode.NO_CONTRACT,
                    PHASE,
                    "the repository has no .bootstrap directory",
                    "Run setup to write a contract.");
        }
        return new ContractReader(directory).read();
    }

    /**
     * Writes the files in place of whatever contract stands there. Whether it may be replaced is the caller's decision,
     * see {@link #accepts}.
     */
    public static void write(Path tree, ContractFiles files) {
        recover(tree);
        Path target = tree.resolve(NAME);
        checkReplaceable(target);
        String own = Long.toString(ProcessHandle.current().pid());
        Path fresh = tree.resolve(UNFINISHED_PREFIX + own);
        try {
            fill(fresh, files);
            giveToOwner(tree, fresh);
            Files.delete(fresh.resolve(MARK));
            syncAll(fresh);
            if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
                Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
            } else if (!DirectoryExchange.exchange(fresh, target)) {
                Path aside = tree.resolve(SET_ASIDE_PREFIX + own);
                Files.move(target, aside, StandardCopyOption.ATOMIC_MOVE);
                Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
                delete(aside);
            }
            sync(tree);
            delete(fresh);
        } catch (IOException e) {
            undo(tree, e);
            throw new UncheckedIOException("cannot write the contract to " + target, e);
        }
    }

    private static void undo(Path tree, IOException cause) {
        try {
            recover(tree);
        } catch (UncheckedIOException e) {
            cause.addSuppressed(e);
        }
    }

    /** Puts right what a crash left beside {@code .bootstrap}: called before a tree is read, and by every write. */
    public static void recover(Path tree) {
        Path target = tree.resolve(NAME);
        try {
            for (Path aside : leftovers(tree, SET_ASIDE_PREFIX)) {
                if (isContract(aside) && !Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
                    Files.move(aside, target, StandardCopyOption.ATOMIC_MOVE);
                } else if (isContract(aside)) {
                    delete(aside);
                }
            }
            for (Path fresh : leftovers(tree, UNFINISHED_PREFIX)) {
                if (isContract(fresh)
                        || Files.exists(fresh.resolve(MARK), LinkOption.NOFOLLOW_LINKS)
                        || isEmpty(fresh)) {
                    delete(fresh);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove what a crash left beside " + target, e);
        }
    }

    /** Leftovers of processes that no longer run. */
    private static List<Path> leftovers(Path tree, String prefix) throws IOException {
        if (!Files.isDirectory(tree)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(tree)) {
            return children.filter(p -> isLeftover(p, prefix)).sorted().toList();
        }
    }

    private static boolean isLeftover(Path path, String prefix) {
        String name = path.getFileName().toString();
        if (!name.startsWith(prefix) || !name.substring(prefix.length()).matches("[0-9]{1,18}")) {
            return false;
        }
        long pid = Long.parseLong(name.substring(prefix.length()));
        boolean running = pid != ProcessHandle.current().pid()
                && ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
        return !running && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    /** Fails when {@link #write} would, so that nobody works for an hour in vain. */
    public static void requireReplaceable(Path tree) {
        if (!Files.isWritable(tree)) {
            throw ToolException.of(
                    FailureCode.STORE_UNUSABLE,
                    PHASE,
                    "the contract could not be written: " + tree + " can only be read",
                    "Copy the repository to a folder that you may write, or ask `bootwright gate`, which writes nothing.");
        }
        checkReplaceable(tree.resolve(NAME));
    }

    private static void checkReplaceable(Path target) {
        if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        String reason = foreign(target);
        if (!reason.isEmpty()) {
            throw ToolException.of(
                    FailureCode.TARGET_OCCUPIED,
                    PHASE,
                    "the contract was not written: " + reason,
                    "Move it away or restore it from version control, then run the same command again.");
        }
    }

    private static String foreign(Path target) {
        if (Files.isSymbolicLink(target)) {
            return ".bootstrap is a link";
        }
        if (!Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
            return ".bootstrap is a file";
        }
        try (Stream<Path> children = Files.list(target)) {
            // one more than there are names of ours is enough to find a foreign one
            List<String> names = children.map(p -> p.getFileName().toString())
                    .limit(OWN_FILES.size() + 1L)
                    .sorted()
                    .toList();
            if (names.isEmpty()) {
                return "";
            }
            if (!isContract(target)) {
                return ".bootstrap was not made by Bootwright, or its contract.json is damaged";
            }
            return names.stream()
                    .filter(n -> !OWN_FILES.contains(n))
                    .findFirst()
                    .map(n -> ".bootstrap holds a file that Bootwright did not write: " + n)
                    .orElse("");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + target, e);
        }
    }

    private static boolean isContract(Path directory) {
        Path file = directory.resolve("contract.json");
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                || Files.exists(directory.resolve(MARK), LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try {
            byte[] text = ContractReader.bounded(file, DOCUMENT_LIMIT);
            if (text.length > DOCUMENT_LIMIT) {
                return false;
            }
            JsonNode document = ContractJson.LINE.readTree(text);
            return document.has("schemaVersion") && document.has("steps") && document.has("route");
        } catch (IOException | JacksonException e) {
            return false;
        }
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (Stream<Path> children = Files.list(directory)) {
            return children.findAny().isEmpty();
        }
    }

    private static void fill(Path fresh, ContractFiles files) throws IOException {
        makeDirectory(fresh);
        Files.createFile(fresh.resolve(MARK));
        for (Map.Entry<String, byte[]> file : files.contents().entrySet()) {
            int slash = file.getKey().indexOf('/');
            Path folder = slash < 0 ? fresh : fresh.resolve(file.getKey().substring(0, slash));
            if (!Files.isDirectory(folder)) {
                makeDirectory(folder);
            }
            Path path = fresh.resolve(file.getKey());
            try (FileChannel channel =
                    FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                ByteBuffer bytes = ByteBuffer.wrap(file.getValue());
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            boolean script = ContractFiles.isScript(file.getKey());
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(script ? "rwxr-xr-x" : "rw-r--r--"));
        }
    }

    private static void makeDirectory(Path directory) throws IOException {
        Files.createDirectory(directory);
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** What root writes into somebody's tree belongs to that somebody. */
    private static void giveToOwner(Path tree, Path fresh) throws IOException {
        Object uid = Files.getAttribute(tree, "unix:uid");
        Object gid = Files.getAttribute(tree, "unix:gid");
        if (uid.equals(Files.getAttribute(fresh, "unix:uid"))) {
            return;
        }
        try (Stream<Path> all = Files.walk(fresh)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
                Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
            }
        }
    }

    private static void syncAll(Path fresh) throws IOException {
        try (Stream<Path> all = Files.walk(fresh)) {
            for (Path path : (Iterable<Path>) all.filter(Files::isDirectory)::iterator) {
                sync(path);
            }
        }
    }

    private static void sync(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        // contract.json goes last, so that a half deleted directory is still known to be ours
        try (Stream<Path> all = Files.walk(directory)) {
            List<Path> paths = all.sorted(Comparator.<Path, Boolean>comparing(
                                    p -> p.equals(directory) || p.equals(directory.resolve("contract.json")))
                            .thenComparing(Comparator.reverseOrder()))
                    .toList();
            for (Path path : paths) {
                Files.delete(path);
            }
        }
    }
}
