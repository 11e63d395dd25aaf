package dev.bootwright.format.make;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a Makefile or justfile says without running it.
 *
 * @param targets in file order, each name once
 * @param variables the last value that is written for each name
 * @param includes files it includes, as written
 */
public record MakeFile(List<MakeTarget> targets, Map<String, String> variables, List<String> includes) {
    /** Characters that are read at most. */
    public static final int SIZE_LIMIT = 1 << 20;

    public MakeFile {
        targets = List.copyOf(targets);
        variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
        includes = List.copyOf(includes);
    }

    public Optional<MakeTarget> target(String name) {
        return targets.stream().filter(t -> t.name().equals(name)).findFirst();
    }
}
