package dev.bootwright.git;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** How a repository names its objects. */
public enum ObjectFormat {
    SHA1("sha1", "SHA-1", 40),
    SHA256("sha256", "SHA-256", 64);

    private final String gitName;
    private final String algorithm;
    private final int digits;

    ObjectFormat(String gitName, String algorithm, int digits) {
        this.gitName = gitName;
        this.algorithm = algorithm;
        this.digits = digits;
    }

    /** The name that git's configuration uses. */
    public String gitName() {
        return gitName;
    }

    String algorithm() {
        return algorithm;
    }

    /** The number of hexadecimal digits of an object id. */
    public int digits() {
        return digits;
    }

    /** A hasher that was already fed the header of a blob of this size; feed it the content, then {@link #id}. */
    public MessageDigest blobHasher(long size) {
        try {
            MessageDigest hasher = MessageDigest.getInstance(algorithm);
            hasher.update(("blob " + size + "\0").getBytes(StandardCharsets.US_ASCII));
            return hasher;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has " + algorithm, e);
        }
    }

    public static String id(MessageDigest hasher) {
        return HexFormat.of().formatHex(hasher.digest());
    }
}
