package dev.bootwright.acquire;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a source is acquired.
 *
 * @param cwd where {@code ./NAME} is made
 * @param into the folder to make instead; null for {@code ./NAME}
 * @param committed whether a local folder's last commit is taken instead of its files as they lie there
 * @param submodules whether a clone fetches its submodules
 * @param scratch a folder for temporary files, on the store's file system
 * @param progress gets one line for people now and then while a package is brought
 */
public record AcquireOptions(
        Path cwd, @Nullable Path into, boolean committed, boolean submodules, Path scratch, Consumer<String> progress) {
    public static AcquireOptions of(Path cwd, Path scratch) {
        return new AcquireOptions(cwd.toAbsolutePath().normalize(), null, false, false, scratch, line -> {});
    }

    public AcquireOptions withInto(Path folder) {
        return new AcquireOptions(cwd, cwd.resolve(folder).normalize(), committed, submodules, scratch, progress);
    }

    public AcquireOptions withCommitted() {
        return new AcquireOptions(cwd, into, true, submodules, scratch, progress);
    }

    public AcquireOptions withSubmodules() {
        return new AcquireOptions(cwd, into, committed, true, scratch, progress);
    }

    public AcquireOptions withProgress(Consumer<String> newProgress) {
        return new AcquireOptions(cwd, into, committed, submodules, scratch, newProgress);
    }
}
