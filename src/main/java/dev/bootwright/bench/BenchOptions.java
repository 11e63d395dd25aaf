package dev.bootwright.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a suite is run.
 *
 * @param out the folder of the results
 * @param only patterns of which a row's name or source must match one; none for all
 * @param limit how many rows this call runs at most; 0 for all
 * @param stopAfter after this time no row is started; null for no such time
 * @param timeout of one row
 * @param again whether rows that have a result are run once more
 * @param engine the engine to use; null for the product's own choice
 * @param ablations parts of the product to switch off
 * @param template where rows without a source lie, with {@code {owner}} and {@code {name}}; null for nowhere
 * @param storeBytes what the store may hold between rows
 */
public record BenchOptions(
        Path suite,
        Path out,
        int jobs,
        List<String> only,
        int limit,
        @Nullable Duration stopAfter,
        Duration timeout,
        boolean again,
        @Nullable String engine,
        List<String> ablations,
        @Nullable String template,
        long storeBytes) {
    public BenchOptions {
        // Rows run in folders of their own, where a relative path means something else.
        out = out.toAbsolutePath().normalize();
        only = List.copyOf(only);
        ablations = List.copyOf(ablations);
    }
}
