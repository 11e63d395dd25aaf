package dev.bootwright.ecosystem.javascript;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A test runner of Node: how it is known and called. */
public enum Runner {
    JEST("jest"),
    VITEST("vitest"),
    MOCHA("mocha"),
    NODE_TEST("node-test"),
    AVA("ava"),
    TAP("tap"),
    JASMINE("jasmine"),
    UVU("uvu"),
    /** A program of the repository's own that prints the results itself. */
    SCRIPT("script");

    private final String id;

    Runner(String id) {
        this.id = id;
    }

    private RunnerOptions options() {
        return switch (this) {
            case JEST -> RunnerOptions.JEST;
            case VITEST -> RunnerOptions.VITEST;
            case MOCHA -> RunnerOptions.MOCHA;
            case NODE_TEST -> RunnerOptions.NODE_TEST;
            case AVA -> RunnerOptions.AVA;
            case TAP -> RunnerOptions.TAP;
            case JASMINE -> RunnerOptions.JASMINE;
            case UVU -> RunnerOptions.UVU;
            case SCRIPT -> RunnerOptions.SCRIPT;
        };
    }

    /** The name that steps and test ids give it. */
    public String id() {
        return id;
    }

    static Optional<Runner> ofId(String id) {
        return List.of(values()).stream().filter(r -> r.id.equals(id)).findFirst();
    }

    /** The runner that a package brings. */
    static final Map<String, Runner> BY_PACKAGE = Map.ofEntries(
            Map.entry("vitest", VITEST),
            Map.entry("jest", JEST),
            Map.entry("jest-cli", JEST),
            Map.entry("react-scripts", JEST),
            Map.entry("mocha", MOCHA),
            Map.entry("ts-mocha", MOCHA),
            Map.entry("ava", AVA),
            Map.entry("tap", TAP),
            Map.entry("borp", NODE_TEST),
            Map.entry("jasmine", JASMINE),
            Map.entry("uvu", UVU));

    /** The runner that a program is, whatever its arguments; Node itself only with {@code --test}. */
    static Optional<Runner> of(String program, List<String> arguments) {
        return switch (program) {
            case "node", "tsx", "ts-node", "nub" ->
                arguments.contains("--test") ? Optional.of(NODE_TEST) : Optional.empty();
            case "react-scripts" -> arguments.contains("test") ? Optional.of(JEST) : Optional.empty();
            case "vitest" ->
                arguments.stream()
                                .anyMatch(a -> a.equals("bench") || a.equals("typecheck") || a.startsWith("--browser"))
                        ? Optional.empty()
                        : Optional.of(VITEST);
            default ->
                List.of(values()).stream()
                        .filter(r -> r.options().programs().contains(program))
                        .findFirst();
        };
    }

    /** Whether the next word is the value of this option. */
    public boolean takesValue(String option) {
        return !option.contains("=")
                && (options().withValue().contains(option)
                        || options().droppedWithValue().contains(option));
    }

    /** Options that choose, measure or report, not how tests run. */
    boolean isDropped(String option) {
        int equals = option.indexOf('=');
        String name = equals < 0 ? option : option.substring(0, equals);
        boolean measures = name.startsWith("--coverage.") || name.startsWith("--test-coverage-");
        RunnerOptions options = options();
        return options.dropped().contains(option)
                || options.dropped().contains(name)
                || options.droppedWithValue().contains(name)
                || measures;
    }

    boolean isDroppedWithValue(String option) {
        return options().droppedWithValue().contains(option);
    }
}
