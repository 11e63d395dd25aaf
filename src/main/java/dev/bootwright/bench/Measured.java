package dev.bootwright.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * What a folder of results says: of each source its latest row, in the order in which sources were first measured, and
 * the latest probe.
 */
public record Measured(Path folder, List<BenchRow> rows, Map<String, Probe> probes) {
    static final String RESULTS = "results.jsonl";
    static final String PROBES = "probes.jsonl";

    public Measured {
        rows = List.copyOf(rows);
        probes = Map.copyOf(probes);
    }

    public static Measured read(Path folder) {
        SequencedMap<String, BenchRow> latest = new LinkedHashMap<>();
        for (BenchRow row : LineFile.read(folder.resolve(RESULTS), BenchRow.class, BenchRow.SCHEMA_VERSION)) {
            latest.put(row.source(), row);
        }
        Map<String, Probe> probes = new LinkedHashMap<>();
        for (Probe probe : LineFile.read(folder.resolve(PROBES), Probe.class, Probe.SCHEMA_VERSION)) {
            probes.put(probe.source(), probe);
        }
        return new Measured(folder, new ArrayList<>(latest.values()), probes);
    }

    /** Adds a probe to a folder of results. */
    public static void add(Path folder, Probe probe) {
        try (LineFile file = LineFile.open(folder.resolve(PROBES))) {
            file.append(probe);
        }
    }

    /** The probe that shows that a row without success had a source that could not be had. */
    public Optional<Probe> against(BenchRow row) {
        return Optional.ofNullable(probes.get(row.source()))
                .filter(probe -> !probe.reachable() && Outcome.of(row) != Outcome.SUCCESS);
    }

    public boolean isDoable(BenchRow row) {
        return against(row).isEmpty();
    }
}
