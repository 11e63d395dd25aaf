package dev.bootwright.ecosystem.golang;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A {@code go.mod} file.
 *
 * @param module the module's path; empty when there is no such line
 * @param go the {@code go} line
 * @param toolchain what follows the word toolchain
 * @param tools packages that the module names as its tools
 * @param problems lines that were not understood
 */
record GoModFile(
        Optional<Word> module,
        Optional<Word> go,
        Optional<Word> toolchain,
        List<Requirement> requirements,
        List<Replacement> replacements,
        List<Word> tools,
        List<GoDirective.Problem> problems) {
    private static final Set<String> WITHOUT_EFFECT_ON_SETUP = Set.of("exclude", "retract", "godebug", "ignore");

    GoModFile {
        requirements = List.copyOf(requirements);
        replacements = List.copyOf(replacements);
        tools = List.copyOf(tools);
        problems = List.copyOf(problems);
    }

    /** A value and its line. */
    record Word(String value, int line) {}

    record Requirement(String path, String version, boolean indirect, int line) {}

    /**
     * @param version the replaced version; empty for all
     * @param target a module path, or a folder that begins with {@code ./}, {@code ../} or {@code /}
     * @param targetVersion empty for a folder
     */
    record Replacement(String path, String version, String target, String targetVersion, int line) {
        boolean isLocal() {
            return target.startsWith("./") || target.startsWith("../") || target.equals(".") || target.equals("..");
        }

        boolean isAbsolute() {
            return target.startsWith("/");
        }
    }

    static GoModFile parse(String text) {
        List<GoDirective.Problem> problems = new ArrayList<>();
        Builder builder = new Builder(problems);
        GoDirective.parse(text, problems).forEach(builder::add);
        return builder.build();
    }

    /** Modules outside the repository that must be brought: requirements without those replaced by a folder. */
    List<Requirement> external() {
        Set<String> local = new HashSet<>();
        replacements.stream().filter(r -> r.isLocal() || r.isAbsolute()).forEach(r -> local.add(r.path()));
        return requirements.stream().filter(r -> !local.contains(r.path())).toList();
    }

    static Optional<Replacement> replacement(GoDirective directive) {
        List<String> words = directive.arguments();
        int arrow = words.indexOf("=>");
        int after = words.size() - arrow - 1;
        if (arrow < 1 || arrow > 2 || after < 1 || after > 2) {
            return Optional.empty();
        }
        return Optional.of(new Replacement(
                words.getFirst(),
                arrow == 2 ? words.get(1) : "",
                words.get(arrow + 1),
                after == 2 ? words.get(arrow + 2) : "",
                directive.line()));
    }

    private static final class Builder {
        private final List<GoDirective.Problem> problems;
        private Optional<Word> module = Optional.empty();
        private Optional<Word> go = Optional.empty();
        private Optional<Word> toolchain = Optional.empty();
        private final List<Requirement> requirements = new ArrayList<>();
        private final List<Replacement> replacements = new ArrayList<>();
        private final List<Word> tools = new ArrayList<>();

        Builder(List<GoDirective.Problem> problems) {
            this.problems = problems;
        }

        void add(GoDirective directive) {
            Optional<Word> word = directive.first().map(v -> new Word(v, directive.line()));
            switch (directive.verb()) {
                case "module" -> module = word;
                case "go" -> go = word;
                case "toolchain" -> toolchain = word;
                case "tool" -> word.ifPresent(tools::add);
                case "require" -> require(directive);
                case "replace" -> replacement(directive).ifPresentOrElse(replacements::add, () -> unclear(directive));
                default -> {
                    if (!WITHOUT_EFFECT_ON_SETUP.contains(directive.verb())) {
                        unclear(directive);
                    }
                }
            }
        }

        private void require(GoDirective directive) {
            if (directive.arguments().size() != 2) {
                unclear(directive);
                return;
            }
            requirements.add(new Requirement(
                    directive.arguments().get(0),
                    directive.arguments().get(1),
                    directive.comment().startsWith("indirect"),
                    directive.line()));
        }

        private void unclear(GoDirective directive) {
            problems.add(new GoDirective.Problem(directive.line(), "not understood: " + directive.verb()));
        }

        GoModFile build() {
            return new GoModFile(module, go, toolchain, requirements, replacements, tools, problems);
        }
    }
}
