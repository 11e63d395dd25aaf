package dev.bootwright.step;

import java.util.List;

/**
 * Commands for people and agents in the ready environment, as argument lists. {@code {file}} and {@code {test}} are
 * place holders; an empty list means that the ecosystem has no such command.
 */
public record Commands(
        List<String> build, List<String> testAll, List<String> testFile, List<String> testOne, List<String> rebuild) {
    public Commands {
        build = List.copyOf(build);
        testAll = List.copyOf(testAll);
        testFile = List.copyOf(testFile);
        testOne = List.copyOf(testOne);
        rebuild = List.copyOf(rebuild);
    }
}
