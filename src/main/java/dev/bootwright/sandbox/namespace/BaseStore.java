package dev.bootwright.sandbox.namespace;

import dev.bootwright.base.Digest;
import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.sandbox.BaseIdentity;
import dev.bootwright.sandbox.LayerKey;
import dev.bootwright.sandbox.Store;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The base environments of a store: each is a layer without a parent, and a small file that names its key. */
final class BaseStore {
    static final long SPACE_TO_BUILD = 3L << 30;
    private static final String FORMAT = "base-2";

    private final Store store;
    private final LayerStore layers;
    private final LayerSync sync;
    private final RootFileSystem rootFileSystem;
    private final DebianBuild debian;

    BaseStore(Store store, HostTools tools, LayerStore layers, UserNamespace users, LayerSync sync) {
        this.store = store;
        this.layers = layers;
        this.sync = sync;
        this.rootFileSystem = new RootFileSystem(tools, users);
        this.debian = new DebianBuild(tools);
    }

    LayerRecord base(BaseIdentity identity, Consumer<String> progress) {
        Optional<LayerRecord> stored = stored(identity);
        if (stored.isPresent()) {
            return stored.get();
        }
        if (!identity.distribution().equals("debian")) {
            throw ToolException.of(
                    FailureCode.BASE_UNAVAILABLE,
                    "base",
                    "the base environment " + identity.display() + " is not in the store",
                    identity.distribution().equals("custom")
                            ? "Give its root file system again: bootwright verify --base ROOT, which also brings it for run and shell."
                            : "Use a Debian suite, or give a root file system with --base.");
        }
        try (FileChannel channel = lockFile(slug(identity));
                FileLock lock = lock(channel)) {
            Objects.requireNonNull(lock);
            Optional<LayerRecord> builtMeanwhile = stored(identity);
            return builtMeanwhile.isPresent() ? builtMeanwhile.get() : build(identity, progress);
        } catch (IOException e) {
            throw LayerStore.unusable("cannot build the base environment " + identity.display(), e);
        }
    }

    BaseIdentity importBase(Path source, Consumer<String> progress) {
        store.requireSpace(SPACE_TO_BUILD, "base");
        Path work = store.newTemporary("b");
        try {
            progress.accept("taking in the base environment " + source);
            Path tar = rootFileSystem.pack(source, work);
            Digest content = rootFileSystem.unpack(tar, work.resolve("root"));
            BaseIdentity identity = BaseIdentity.custom(
                    RootFileSystem.suite(work.resolve("root")), BaseIdentity.architectureHere(), content);
            if (stored(identity).isEmpty()) {
                enter(identity, work.resolve("root"), content);
            }
            return identity;
        } catch (IOException e) {
            throw LayerStore.unusable("cannot take in the base environment " + source, e);
        } finally {
            rootFileSystem.tools().remove(List.of(work));
        }
    }

    private LayerRecord build(BaseIdentity identity, Consumer<String> progress) throws IOException {
        store.requireSpace(SPACE_TO_BUILD, "base");
        Path work = store.newTemporary("b");
        try {
            progress.accept("building the base environment " + identity.display() + ", once");
            Path tar = debian.build(identity, work, progress);
            progress.accept("unpacking the base environment");
            Digest content = rootFileSystem.unpack(tar, work.resolve("root"));
            return enter(identity, work.resolve("root"), content);
        } finally {
            rootFileSystem.tools().remove(List.of(work));
        }
    }

    private LayerRecord enter(BaseIdentity identity, Path root, Digest content) throws IOException {
        LayerKey key = new LayerKey(Digest.ofFields(List.of(
                FORMAT,
                identity.distribution(),
                identity.suite(),
                identity.variant(),
                identity.architecture(),
                content.value())));
        LayerRecord record = layers.add(root, key, null);
        sync.later(record);
        Path file = file(identity);
        Path draft = file.resolveSibling("." + file.getFileName() + "." + record.id());
        Files.writeString(draft, key.digest().value());
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        return record;
    }

    private Optional<LayerRecord> stored(BaseIdentity identity) {
        Path file = file(identity);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return layers.find(new LayerKey(new Digest(Files.readString(file).strip())));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private Path file(BaseIdentity identity) {
        return store.bases().resolve(slug(identity));
    }

    private static String slug(BaseIdentity identity) {
        @Nullable Digest content = identity.content();
        String text = String.join(
                "-", FORMAT, identity.distribution(), identity.suite(), identity.variant(), identity.architecture());
        String safe = text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]", "_");
        return safe + (content == null ? "" : "-" + content.abbreviated());
    }

    private FileChannel lockFile(String slug) throws IOException {
        return FileChannel.open(
                store.bases().resolve("." + slug + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    private static FileLock lock(FileChannel channel) throws IOException {
        while (true) {
            try {
                return channel.lock();
            } catch (OverlappingFileLockException e) {
                try {
                    Thread.sleep(50);
                } catch (InterruptedException interrupt) {
                    Thread.currentThread().interrupt();
                    throw new IOException("interrupted while another thread builds the same base", interrupt);
                }
            }
        }
    }

    static ToolException unavailable(String summary, List<String> evidence, String next) {
        return new ToolException(new Failure(FailureCode.BASE_UNAVAILABLE, "base", summary, evidence, next), null);
    }

    static List<String> lastLines(String text, int count) {
        String[] lines = text.strip().split("\n");
        return Arrays.stream(lines)
                .skip(Math.max(0, lines.length - count))
                .map(line -> line.replaceAll("\\p{Cntrl}", " ").strip())
                .toList();
    }
}
