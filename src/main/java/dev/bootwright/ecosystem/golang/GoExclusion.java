package dev.bootwright.ecosystem.golang;

import dev.bootwright.base.TestId;
import dev.bootwright.step.ExcludedTest;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How tests are left out of {@code go test}: by name, in every package, since {@code -skip} knows no packages; a selector
 * may stand behind {@code package::}.
 */
final class GoExclusion {
    /** The first release that has {@code -skip}. */
    static final String SINCE = "1.20";

    private GoExclusion() {}

    /** A test's name, with its subtests' names behind slashes, as results show it. */
    private static String name(String selector) {
        int separator = selector.lastIndexOf("::");
        return selector.substring(separator < 0 ? 0 : separator + 2).replaceAll("\\s", "_");
    }

    static String pattern(List<ExcludedTest> excluded) {
        return excluded.stream()
                .map(test -> name(test.selector()))
                .map(name -> "^"
                        + name.replaceAll("([.+*?()|\\[\\]{}^$\\\\])", "\\\\$1").replace("/", "$/^") + "$")
                .distinct()
                .collect(Collectors.joining("|"));
    }

    /** The tests that a selector leaves out, one in each package that has its top-level test. */
    static List<TestId> named(String selector, List<TestId> collected) {
        String name = name(selector);
        int slash = name.indexOf('/');
        String top = slash < 0 ? name : name.substring(0, slash);
        return collected.stream()
                .filter(id -> id.name().equals(top))
                .map(id -> new TestId(id.runner(), id.project(), id.file(), name, id.occurrence()))
                .toList();
    }
}
