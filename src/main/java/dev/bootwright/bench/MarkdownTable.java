package dev.bootwright.bench;

import dev.bootwright.format.Scrubber;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A Markdown table under way; what stands in it came from elsewhere and is made fit to be shown. */
final class MarkdownTable {
    private final StringBuilder out = new StringBuilder();

    /** @param columns names; one that ends in {@code :} is set to the right */
    MarkdownTable(String... columns) {
        line(Arrays.stream(columns).map(c -> c.replaceAll(":$", "")).toList());
        line(Arrays.stream(columns).map(c -> c.endsWith(":") ? "---:" : "---").toList());
    }

    MarkdownTable row(Object... cells) {
        line(Arrays.stream(cells).map(cell -> escaped(String.valueOf(cell))).toList());
        return this;
    }

    static String escaped(String text) {
        return Scrubber.text(text)
                .replace("\\", "\\\\")
                .replace("|", "\\|")
                .replace("<", "&lt;")
                .replace("\n", " ");
    }

    private void line(List<String> cells) {
        out.append(cells.stream().collect(Collectors.joining(" | ", "| ", " |\n")));
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
