package dev.bootwright.toolchain;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The minor releases of Rust 1: one every six weeks since the first. */
public final class RustReleases {
    /** The suite whose compiler, and whose {@code rustup}, are used. */
    public static final String DISTRIBUTION_SUITE = "trixie";

    /** The minor release that the suite holds. */
    public static final int DISTRIBUTION = 85;

    /** The first that reaches the registry's index as it is served today. */
    public static final int FIRST_WITH_INDEX = 70;

    /** The newest that this product's build knows of. */
    public static final int NEWEST = 99;

    private static final LocalDate FIRST = LocalDate.of(2015, 5, 15);
    private static final int DAYS = 42;
    private static final Pattern VERSION = Pattern.compile("[v^=~ ]*1\\.([0-9]{1,4})(?:\\.[0-9]{1,4})?(?:-.*)?");

    private RustReleases() {}

    /** The minor number of {@code 1.70} or {@code 1.70.0}; empty for channels. */
    public static OptionalInt minor(String version) {
        Matcher m = VERSION.matcher(version.strip());
        return m.matches() ? OptionalInt.of(Integer.parseInt(m.group(1))) : OptionalInt.empty();
    }

    /** The newest known minor release on a day. */
    public static int newestOn(LocalDate day) {
        return Math.clamp(ChronoUnit.DAYS.between(FIRST, day) / DAYS, 0, NEWEST);
    }

    /** The first minor release that knows an edition; 0 for one that is not known here. */
    public static int ofEdition(String edition) {
        return switch (edition) {
            case "2018" -> 31;
            case "2021" -> 56;
            case "2024" -> 85;
            default -> 0;
        };
    }

    /** The first minor release that reads a version of the lock file. */
    public static int ofLock(String version) {
        return switch (version) {
            case "2" -> 41;
            case "3" -> 53;
            case "4" -> 78;
            default -> 0;
        };
    }
}
