package dev.bootwright.testreport;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The first and the last lines of a text that may be long. */
final class BoundedLines {
    private static final int HEAD = 40;
    private static final int TAIL = 60;
    private static final int LINE_LIMIT = 2000;

    private final List<String> head = new ArrayList<>();
    private final Deque<String> tail = new ArrayDeque<>();
    private final StringBuilder open = new StringBuilder();

    /** Adds text that may end within a line. */
    void append(String text) {
        int from = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
            add(text.substring(from, end));
            from = end + 1;
        }
        if (open.length() < LINE_LIMIT) {
            open.append(text, from, Math.min(text.length(), from + LINE_LIMIT));
        }
    }

    private void add(String end) {
        String line = open.append(end, 0, Math.min(end.length(), LINE_LIMIT)).toString();
        open.setLength(0);
        if (head.size() < HEAD) {
            head.add(line);
            return;
        }
        tail.addLast(line);
        if (tail.size() > TAIL) {
            tail.removeFirst();
        }
    }

    List<String> lines() {
        List<String> all = new ArrayList<>(head);
        all.addAll(tail);
        if (!open.isEmpty()) {
            all.add(open.toString());
        }
        return all;
    }
}
