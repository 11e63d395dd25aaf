package dev.bootwright.acquire;

import dev.bootwright.step.RepositoryIdentity;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

/** An acquired repository: its identity, its files, and where {@code .bootstrap} belongs. */
public interface Workspace extends AutoCloseable {
    /** What the user named, for messages and reports; without credentials. */
    String source();

    /** The folder on the host; {@code .bootstrap} is written below it, nothing else. */
    Path directory();

    RepositoryIdentity identity();

    SourceTree tree();

    /**
     * Writes the tree as a tar stream, with one uniform file time, for the sandbox's workspace layer.
     *
     * @param withGit whether a rebuilt {@code .git} (no configuration, hooks or alternates of the source) is included
     */
    void writeTar(OutputStream out, boolean withGit);

    /**
     * Writes a rebuilt {@code .git} alone as a tar stream, to be unpacked beside the tree: objects and tags of the source
     * in a fresh repository whose {@code HEAD} is at the same commit. An empty stream where there is no Git.
     */
    default void writeGit(OutputStream out, GitHistory history) {
        throw new UnsupportedOperationException("this workspace has no Git");
    }

    /** Whether there is a commit from which {@code .git} can be rebuilt. */
    default boolean hasGit() {
        return false;
    }

    /** What lies in the folder and was left out, with the reason; for warnings. */
    default List<Skipped> skipped() {
        return List.of();
    }

    /** Whether a file of this path lies in the user's folder without being part of the tree. */
    default boolean isLeftBehind(String path) {
        return false;
    }

    /** The names of such files in a folder of the tree, sorted. */
    default List<String> leftBehindIn(String folder) {
        return List.of();
    }

    /** Submodules that the repository names, whether their files are there or not. */
    default List<Submodule> submodules() {
        return List.of();
    }

    /** Deletes temporary files, if acquiring needed any. */
    @Override
    default void close() {}
}
