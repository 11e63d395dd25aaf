package dev.bootwright.testreport;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one package's test binary reported, folded event by event. */
final class GoPackageRun {
    /** One test or subtest. */
    static final class GoTest {
        final String name;
        final BoundedLines output = new BoundedLines();

        @Nullable
        TestStatus status;

        boolean ran;
        boolean paused;
        long millis;

        GoTest(String name) {
            this.name = name;
        }

        String topLevelName() {
            int slash = name.indexOf('/');
            return slash < 0 ? name : name.substring(0, slash);
        }
    }

    final String importPath;
    final List<GoTest> tests = new ArrayList<>();
    final BoundedLines output = new BoundedLines();
    /** {@code pass}, {@code fail} or {@code skip}; null while it runs. */
    @Nullable
    String end;

    boolean couldNotStart;
    boolean cached;
    /** Whether the test binary broke off, so that later tests were never reached. */
    boolean crashed;

    boolean eventsAfterEnd;
    String failedBuild = "";
    private final Map<String, GoTest> current = new HashMap<>();

    GoPackageRun(String importPath) {
        this.importPath = importPath;
    }

    void accept(GoTestEvent event) {
        if (event.test().isEmpty()) {
            ofPackage(event);
        } else {
            ofTest(event);
        }
    }

    private void ofPackage(GoTestEvent event) {
        switch (event.action()) {
            case "output" -> line(event.output());
            case "pass", "fail", "skip" -> {
                eventsAfterEnd |= end != null;
                end = event.action();
                failedBuild = event.failedBuild();
            }
            // "start" opens the package, also for a second run of it in one report.
            case "start" -> end = null;
            default -> {}
        }
    }

    private void line(String text) {
        output.append(text);
        crashed |= breaksOff(text);
        couldNotStart |= text.endsWith("[build failed]\n") || text.endsWith("[setup failed]\n");
        cached |= text.startsWith("ok") && text.contains("(cached)");
    }

    private static boolean breaksOff(String output) {
        return output.startsWith("panic: ") || output.startsWith("fatal error: ") || output.startsWith("signal: ");
    }

    private void ofTest(GoTestEvent event) {
        eventsAfterEnd |= end != null;
        GoTest test = current.get(event.test());
        switch (event.action()) {
            case "run" -> {
                if (test == null || test.status != null || test.ran) {
                    test = add(event.test());
                }
                test.ran = true;
            }
            case "pause" -> known(test, event).paused = true;
            case "cont" -> known(test, event).paused = false;
            case "output" -> {
                known(test, event).output.append(event.output());
                crashed |= breaksOff(event.output());
            }
            case "pass", "bench" -> ended(known(test, event), TestStatus.PASSED, event);
            case "fail" -> ended(known(test, event), TestStatus.FAILED, event);
            case "skip" -> ended(known(test, event), TestStatus.SKIPPED, event);
            default -> {}
        }
    }

    private GoTest known(@Nullable GoTest test, GoTestEvent event) {
        return test == null ? add(event.test()) : test;
    }

    private GoTest add(String name) {
        GoTest test = new GoTest(name);
        tests.add(test);
        current.put(name, test);
        return test;
    }

    private static void ended(GoTest test, TestStatus status, GoTestEvent event) {
        test.status = status;
        test.paused = false;
        test.millis = Math.max(0, Math.round(event.elapsedSeconds() * 1000));
    }

    boolean hasFailures() {
        return tests.stream().anyMatch(t -> t.status == TestStatus.FAILED);
    }

    boolean hasUnfinished() {
        return tests.stream().anyMatch(t -> t.status == null);
    }
}
