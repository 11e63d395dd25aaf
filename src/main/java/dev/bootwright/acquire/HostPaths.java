package dev.bootwright.acquire;

import dev.bootwright.base.RelativePath;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Maps between host paths and the bytes of their names, also where those are not valid text in any encoding. */
final class HostPaths {
    private static final String HEX = "0123456789ABCDEF";

    private HostPaths() {}

    static Path resolve(Path root, RelativePath path) {
        return path.isRoot() ? root : resolve(root, path.bytes());
    }

    static Path resolve(Path root, byte[] path) {
        if (isAscii(path)) {
            return root.resolve(new String(path, StandardCharsets.US_ASCII));
        }
        // Only the URI form gives a path its exact bytes; the text form goes through the platform's encoding.
        StringBuilder uri = new StringBuilder(root.toUri().toString());
        if (uri.charAt(uri.length() - 1) != '/') {
            uri.append('/');
        }
        for (byte b : path) {
            int c = b & 0xff;
            if (c == '/' || (c < 0x80 && Character.isLetterOrDigit(c))) {
                uri.append((char) c);
            } else {
                uri.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
            }
        }
        return Path.of(URI.create(uri.toString()));
    }

    /** A link's target as the path that {@link java.nio.file.Files#createSymbolicLink} takes. */
    static Path linkTarget(byte[] target) {
        if (isAscii(target)) {
            return Path.of(new String(target, StandardCharsets.US_ASCII));
        }
        Path absolute = resolve(Path.of("/"), target);
        return target[0] == '/' ? absolute : absolute.subpath(0, absolute.getNameCount());
    }

    /** The bytes of a path's last part. */
    static byte[] nameBytes(Path path) {
        Path name = path.getFileName();
        return name == null ? new byte[0] : bytes(name, path);
    }

    /** The bytes of a link's target, which may be relative, absolute or empty of meaning. */
    static byte[] targetBytes(Path target) {
        String text = target.toString();
        if (isAscii(text)) {
            return text.getBytes(StandardCharsets.US_ASCII);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (target.isAbsolute()) {
            out.write('/');
        }
        String separator = "";
        for (Path part : target) {
            out.writeBytes(separator.getBytes(StandardCharsets.US_ASCII));
            out.writeBytes(bytes(part, Path.of("/").resolve(part)));
            separator = "/";
        }
        return out.toByteArray();
    }

    /** A folder's path relative to one above it. */
    static RelativePath relative(Path top, Path folder) {
        return RelativePath.ofBytes(targetBytes(top.relativize(folder)));
    }

    private static byte[] bytes(Path name, Path whole) {
        String text = name.toString();
        if (isAscii(text)) {
            return text.getBytes(StandardCharsets.US_ASCII);
        }
        String raw = whole.toUri().getRawPath();
        if (raw.endsWith("/")) {
            raw = raw.substring(0, raw.length() - 1);
        }
        return unescape(raw.substring(raw.lastIndexOf('/') + 1));
    }

    private static byte[] unescape(String raw) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            if (raw.charAt(i) == '%') {
                out.write(Integer.parseInt(raw, i + 1, i + 3, 16));
                i += 2;
            } else {
                out.write(raw.charAt(i));
            }
        }
        return out.toByteArray();
    }

    private static boolean isAscii(byte[] bytes) {
        for (byte b : bytes) {
            if (b <= 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }
}
