package dev.bootwright.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.bootwright.acquire.archive.TarWriter;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives of every accepted kind, and hostile ones that must leave nothing behind. */
class ArchiveTest {
    private static final Instant TIME = Instant.parse("2023-04-05T06:07:08Z");

    @TempDir
    Path temp;

    private Path cwd;

    @BeforeEach
    void makeFolder() throws IOException {
        cwd = Files.createDirectory(temp.resolve("cwd")).toRealPath();
    }

    /** Writes entries into a tar archive. */
    @FunctionalInterface
    private interface TarContent {
        void write(TarArchiveOutputStream tar) throws IOException;
    }

    private Path tar(String name, TarContent content) throws IOException {
        Path file = temp.resolve(name);
        try (OutputStream raw = new BufferedOutputStream(Files.newOutputStream(file));
                OutputStream packed = name.endsWith("gz")
                        ? new GZIPOutputStream(raw)
                        : name.endsWith("bz2")
                                ? new BZip2CompressorOutputStream(raw)
                                : name.endsWith("xz") ? new XZCompressorOutputStream(raw) : raw;
                TarArchiveOutputStream tar = new TarArchiveOutputStream(packed, "UTF-8")) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            content.write(tar);
        }
        return file;
    }

    private static void file(TarArchiveOutputStream tar, String path, String content) throws IOException {
        file(tar, path, content, 0644);
    }

    private static void file(TarArchiveOutputStream tar, String path, String content, int mode) throws IOException {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry(path, true);
        entry.setSize(bytes.length);
        entry.setMode(mode);
        entry.setModTime(TIME.toEpochMilli());
        tar.putArchiveEntry(entry);
        tar.write(bytes);
        tar.closeArchiveEntry();
    }

    private static void special(TarArchiveOutputStream tar, String path, byte type, String target) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(path, type, true);
        entry.setLinkName(target);
        entry.setModTime(0);
        tar.putArchiveEntry(entry);
        tar.closeArchiveEntry();
    }

    private static void link(TarArchiveOutputStream tar, String path, String target) throws IOException {
        special(tar, path, TarConstants.LF_SYMLINK, target);
    }

    private Workspace acquire(Path archive) {
        return acquire(archive, AcquireOptions.of(cwd, temp.resolve("scratch")));
    }

    private static Workspace acquire(Path archive, AcquireOptions options) {
        return new Acquirer(TestGit.cli(), (url, target, progress) -> {
                    throw new AssertionError("no package is wanted");
                })
                .acquire(new SourceReference.ArchiveFile(archive), options);
    }

    private static List<String> paths(Workspace workspace) {
        return workspace.tree().entries().stream().map(e -> e.path().toString()).toList();
    }

    private void assertRefused(Path archive, String why) throws IOException {
        ToolException refused = catchThrowableOfType(ToolException.class, () -> acquire(archive));
        assertThat(refused).as("refusal of %s", archive).isNotNull();
        assertThat(refused.failure().code()).isEqualTo(FailureCode.SOURCE_REFUSED);
        assertThat(refused.failure().summary()).contains(why);
        try (Stream<Path> left = Files.list(cwd)) {
            assertThat(left).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"proj-1.0.tar", "proj-1.0.tar.gz", "proj-1.0.tgz", "proj-1.0.tar.bz2", "proj-1.0.tar.xz"})
    void everyTarIsUnpackedWithoutItsTopFolder(String name) throws IOException {
        String deep = "proj-1.0/" + "long".repeat(40) + "/" + "name".repeat(30) + ".txt";
        Path archive = tar(name, tar -> {
            file(tar, "proj-1.0/setup.py", "setup()\n");
            file(tar, "proj-1.0/bin/run", "#!/bin/sh\n", 0755);
            file(tar, deep, "deep");
            link(tar, "proj-1.0/docs/link", "../bin/run");
            special(tar, "proj-1.0/hard", TarConstants.LF_LINK, "proj-1.0/setup.py");
            file(tar, "proj-1.0/.git/config", "[core]\nfsmonitor=evil\n");
            file(tar, "proj-1.0/ünï", "u");
        });

        Workspace workspace = acquire(archive);

        assertThat(workspace.directory()).isEqualTo(cwd.resolve("proj"));
        assertThat(paths(workspace))
                .containsExactly(
                        "bin/run", "docs/link", "hard", deep.substring("proj-1.0/".length()), "setup.py", "ünï");
        assertThat(Files.readSymbolicLink(cwd.resolve("proj/docs/link"))).hasToString("../bin/run");
        assertThat(workspace.tree().read("hard")).contains("setup()\n");
        assertThat(Files.getPosixFilePermissions(cwd.resolve("proj/bin/run")))
                .isEqualTo(PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(cwd.resolve("proj/.git")).doesNotExist();
        assertThat(workspace.identity().name()).isEqualTo("proj");
        assertThat(workspace.identity().commit()).isNull();
        assertThat(workspace.identity().commitTime()).isEqualTo(TIME);
        try (Stream<Path> left = Files.list(cwd)) {
            assertThat(left).containsExactly(cwd.resolve("proj"));
        }
    }

    @Test
    void aZipIsUnpackedWithModesAndLinks() throws IOException {
        Path archive = temp.resolve("tool-2.0.zip");
        try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(archive)) {
            zipEntry(zip, "tool-2.0/a.txt", 0100644, "a");
            zipEntry(zip, "tool-2.0/run", 0100755, "#!/bin/sh\n");
            zipEntry(zip, "tool-2.0/link", 0120777, "a.txt");
            zipEntry(zip, "tool-2.0/empty/", 0040755, "");
        }

        Workspace workspace = acquire(archive);

        assertThat(paths(workspace)).containsExactly("a.txt", "link", "run");
        assertThat(workspace.tree().find("run").orElseThrow().kind()).isEqualTo(SourceTree.Kind.EXECUTABLE);
        assertThat(workspace.tree().find("link").orElseThrow().kind()).isEqualTo(SourceTree.Kind.LINK);
    }

    private static void zipEntry(ZipArchiveOutputStream zip, String path, int mode, String content) throws IOException {
        ZipArchiveEntry entry = new ZipArchiveEntry(path);
        entry.setUnixMode(mode);
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        CRC32 crc = new CRC32();
        crc.update(bytes);
        entry.setMethod(ZipArchiveEntry.STORED);
        entry.setSize(bytes.length);
        entry.setCrc(crc.getValue());
        zip.putArchiveEntry(entry);
        zip.write(bytes);
        zip.closeArchiveEntry();
    }

    @Test
    void anArchiveWithoutATopFolderIsTakenAsItIs() throws IOException {
        Path archive = tar("flat.tar", tar -> {
            file(tar, "./a.txt", "a");
            file(tar, "src/b.txt", "b");
        });
        assertThat(paths(acquire(archive))).containsExactly("a.txt", "src/b.txt");
    }

    @Test
    void namesThatAreNoTextStayBytes() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TarWriter writer = new TarWriter(out, 0, "root");
        byte[] name = {'x', (byte) 0xff, (byte) 0xfe};
        writer.file(name, false, 0, 1);
        writer.link(new byte[] {'l', (byte) 0x80}, name, 1);
        writer.end();
        Path archive = Files.write(temp.resolve("raw.tar"), out.toByteArray());

        Workspace workspace = acquire(archive);

        assertThat(paths(workspace)).containsExactly("l\\x80", "x\\xff\\xfe");
        ByteArrayOutputStream again = new ByteArrayOutputStream();
        workspace.writeTar(again, false);
        assertThat(again.toString(StandardCharsets.ISO_8859_1)).contains("x\u00ff\u00fe");
    }

    @Test
    void traversalIsRefused() throws IOException {
        assertRefused(tar("a.tar", t -> file(t, "p/../../evil", "x")), "leads out of it");
        assertRefused(tar("b.tar", t -> file(t, "/abs/evil", "x")), "absolute path");
        assertRefused(
                tar("c.tar", t -> {
                    file(t, "p/a", "x");
                    special(t, "p/h", TarConstants.LF_LINK, "../../etc/passwd");
                }),
                "leads out of it");
        Path zip = temp.resolve("d.zip");
        try (ZipArchiveOutputStream out = new ZipArchiveOutputStream(zip)) {
            zipEntry(out, "p/../../evil", 0100644, "x");
        }
        assertRefused(zip, "leads out of it");
    }

    @Test
    void linksOutOfTheTreeAreRefused() throws IOException {
        assertRefused(
                tar("a.tar", t -> {
                    file(t, "p/a", "x");
                    link(t, "p/l", "/etc/passwd");
                }),
                "a link that leads out of it");
        assertRefused(
                tar("b.tar", t -> {
                    file(t, "p/a", "x");
                    link(t, "p/l", "../../x");
                }),
                "a link that leads out of it");
        assertRefused(
                tar("c.tar", t -> {
                    file(t, "p/d/a", "x");
                    link(t, "p/here", ".");
                    link(t, "p/l", "here/..");
                }),
                "a link that leads out of it");
        assertRefused(
                tar("d.tar", t -> {
                    file(t, "p/a", "x");
                    link(t, "p/l", "..");
                }),
                "a link that leads out of it");
        assertRefused(tar("e.tar", t -> link(t, "p/l", "/etc/passwd")), "a link that leads out of it");
    }

    @Test
    void nothingIsWrittenThroughALink() throws IOException {
        Path outside = Files.createDirectory(temp.resolve("outside"));
        assertRefused(
                tar("a.tar", t -> {
                    link(t, "p/l", outside.toString());
                    file(t, "p/l/evil", "x");
                }),
                "p");
        assertRefused(
                tar("b.tar", t -> {
                    file(t, "p/d/a", "x");
                    link(t, "p/l", "d");
                    file(t, "p/l/evil", "x");
                }),
                "cannot unpack");
        assertThat(outside).isEmptyDirectory();
    }

    @Test
    void linkLoopsInsideAreKeptAsTheyAre() throws IOException {
        Workspace workspace = acquire(tar("loop.tar", t -> {
            file(t, "p/a", "x");
            link(t, "p/self", "self");
            link(t, "p/one", "two");
            link(t, "p/two", "one");
            link(t, "p/dir", ".");
        }));
        assertThat(paths(workspace)).containsExactly("a", "dir", "one", "self", "two");
    }

    @Test
    void specialFilesAreRefused() throws IOException {
        for (byte type : new byte[] {TarConstants.LF_CHR, TarConstants.LF_BLK, TarConstants.LF_FIFO}) {
            assertRefused(
                    tar("s.tar", t -> {
                        file(t, "p/a", "x");
                        special(t, "p/s", type, "");
                    }),
                    "special file");
        }
    }

    @Test
    void bombsAreRefused() throws IOException {
        Path bomb = tar("bomb.tar.gz", t -> {
            TarArchiveEntry entry = new TarArchiveEntry("p/zeros");
            long size = 200L << 20;
            entry.setSize(size);
            t.putArchiveEntry(entry);
            byte[] zeros = new byte[1 << 20];
            for (long written = 0; written < size; written += zeros.length) {
                t.write(zeros);
            }
            t.closeArchiveEntry();
        });
        assertRefused(bomb, "times its size");
    }

    @Test
    void countsAreLimited() throws IOException {
        Path archive = tar("many.tar", t -> {
            for (int i = 0; i < 20; i++) {
                file(t, "p/" + i, "x");
            }
        });
        Path target = Files.createDirectory(temp.resolve("t"));
        ToolException refused = catchThrowableOfType(
                ToolException.class,
                () -> ArchiveExtraction.unpack(archive, target, null, new TreeLimits(10, 1 << 20, 10)));
        assertThat(refused.failure().code()).isEqualTo(FailureCode.SOURCE_REFUSED);
        assertThat(refused.failure().summary()).contains("more than 10 entries");
    }

    @Test
    void damagedArchivesAreRefusedWithTheReason() throws IOException {
        Path good = tar("g.tar.gz", t -> file(t, "p/a", "x".repeat(100_000)));
        byte[] bytes = Files.readAllBytes(good);
        assertRefused(
                Files.write(temp.resolve("cut.tar.gz"), java.util.Arrays.copyOf(bytes, bytes.length / 2)),
                "cannot unpack");
        assertRefused(Files.writeString(temp.resolve("text.tar.gz"), "not an archive".repeat(100)), "no tar archive");
        assertRefused(Files.writeString(temp.resolve("empty.zip"), ""), "empty");
        assertRefused(Files.writeString(temp.resolve("bad.zip"), "PK but no more"), "cannot unpack");
    }

    @Test
    void theSameSourceIsUsedAgainAndAnythingElseRefused() throws IOException {
        Path archive = tar("proj-1.0.tar", t -> file(t, "p/a", "x"));
        Workspace first = acquire(archive);
        Files.writeString(cwd.resolve("proj/added"), "by the user");
        Workspace second = acquire(archive);
        assertThat(paths(second)).containsExactly("a", "added");
        assertThat(second.identity().commitTime()).isEqualTo(first.identity().commitTime());

        Path other = tar("proj-2.0.tar", t -> file(t, "p/a", "y"));
        ToolException occupied = catchThrowableOfType(ToolException.class, () -> acquire(other));
        assertThat(occupied.failure().code()).isEqualTo(FailureCode.TARGET_OCCUPIED);
        assertThat(occupied.failure().next()).contains("--into");
        assertThat(occupied.failure().summary()).contains("proj-1.0.tar");
        assertThat(cwd.resolve("proj/added")).exists();

        Path empty = Files.createDirectory(cwd.resolve("empty"));
        AcquireOptions into = AcquireOptions.of(cwd, temp.resolve("scratch")).withInto(empty);
        assertThat(paths(acquire(other, into))).containsExactly("a");
        AcquireOptions nested = AcquireOptions.of(cwd, temp.resolve("scratch")).withInto(Path.of("x/y"));
        assertThat(acquire(other, nested).directory()).isEqualTo(cwd.resolve("x/y"));
    }

    @Test
    void whatIsUnpackedBelongsToNoRepositoryAroundIt() throws IOException {
        TestGit.init(cwd);
        Files.writeString(cwd.resolve(".gitignore"), "*.txt\n");
        Path archive = tar("proj-1.0.tar", t -> file(t, "p/a.txt", "x"));
        Workspace first = acquire(archive);
        assertThat(paths(first)).containsExactly("a.txt");
        TestGit.run(cwd, "add", "-f", "proj/a.txt");
        TestGit.run(cwd, "commit", "-q", "-m", "theirs");

        assertThat(acquire(archive).identity()).isEqualTo(first.identity());
        assertThat(acquire(archive).hasGit()).isFalse();
    }

    @Test
    void whatACrashLeftBesideIsRemovedNextTime() throws IOException {
        Path abandoned = Files.createDirectories(cwd.resolve(".proj.bootwright-999999999-1/tree"));
        Path running = Files.createDirectories(
                cwd.resolve(".proj.bootwright-" + ProcessHandle.current().pid() + "-1/tree"));
        acquire(tar("proj-1.0.tar", t -> file(t, "p/a", "x")));
        assertThat(abandoned).doesNotExist();
        assertThat(running).exists();
    }
}
