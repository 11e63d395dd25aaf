package dev.bootwright.base;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** A SHA-256 digest, written {@code sha256:} and 64 hexadecimal digits. */
public record Digest(@JsonValue String value) implements Comparable<Digest> {
    private static final Pattern FORM = Pattern.compile("sha256:[0-9a-f]{64}");

    @JsonCreator
    public Digest {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("not a sha256 digest: " + value);
        }
    }

    public static Digest of(byte[] content) {
        return finish(hasher().digest(content));
    }

    public static Digest of(String content) {
        return of(content.getBytes(StandardCharsets.UTF_8));
    }

    /** Digests a list of fields; each is length-prefixed, so no two lists collide by concatenation. */
    public static Digest ofFields(Iterable<String> fields) {
        MessageDigest hasher = hasher();
        for (String field : fields) {
            byte[] bytes = field.getBytes(StandardCharsets.UTF_8);
            hasher.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
            hasher.update(bytes);
        }
        return finish(hasher.digest());
    }

    /** A new SHA-256 hasher, for content that is streamed; end with {@link #finish(byte[])}. */
    public static MessageDigest hasher() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    public static Digest finish(byte[] hash) {
        return new Digest("sha256:" + HexFormat.of().formatHex(hash));
    }

    /** The 64 hexadecimal digits alone. */
    public String hex() {
        return value.substring("sha256:".length());
    }

    /** The first 12 hexadecimal digits, for names that people read. */
    public String abbreviated() {
        return hex().substring(0, 12);
    }

    @Override
    public int compareTo(Digest other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
