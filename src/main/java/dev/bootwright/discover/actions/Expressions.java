package dev.bootwright.discover.actions;

import dev.bootwright.format.Node;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/** Evaluates <code>${{ … }}</code> inside text. */
final class Expressions {
    private static final int LENGTH_LIMIT = 256 << 10;

    private Expressions() {}

    /**
     * A text with its known expressions replaced.
     *
     * @param unknowns what is known only at run time, by the expression that holds it
     */
    record Template(String text, SequencedMap<String, String> unknowns) {
        boolean known() {
            return unknowns.isEmpty();
        }
    }

    /** One expression without its braces. */
    static StaticValue evaluate(String expression, Scope scope) {
        try {
            return new ExpressionParser(expression, scope).evaluate();
        } catch (ExpressionParser.NotUnderstood e) {
            return new StaticValue.Unknown(expression.strip());
        }
    }

    /** A text that is one expression gives that expression's value, any other its text. */
    static StaticValue value(String text, Scope scope) {
        String bare = text.strip();
        if (bare.startsWith("${{") && bare.indexOf("}}") == bare.length() - 2) {
            return evaluate(bare.substring(3, bare.length() - 2), scope);
        }
        Template template = substitute(text, scope);
        return template.known()
                ? new StaticValue.Text(template.text())
                : new StaticValue.Unknown(template.unknowns().firstEntry().getValue());
    }

    static Template substitute(String text, Scope scope) {
        LinkedHashMap<String, String> unknowns = new LinkedHashMap<>();
        if (!text.contains("${{")) {
            return new Template(text, unknowns);
        }
        StringBuilder out = new StringBuilder();
        int at = 0;
        while (out.length() < LENGTH_LIMIT) {
            int start = text.indexOf("${{", at);
            int end = start < 0 ? -1 : text.indexOf("}}", start);
            if (end < 0) {
                return new Template(out.append(text, at, text.length()).toString(), unknowns);
            }
            out.append(text, at, start);
            StaticValue value = evaluate(text.substring(start + 3, end), scope);
            if (value instanceof StaticValue.Unknown(String what)) {
                String written = text.substring(start, end + 2);
                unknowns.put(written, what);
                out.append(written);
            } else {
                out.append(value.text());
            }
            at = end + 2;
        }
        return new Template(out.toString(), unknowns);
    }

    /** The values of an {@code env} mapping, each evaluated in the scope around it. */
    static Map<String, StaticValue> env(Optional<Node> env, Scope scope) {
        Map<String, StaticValue> result = new LinkedHashMap<>();
        env.ifPresent(node -> node.entries()
                .forEach((name, value) -> result.put(name, value(value.text().orElse(""), scope))));
        return result;
    }
}
