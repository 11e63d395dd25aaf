package dev.bootwright.step;

import java.util.List;

/**
 * Commands for people and agents in the ready environment, as argument lists that work from the root of the tree. {@code
 * {file}} and {@code {test}} are place holders; an empty list means that the ecosystem has no such command.
 */
public record Commands(
        List<String> build, List<String> testAll, List<String> testFile, List<String> testOne, List<String> rebuild) {
    public static final Commands NONE = new Commands(List.of(), List.of(), List.of(), List.of(), List.of());

    public Commands {
        build = List.copyOf(build);
        testAll = List.copyOf(testAll);
        testFile = List.copyOf(testFile);
        testOne = List.copyOf(testOne);
        rebuild = List.copyOf(rebuild);
    }

    public Commands withTestAll(List<String> argv) {
        return new Commands(build, argv, testFile, testOne, rebuild);
    }
}
