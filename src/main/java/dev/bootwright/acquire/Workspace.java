package dev.bootwright.acquire;

import dev.bootwright.step.RepositoryIdentity;
import java.io.OutputStream;
import java.nio.file.Path;

/** An acquired repository: its identity, its files, and where {@code .bootstrap} belongs. */
public interface Workspace {
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
}
