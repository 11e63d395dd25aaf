package dev.bootwright.acquire;

import dev.bootwright.acquire.SourceTree.Kind;
import dev.bootwright.git.ObjectFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.regex.Pattern;

/** What belongs to a tree, for every way of listing one. */
final class TreeRules {
    static final String SPECIAL = "it is neither a file, a folder nor a link";

    private static final byte[] DOT_GIT = ".git".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DOT_BOOTSTRAP = ".bootstrap".getBytes(StandardCharsets.US_ASCII);
    private static final Pattern UNFINISHED = Pattern.compile("\\.bootstrap\\.(?:new|old)-[0-9]{1,18}");
    private static final byte[] MARKER = SourceMarker.FILE.getBytes(StandardCharsets.US_ASCII);

    private TreeRules() {}

    /** Whether a path is, or lies in, {@code .git} anywhere or our own files at the top. */
    static boolean excluded(byte[] path) {
        int end = 0;
        while (end < path.length && path[end] != '/') {
            end++;
        }
        return isPart(path, 0, end, DOT_BOOTSTRAP)
                || isPart(path, 0, end, MARKER)
                || isUnfinished(path, end)
                || isGit(path);
    }

    /** What a killed program leaves beside {@code .bootstrap}: {@code .bootstrap.new-PID} and {@code .bootstrap.old-PID}. */
    private static boolean isUnfinished(byte[] path, int end) {
        return end > DOT_BOOTSTRAP.length
                && path[DOT_BOOTSTRAP.length] == '.'
                && isPart(path, 0, DOT_BOOTSTRAP.length, DOT_BOOTSTRAP)
                && UNFINISHED
                        .matcher(new String(path, 0, end, StandardCharsets.ISO_8859_1))
                        .matches();
    }

    /** Whether a path is, or lies in, {@code .git} anywhere. */
    static boolean isGit(byte[] path) {
        int start = 0;
        for (int i = 0; i <= path.length; i++) {
            if (i == path.length || path[i] == '/') {
                if (isPart(path, start, i, DOT_GIT)) {
                    return true;
                }
                start = i + 1;
            }
        }
        return false;
    }

    static Kind kind(PosixFileAttributes attributes) {
        if (attributes.isSymbolicLink()) {
            return Kind.LINK;
        }
        return attributes.permissions().contains(PosixFilePermission.OWNER_EXECUTE) ? Kind.EXECUTABLE : Kind.FILE;
    }

    static String contentId(Path file, Kind kind, ObjectFormat format) throws IOException {
        return kind == Kind.LINK ? ContentHasher.link(file, format) : ContentHasher.file(file, format);
    }

    private static boolean isPart(byte[] path, int from, int to, byte[] name) {
        return Arrays.equals(path, from, to, name, 0, name.length);
    }
}
