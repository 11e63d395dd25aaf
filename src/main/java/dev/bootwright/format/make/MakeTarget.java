package dev.bootwright.format.make;

import java.util.List;

/**
 * A named rule of a Makefile or a recipe of a justfile.
 *
 * @param line of the rule, from 1
 * @param recipe its commands, known variables replaced, prefixes ({@code @ - +}) taken off
 */
public record MakeTarget(String name, int line, List<String> prerequisites, List<RecipeLine> recipe) {
    public MakeTarget {
        prerequisites = List.copyOf(prerequisites);
        recipe = List.copyOf(recipe);
    }

    public record RecipeLine(int line, String command) {}

    /** The recipe as one script. */
    public String script() {
        return String.join("\n", recipe.stream().map(RecipeLine::command).toList());
    }
}
