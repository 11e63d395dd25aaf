package dev.bootwright.ecosystem.golang;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A {@code go.work} file.
 *
 * @param uses folders of the workspace's modules, as written
 */
record GoWorkFile(
        Optional<GoModFile.Word> go,
        Optional<GoModFile.Word> toolchain,
        List<GoModFile.Word> uses,
        List<GoDirective.Problem> problems) {
    GoWorkFile {
        uses = List.copyOf(uses);
        problems = List.copyOf(problems);
    }

    static GoWorkFile parse(String text) {
        List<GoDirective.Problem> problems = new ArrayList<>();
        Optional<GoModFile.Word> go = Optional.empty();
        Optional<GoModFile.Word> toolchain = Optional.empty();
        List<GoModFile.Word> uses = new ArrayList<>();
        for (GoDirective directive : GoDirective.parse(text, problems)) {
            Optional<GoModFile.Word> word = directive.first().map(v -> new GoModFile.Word(v, directive.line()));
            switch (directive.verb()) {
                case "go" -> go = word;
                case "toolchain" -> toolchain = word;
                case "use" -> word.ifPresent(uses::add);
                case "replace", "godebug" -> {}
                default ->
                    problems.add(new GoDirective.Problem(directive.line(), "not understood: " + directive.verb()));
            }
        }
        return new GoWorkFile(go, toolchain, uses, problems);
    }
}
