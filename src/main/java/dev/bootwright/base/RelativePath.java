package dev.bootwright.base;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A path inside a repository as the bytes the file system holds, {@code /}-separated, never absolute and without
 * {@code .} or {@code ..} parts. The root itself is {@code "."}.
 *
 * <p>The text form is UTF-8; bytes that are not valid UTF-8, control characters and backslashes are escaped as
 * {@code \xNN}.
 */
public final class RelativePath implements Comparable<RelativePath> {
    public static final RelativePath ROOT = new RelativePath(".".getBytes(StandardCharsets.US_ASCII));

    private final byte[] bytes;
    private final String text;

    private RelativePath(byte[] bytes) {
        this.bytes = bytes;
        this.text = display(bytes);
    }

    @JsonCreator
    public static RelativePath of(String path) {
        return ofBytes(path.getBytes(StandardCharsets.UTF_8));
    }

    /** Throws {@link IllegalArgumentException} for an absolute path or one with an empty, {@code .} or {@code ..} part. */
    public static RelativePath ofBytes(byte[] path) {
        if (path.length == 1 && path[0] == '.') {
            return ROOT;
        }
        int start = 0;
        for (int i = 0; i <= path.length; i++) {
            if (i == path.length || path[i] == '/') {
                int length = i - start;
                boolean dots = (length == 1 && path[start] == '.')
                        || (length == 2 && path[start] == '.' && path[start + 1] == '.');
                if (length == 0 || dots) {
                    throw new IllegalArgumentException("not a relative path inside a tree: " + display(path));
                }
                start = i + 1;
            } else if (path[i] == 0) {
                throw new IllegalArgumentException("a path cannot hold a NUL byte: " + display(path));
            }
        }
        return new RelativePath(path.clone());
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    public boolean isRoot() {
        return text.equals(".");
    }

    /** The last part. */
    public String name() {
        return text.substring(text.lastIndexOf('/') + 1);
    }

    /** The directory that holds this path; the root for a top-level entry. */
    public RelativePath parent() {
        for (int i = bytes.length - 1; i > 0; i--) {
            if (bytes[i] == '/') {
                return new RelativePath(Arrays.copyOf(bytes, i));
            }
        }
        return ROOT;
    }

    public RelativePath resolve(String child) {
        return isRoot() ? of(child) : of(text + "/" + child);
    }

    /** The number of directories above this entry; 0 for a top-level one. */
    public int depth() {
        int depth = 0;
        for (byte b : bytes) {
            if (b == '/') {
                depth++;
            }
        }
        return depth;
    }

    /** Whether every byte is a visible ASCII character or a space and shown as itself. */
    private static boolean isPlain(byte[] bytes) {
        for (byte b : bytes) {
            if (b < 0x20 || b == 0x7f || b == '\\') {
                return false;
            }
        }
        return true;
    }

    private static String display(byte[] bytes) {
        if (isPlain(bytes)) {
            return new String(bytes, StandardCharsets.US_ASCII);
        }
        String decoded = new String(bytes, StandardCharsets.UTF_8);
        boolean valid = Arrays.equals(decoded.getBytes(StandardCharsets.UTF_8), bytes);
        StringBuilder out = new StringBuilder(bytes.length);
        if (valid) {
            decoded.codePoints().forEach(c -> {
                if (Character.isISOControl(c) || c == '\\') {
                    out.append(String.format("\\x%02x", c));
                } else {
                    out.appendCodePoint(c);
                }
            });
        } else {
            for (byte b : bytes) {
                int c = b & 0xff;
                if (c < 0x20 || c >= 0x7f || c == '\\') {
                    out.append(String.format("\\x%02x", c));
                } else {
                    out.append((char) c);
                }
            }
        }
        return out.toString();
    }

    @Override
    public int compareTo(RelativePath other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof RelativePath other && Arrays.equals(bytes, other.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @JsonValue
    @Override
    public String toString() {
        return text;
    }
}
