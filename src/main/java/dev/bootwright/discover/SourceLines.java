package dev.bootwright.discover;

import dev.bootwright.format.Scrubber;
import java.util.ArrayList;
import java.util.List;

/** A file's text with quick access to single lines, for snippets. */
public final class SourceLines {
    private final String text;
    private final List<Integer> starts = new ArrayList<>();

    public SourceLines(String text) {
        this.text = text;
        starts.add(0);
        for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
            starts.add(i + 1);
        }
    }

    public String text() {
        return text;
    }

    /** The scrubbed line, from 1; empty for a line that does not exist. */
    public String snippet(int line) {
        if (line < 1 || line > starts.size()) {
            return "";
        }
        int start = starts.get(line - 1);
        int end = line < starts.size() ? starts.get(line) : text.length();
        return Scrubber.snippet(text.substring(start, Math.min(end, start + 4 * Scrubber.SNIPPET_LIMIT)));
    }
}
