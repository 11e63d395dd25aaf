package dev.bootwright.verify;

import dev.bootwright.base.TestId;
import dev.bootwright.testreport.TestCase;
import dev.bootwright.testreport.TestReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Chooses the few files (Go: packages) of the minimal execute step: two where there are as many, since one alone may turn
 * out to be skipped; with several tests but not many, near the root, and not named like tests that need services. The
 * same for equal collections.
 */
public final class SmallSelection {
    private static final int FILES = 2;
    private static final int ENOUGH = 3;
    private static final int MANY = 60;
    private static final Pattern DEMANDING = Pattern.compile(
            "(?i).*(?:integration|e2e|end.?to.?end|acceptance|functional|network|docker|remote|live|slow|bench|perf"
                    + "|stress|selenium|browser|install|example).*");

    private SmallSelection() {}

    /** The files' names as the ids give them, sorted; empty when nothing was collected for the project. */
    public static List<String> files(TestReport collected, String runner, String project) {
        Map<String, Integer> counts = new TreeMap<>();
        for (TestCase test : collected.cases()) {
            TestId id = test.id();
            if (id.runner().equals(runner)
                    && id.project().equals(project)
                    && !id.file().isEmpty()) {
                counts.merge(id.file(), 1, Integer::sum);
            }
        }
        Comparator<Map.Entry<String, Integer>> order = Comparator.comparing(SmallSelection::isDemanding)
                .thenComparing(e -> e.getValue() < ENOUGH)
                .thenComparing(e -> e.getValue() > MANY)
                .thenComparingInt(e -> depth(e.getKey()))
                .thenComparing(Map.Entry::getValue)
                .thenComparing(Map.Entry::getKey);
        return counts.entrySet().stream()
                .sorted(order)
                .limit(FILES)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    /**
     * Groups of tests, two where there are as many, that stand for a file with too many tests for a part: those with
     * fewest tests, but several together. Empty when the whole file may stand.
     *
     * @param group the name of the group that a test's name belongs to, for example its class
     */
    public static List<String> groups(TestReport collected, String file, UnaryOperator<String> group) {
        Map<String, Integer> counts = new TreeMap<>();
        int all = 0;
        for (TestCase test : collected.cases()) {
            if (test.id().file().equals(file)) {
                counts.merge(group.apply(test.id().name()), 1, Integer::sum);
                all++;
            }
        }
        if (all <= MANY) {
            return List.of();
        }
        List<String> chosen = new ArrayList<>();
        int tests = 0;
        for (Map.Entry<String, Integer> candidate : counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .toList()) {
            if (chosen.size() >= FILES && tests >= ENOUGH) {
                break;
            }
            chosen.add(candidate.getKey());
            tests += candidate.getValue();
        }
        return chosen.stream().sorted().toList();
    }

    private static boolean isDemanding(Map.Entry<String, Integer> file) {
        return DEMANDING.matcher(file.getKey()).matches();
    }

    private static int depth(String file) {
        return (int) file.chars().filter(c -> c == '/').count();
    }
}
