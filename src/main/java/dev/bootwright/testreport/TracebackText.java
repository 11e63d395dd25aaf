package dev.bootwright.testreport;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The places that a printed Python traceback names, in its own form or pytest's. */
public final class TracebackText {
    private static final Pattern PLACE =
            Pattern.compile("(?m)(?:^|\\s)([^\\s:'\"]+\\.py):(\\d{1,8}): |File \"([^\"\\n]+)\", line (\\d{1,8})");

    private TracebackText() {}

    /** {@code file:line}, outermost first. */
    public static List<String> places(String text) {
        List<String> places = new ArrayList<>();
        Matcher matcher = PLACE.matcher(text);
        while (matcher.find()) {
            places.add(
                    matcher.group(1) != null
                            ? matcher.group(1) + ":" + matcher.group(2)
                            : matcher.group(3) + ":" + matcher.group(4));
        }
        return places;
    }
}
