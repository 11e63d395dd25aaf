package dev.bootwright.base;

import java.util.Comparator;

/**
 * The identity of one test.
 *
 * @param runner the test runner, for example {@code pytest}, {@code unittest}, {@code go}
 * @param project the project's directory relative to the tree, {@code .} for the root
 * @param file the test file relative to the tree (Go: the package's import path); empty when the runner does not tell
 * @param name the test's own name within the file, with parameters, for example {@code TestA::test_b[1]}
 * @param occurrence 0 for the first test of that name, 1 for the next one
 */
public record TestId(String runner, String project, String file, String name, int occurrence)
        implements Comparable<TestId> {
    private static final Comparator<TestId> ORDER = Comparator.comparing(TestId::runner)
            .thenComparing(TestId::project)
            .thenComparing(TestId::file)
            .thenComparing(TestId::name)
            .thenComparingInt(TestId::occurrence);

    public TestId {
        if (runner.isEmpty() || project.isEmpty() || name.isEmpty() || occurrence < 0) {
            throw new IllegalArgumentException("incomplete test id: " + runner + " " + project + " " + name);
        }
    }

    /** The form that people read: {@code file::name}, with {@code #2} behind a second test of the same name. */
    public String display() {
        String shown = file.isEmpty() ? name : file + "::" + name;
        return occurrence == 0 ? shown : shown + "#" + (occurrence + 1);
    }

    @Override
    public int compareTo(TestId other) {
        return ORDER.compare(this, other);
    }
}
