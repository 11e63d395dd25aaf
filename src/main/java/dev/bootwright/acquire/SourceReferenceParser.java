package dev.bootwright.acquire;

import dev.bootwright.acquire.SourceReference.ArchiveFile;
import dev.bootwright.acquire.SourceReference.GitSource;
import dev.bootwright.acquire.SourceReference.LocalFolder;
import dev.bootwright.acquire.SourceReference.RegistryPackage;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.git.GitFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tells the accepted forms of a source apart. */
final class SourceReferenceParser {
    static final String ACCEPTED = "Accepted are a folder, a Git URL (https, ssh, git, file, or git@host:path) or a"
            + " repository's path with an optional @REF, an archive (" + String.join(", ", SourceNames.ARCHIVE_SUFFIXES)
            + "), " + PackageUrl.FORMS + ".";

    private static final List<String> PROTOCOLS = List.of("https", "ssh", "git", "file");
    private static final Pattern URL = Pattern.compile("(?s)([A-Za-z][A-Za-z0-9+.-]*)://([^/]*)(/.*)?");
    private static final Pattern SCP =
            Pattern.compile("((?:[A-Za-z0-9_.-]+@)?[A-Za-z0-9_.-]+|\\[[0-9a-fA-F:]+\\]):(?!:)([^:].*)");
    private static final Pattern REF = Pattern.compile("[A-Za-z0-9_+.@/-]{1,255}");

    private SourceReferenceParser() {}

    static SourceReference parse(String text, Path cwd) {
        if (text.isBlank() || text.chars().anyMatch(Character::isISOControl)) {
            throw usage("the source is empty or has control characters");
        }
        if (text.startsWith("pkg:")) {
            return new RegistryPackage(PackageUrl.parse(text));
        }
        Matcher url = URL.matcher(text);
        if (url.matches()) {
            return url(text, url);
        }
        Path path = path(text, cwd);
        if (Files.exists(path)) {
            return existing(path, text);
        }
        Matcher scp = SCP.matcher(text);
        if (scp.matches() && !scp.group(1).contains("/")) {
            return remote(scp.group(1) + ":", scp.group(2));
        }
        return missing(text, cwd, path);
    }

    private static SourceReference url(String text, Matcher url) {
        String protocol = url.group(1).toLowerCase(Locale.ROOT);
        if (protocol.equals("http")) {
            throw usage(
                    "the protocol http of " + SourceNames.withoutCredentials(text) + " is not encrypted; use https");
        }
        if (!PROTOCOLS.contains(protocol)) {
            throw usage("the protocol " + protocol + " is not one that is used to clone");
        }
        @Nullable String rest = url.group(3);
        if (rest == null
                || rest.length() < 2
                || (!protocol.equals("file") && url.group(2).isEmpty())) {
            throw usage("the URL " + SourceNames.withoutCredentials(text) + " names no repository");
        }
        if (url.group(2).startsWith("-")) {
            throw usage("a host name cannot begin with a dash");
        }
        if (protocol.equals("file") && Files.exists(Path.of(rest))) {
            return new GitSource(protocol + "://" + url.group(2) + rest, null);
        }
        GitSource source = remote(protocol + "://" + url.group(2), rest);
        if (!protocol.equals("file") && SourceNames.isArchive(rest)) {
            throw usage("an archive is not fetched from a URL; download it, then name the file");
        }
        return source;
    }

    private static GitSource remote(String before, String path) {
        int at = path.indexOf('@', 1);
        while (at > 0 && path.charAt(at - 1) == '/') {
            at = path.indexOf('@', at + 1);
        }
        return at < 0
                ? new GitSource(before + path, null)
                : new GitSource(before + path.substring(0, at), ref(path, at));
    }

    /** Null for {@code HEAD}, which is what one gets without a ref; Git takes no branch of that name. */
    private static @Nullable String ref(String text, int at) {
        String ref = text.substring(at + 1);
        if (ref.equals("HEAD")) {
            return null;
        }
        if (!REF.matcher(ref).matches() || ref.startsWith("-") || ref.contains("..")) {
            throw usage("\"" + ref + "\" after the @ is not a branch, tag or commit");
        }
        return ref;
    }

    private static SourceReference existing(Path path, String text) {
        if (Files.isDirectory(path)) {
            boolean bare = !Files.exists(path.resolve(".git"))
                    && GitFolder.bareAt(path).isPresent();
            return bare ? new GitSource(real(path).toString(), null) : new LocalFolder(real(path));
        }
        if (Files.isRegularFile(path) && SourceNames.isArchive(String.valueOf(path.getFileName()))) {
            return new ArchiveFile(real(path));
        }
        throw usage(text + " is neither a folder nor an archive");
    }

    private static SourceReference missing(String text, Path cwd, Path path) {
        for (int at = text.lastIndexOf('@'); at > 0; at = text.lastIndexOf('@', at - 1)) {
            Path repository = path(text.substring(0, at), cwd);
            boolean git = Files.isDirectory(repository)
                    && (GitFolder.workTreeAt(repository).isPresent()
                            || GitFolder.bareAt(repository).isPresent());
            if (git) {
                return new GitSource(real(repository).toString(), ref(text, at));
            }
        }
        throw ToolException.of(FailureCode.SOURCE_NOT_FOUND, "acquire", "there is no " + path, ACCEPTED);
    }

    private static Path path(String text, Path cwd) {
        try {
            return cwd.resolve(text).normalize();
        } catch (InvalidPathException e) {
            throw usage(text + " is not a path");
        }
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            throw ToolException.of(
                    FailureCode.SOURCE_NOT_FOUND,
                    "acquire",
                    "cannot reach " + path + ": " + e.getMessage(),
                    "Check that the path and the folders above it are accessible.");
        }
    }

    private static ToolException usage(String what) {
        return ToolException.of(FailureCode.USAGE, "acquire", what, ACCEPTED);
    }
}
