package dev.bootwright.testreport;

import dev.bootwright.base.StepId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * The secret that ties streamed events to the reporter that was loaded for one step: lines that anything else wrote have
 * no valid check value. It lives as long as this process and is handed to the sandbox in a file that the first session
 * takes away.
 */
public final class EventKey {
    /** Where the reporter finds the key, in the events folder. */
    public static final String FILE_NAME = ".key";

    private static final int CHECK_LENGTH = 32;
    private static final byte[] PROCESS_SECRET = newSecret();
    private static final byte[] NEXT = "next".getBytes(StandardCharsets.US_ASCII);

    private final byte[] first;

    private EventKey(byte[] first) {
        this.first = first;
    }

    public static EventKey of(StepId step) {
        return new EventKey(sha256(PROCESS_SECRET, step.value().getBytes(StandardCharsets.UTF_8)));
    }

    static EventKey ofBytes(byte[] bytes) {
        return new EventKey(bytes.clone());
    }

    /** The content of {@link #FILE_NAME} before a step: the first session's ordinal and key. */
    public String fileContent() {
        return "0 " + HexFormat.of().formatHex(first);
    }

    /** The key of the n-th session of the step, from 0. */
    byte[] ofSession(int ordinal) {
        byte[] key = first;
        for (int i = 0; i < ordinal; i++) {
            key = sha256(NEXT, key);
        }
        return key;
    }

    /** The check value of a line, given the one of the line before ({@code ""} for the first). */
    static String check(byte[] sessionKey, String previous, byte[] body) {
        byte[] inner = sha256(sessionKey, previous.getBytes(StandardCharsets.US_ASCII), body);
        return HexFormat.of().formatHex(sha256(sessionKey, inner)).substring(0, CHECK_LENGTH);
    }

    private static byte[] newSecret() {
        byte[] secret = new byte[32];
        new SecureRandom().nextBytes(secret);
        return secret;
    }

    private static byte[] sha256(byte[]... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (byte[] part : parts) {
                digest.update(part);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
