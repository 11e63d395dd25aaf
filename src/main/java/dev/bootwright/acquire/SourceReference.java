package dev.bootwright.acquire;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What the user named as the repository to set up. */
public sealed interface SourceReference {
    /** For messages and reports; without credentials. */
    String display();

    /** The repository's name: the last part of what was named, without version or suffix. */
    String name();

    /**
     * Reads what the user typed.
     *
     * @param cwd the folder to which relative paths belong
     * @throws dev.bootwright.failure.ToolException when it has no accepted form, or names a path that is not there
     */
    static SourceReference parse(String text, Path cwd) {
        return SourceReferenceParser.parse(text, cwd);
    }

    /** A folder that is used where it lies. */
    record LocalFolder(Path path) implements SourceReference {
        @Override
        public String display() {
            return path.toString();
        }

        @Override
        public String name() {
            Path last = path.getFileName();
            return last == null ? "repository" : SourceNames.withoutSuffix(last.toString());
        }
    }

    /**
     * A repository to clone.
     *
     * @param location a URL, an scp-like {@code host:path} or an absolute path
     * @param ref a branch, tag or commit; null for the default branch
     */
    record GitSource(String location, @Nullable String ref) implements SourceReference {
        @Override
        public String display() {
            return SourceNames.withoutCredentials(location) + (ref == null ? "" : "@" + ref);
        }

        @Override
        public String name() {
            return SourceNames.ofLocation(location);
        }
    }

    /** An archive on this machine. */
    record ArchiveFile(Path path) implements SourceReference {
        @Override
        public String display() {
            return path.toString();
        }

        @Override
        public String name() {
            return SourceNames.ofArchive(String.valueOf(path.getFileName()));
        }
    }

    /** A package of a registry, whose source is brought by the registry's own client. */
    record RegistryPackage(PackageUrl url) implements SourceReference {
        @Override
        public String display() {
            return url.toString();
        }

        @Override
        public String name() {
            return url.shortName();
        }
    }
}
