package dev.bootwright.acquire;

import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Brings the source archive of a registry's package. */
@FunctionalInterface
public interface PackageFetcher {
    /**
     * @param folder an existing empty folder for the archive
     * @param progress gets one line for people now and then
     * @throws dev.bootwright.failure.ToolException when the package or version does not exist, has no source, or the
     *     registry cannot be reached
     */
    FetchedPackage fetch(PackageUrl url, Path folder, Consumer<String> progress);

    /**
     * @param url with the version that was really brought
     * @param archive a file in the given folder
     * @param published when the version was published; null when the registry does not tell
     */
    record FetchedPackage(
            PackageUrl url, Path archive, @Nullable Instant published) {}
}
