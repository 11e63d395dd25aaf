package dev.bootwright.bench;

import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is given to the product for a row.
 *
 * @param location without the commit
 * @param argument with it
 * @param copied whether it is a folder that must be copied first, since the product writes its contract there
 */
record BenchSource(String location, String argument, boolean copied) {
    private static final Pattern PLACE = Pattern.compile("\\{([^{}]*)\\}");
    private static final Set<String> PLACES = new TreeSet<>(Set.of("owner", "name", "commit"));

    /**
     * @param beside the suite's folder, to which relative paths belong
     * @param template where rows without a source lie; null when nowhere
     */
    static BenchSource of(SuiteRow row, Path beside, @Nullable String template) {
        String location = row.source();
        if (location.isEmpty()) {
            if (template == null) {
                throw ToolException.of(
                        FailureCode.USAGE,
                        "bench",
                        "line " + row.line() + " of the suite names no source for " + row.repo(),
                        "Say where such rows lie as Git paths, for example --sources '/path/{owner}/{name}'.");
            }
            location = filled(template, row);
        }
        if (location.startsWith("pkg:")) {
            return new BenchSource(location, location, false);
        }
        Path path = beside.resolve(location.contains("://") ? "." : location).normalize();
        boolean local = !location.contains("://") && Files.exists(path);
        String place = local ? path.toString() : location;
        if (!row.commit().isEmpty() && !(local && Files.isRegularFile(path))) {
            String argument = place.endsWith("@" + row.commit()) ? place : place + "@" + row.commit();
            return new BenchSource(place, argument, false);
        }
        boolean copied = local && Files.isDirectory(path) && Files.notExists(path.resolve("HEAD"));
        return new BenchSource(place, place, copied);
    }

    static void check(String template) {
        Matcher places = PLACE.matcher(template);
        while (places.find()) {
            if (!PLACES.contains(places.group(1))) {
                throw ToolException.of(
                        FailureCode.USAGE,
                        "bench",
                        "--sources does not know {" + places.group(1) + "}",
                        "It knows {" + String.join("}, {", PLACES) + "}.");
            }
        }
    }

    private static String filled(String template, SuiteRow row) {
        int slash = row.repo().lastIndexOf('/');
        return template.replace("{owner}", slash < 0 ? "" : row.repo().substring(0, slash))
                .replace("{name}", row.repo().substring(slash + 1))
                .replace("{commit}", row.commit());
    }
}
