package dev.bootwright.sandbox;

import dev.bootwright.base.Digest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a base environment is: no more than the distribution's own container image holds.
 *
 * @param distribution for example {@code debian}; {@code custom} for a root file system the user gave
 * @param suite for example {@code trixie}; of a given root file system what it says of itself
 * @param variant for example {@code minbase}
 * @param architecture Debian's name, for example {@code amd64}
 * @param content the content digest of a base the user gave; null for a distribution's
 */
public record BaseIdentity(
        String distribution,
        String suite,
        String variant,
        String architecture,
        @Nullable Digest content) {
    /** The suite for what needs some base and no particular one. */
    public static final String CURRENT_SUITE = "trixie";

    public static BaseIdentity debian(String suite, String architecture) {
        return new BaseIdentity("debian", suite, "minbase", architecture, null);
    }

    /** A root file system that the user gave, named by what it holds and never by where it lay. */
    public static BaseIdentity custom(String suite, String architecture, Digest content) {
        return new BaseIdentity("custom", suite, "rootfs", architecture, content);
    }

    /** Debian's name of this machine's architecture. */
    public static String architectureHere() {
        String name = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
        return switch (name) {
            case "x86_64" -> "amd64";
            case "aarch64" -> "arm64";
            default -> name;
        };
    }

    /** For example {@code debian trixie (minbase, amd64)}. */
    public String display() {
        String text = distribution + " " + suite + " (" + variant + ", " + architecture;
        return text + (content == null ? "" : ", " + content.abbreviated()) + ")";
    }
}
