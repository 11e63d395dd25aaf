package dev.bootwright.repair.shell;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a script. */
public sealed interface ShellNode {
    /**
     * A command with its arguments; only assignments when {@code words} is empty.
     *
     * @param assignments {@code NAME=value} words before the command
     */
    record Simple(List<ShellWord> assignments, List<ShellWord> words, List<Redirect> redirects, int line)
            implements ShellNode {
        public Simple {
            assignments = List.copyOf(assignments);
            words = List.copyOf(words);
            redirects = List.copyOf(redirects);
        }

        public List<String> texts() {
            return words.stream().map(ShellWord::text).toList();
        }
    }

    /**
     * @param operator for example {@code >}, {@code >>}, {@code <<}
     * @param body of a here-document; null for other redirections
     */
    record Redirect(
            String operator, ShellWord target, @Nullable String body) {
        public boolean writes() {
            return operator.contains(">") && !operator.endsWith("&");
        }
    }

    /** Commands joined by pipes; a single one too when it is negated by {@code !}. */
    record Pipeline(boolean negated, List<ShellNode> stages) implements ShellNode {
        public Pipeline {
            stages = List.copyOf(stages);
        }
    }

    /** Commands joined by {@code &&} and {@code ||}, read from the left; {@code operators} is one shorter. */
    record AndOr(List<ShellNode> parts, List<String> operators) implements ShellNode {
        public AndOr {
            parts = List.copyOf(parts);
            operators = List.copyOf(operators);
        }
    }

    /** Commands one after the other. */
    record Sequence(List<Item> items) implements ShellNode {
        public Sequence {
            items = List.copyOf(items);
        }
    }

    /** @param background whether {@code &} follows */
    record Item(ShellNode node, boolean background) {}

    /** {@code ( … )} or {@code { … }}. */
    record Group(Sequence body, boolean subshell, List<Redirect> redirects) implements ShellNode {
        public Group {
            redirects = List.copyOf(redirects);
        }
    }

    /** One {@code if} or {@code elif}; {@code otherwise} is what follows {@code else} or the next {@code elif}. */
    record If(Sequence condition, Sequence then, @Nullable ShellNode otherwise, List<Redirect> redirects)
            implements ShellNode {
        public If {
            redirects = List.copyOf(redirects);
        }
    }

    /** {@code while}, {@code until}; the condition is null for {@code for} and {@code select}. */
    record Loop(@Nullable Sequence condition, Sequence body, List<Redirect> redirects) implements ShellNode {
        public Loop {
            redirects = List.copyOf(redirects);
        }
    }

    record Case(List<Sequence> branches, List<Redirect> redirects) implements ShellNode {
        public Case {
            branches = List.copyOf(branches);
            redirects = List.copyOf(redirects);
        }
    }

    record Function(String name, ShellNode body) implements ShellNode {}
}
