package dev.bootwright.plan;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Known words that an unknown one resembles. */
public final class NearMiss {
    private static final int MOST = 5;

    private NearMiss() {}

    /** The closest words first, at most five; those that begin with or contain the word count as close. */
    public static List<String> of(String word, Collection<String> known) {
        String wanted = word.toLowerCase(Locale.ROOT);
        int limit = Math.max(2, wanted.length() / 3);
        return known.stream()
                .distinct()
                .filter(k -> distance(wanted, k.toLowerCase(Locale.ROOT)) <= limit
                        || (wanted.length() >= 2 && k.toLowerCase(Locale.ROOT).contains(wanted)))
                .sorted(Comparator.comparingInt((String k) -> distance(wanted, k.toLowerCase(Locale.ROOT)))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MOST)
                .toList();
    }

    /** For the end of a message: {@code  (did you mean “python”?)}, or nothing. */
    public static String hint(String word, Collection<String> known) {
        List<String> close = of(word, known);
        return close.isEmpty() ? "" : " (did you mean “" + close.getFirst() + "”?)";
    }

    /** Levenshtein's distance; words beyond 100 characters are cut. */
    static int distance(String a, String b) {
        String left = a.length() > 100 ? a.substring(0, 100) : a;
        String right = b.length() > 100 ? b.substring(0, 100) : b;
        int[] row = new int[right.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int above = row[j];
                int same = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(same, Math.min(above, row[j - 1]) + 1);
                diagonal = above;
            }
        }
        return row[right.length()];
    }
}
