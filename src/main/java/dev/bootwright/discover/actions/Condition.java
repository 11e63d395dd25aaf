package dev.bootwright.discover.actions;

import dev.bootwright.discover.Obstacles;
import dev.bootwright.format.Node;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What an {@code if} comes to.
 *
 * @param obstacle why the command does not run here; empty when it may
 * @param undecided the condition as written when it depends on what is unknown; empty when it holds
 */
record Condition(String obstacle, String undecided) {
    static final Condition HOLDS = new Condition("", "");

    static Condition of(Optional<Node> written, Scope scope) {
        Optional<String> text = written.flatMap(Node::text);
        if (text.isEmpty()) {
            return HOLDS;
        }
        String expression = text.get().replace("${{", " ").replace("}}", " ").strip();
        StaticValue value = Expressions.evaluate(expression, scope);
        if (value instanceof StaticValue.Unknown(String what)) {
            if (Obstacles.isSecret(what)) {
                return new Condition(Obstacles.unknowns(List.of(what)), "");
            }
            return new Condition("", expression);
        }
        if (value.truthy()) {
            return HOLDS;
        }
        String lower = expression.toLowerCase(Locale.ROOT);
        boolean release = lower.contains("refs/tags") || lower.contains("release");
        return new Condition(release ? "runs only for a release" : "its condition is false here: " + expression, "");
    }

    /** Both must hold. */
    Condition and(Condition other) {
        if (!obstacle.isEmpty()) {
            return this;
        }
        String both = undecided.isEmpty()
                ? other.undecided
                : other.undecided.isEmpty() ? undecided : undecided + " and " + other.undecided;
        return new Condition(other.obstacle, other.obstacle.isEmpty() ? both : "");
    }
}
