package dev.bootwright.discover.actions;

import dev.bootwright.format.Node;
import dev.bootwright.format.json.JsonReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Parses and evaluates one GitHub expression; three-valued, as parts may be unknown. */
final class ExpressionParser {
    private static final int LENGTH_LIMIT = 8_192;
    private static final int DEPTH_LIMIT = 32;

    private final String text;
    private final Scope scope;
    private int at;
    private int depth;

    /** The expression is broken or outside the bounds. */
    static final class NotUnderstood extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotUnderstood() {
            super("not understood", null, false, false);
        }
    }

    ExpressionParser(String text, Scope scope) {
        this.text = text;
        this.scope = scope;
    }

    StaticValue evaluate() {
        if (text.length() > LENGTH_LIMIT) {
            throw new NotUnderstood();
        }
        StaticValue value = or();
        space();
        if (at < text.length()) {
            throw new NotUnderstood();
        }
        return value;
    }

    private StaticValue or() {
        if (++depth > DEPTH_LIMIT) {
            throw new NotUnderstood();
        }
        StaticValue left = and();
        while (take("||")) {
            StaticValue right = and();
            if (left.known()) {
                left = left.truthy() ? left : right;
            } else if (right.known() && right.truthy()) {
                left = right instanceof StaticValue.Truth ? right : left;
            }
        }
        depth--;
        return left;
    }

    private StaticValue and() {
        StaticValue left = comparison();
        while (take("&&")) {
            StaticValue right = comparison();
            if (left.known()) {
                left = left.truthy() ? right : left;
            } else if (right.known() && !right.truthy()) {
                left = StaticValue.of(false);
            }
        }
        return left;
    }

    private StaticValue comparison() {
        StaticValue left = unary();
        for (String operator : List.of("==", "!=", "<=", ">=", "<", ">")) {
            if (take(operator)) {
                return compare(left, operator, unary());
            }
        }
        return left;
    }

    private static StaticValue compare(StaticValue left, String operator, StaticValue right) {
        if (left instanceof StaticValue.Unknown(String what)) {
            boolean tag =
                    what.equals("github.ref") && right.known() && right.text().startsWith("refs/tags");
            return tag && operator.equals("==") ? StaticValue.of(false) : left;
        }
        if (!right.known()) {
            return right;
        }
        boolean texts = left instanceof StaticValue.Text && right instanceof StaticValue.Text;
        int order = texts
                ? left.text().toLowerCase(Locale.ROOT).compareTo(right.text().toLowerCase(Locale.ROOT))
                : Double.compare(left.number(), right.number());
        boolean comparable = texts || !(Double.isNaN(left.number()) || Double.isNaN(right.number()));
        return StaticValue.of(
                switch (operator) {
                    case "==" -> comparable && order == 0;
                    case "!=" -> !comparable || order != 0;
                    case "<" -> comparable && order < 0;
                    case ">" -> comparable && order > 0;
                    case "<=" -> comparable && order <= 0;
                    default -> comparable && order >= 0;
                });
    }

    private StaticValue unary() {
        space();
        if (at < text.length() && text.charAt(at) == '!' && !text.startsWith("!=", at)) {
            at++;
            if (++depth > DEPTH_LIMIT) {
                throw new NotUnderstood();
            }
            StaticValue value = unary();
            depth--;
            return value.known() ? StaticValue.of(!value.truthy()) : value;
        }
        return primary();
    }

    private StaticValue primary() {
        space();
        if (at >= text.length()) {
            throw new NotUnderstood();
        }
        char c = text.charAt(at);
        if (c == '(') {
            at++;
            StaticValue value = or();
            expect(")");
            return value;
        }
        if (c == '\'') {
            return new StaticValue.Text(quoted());
        }
        if (Character.isDigit(c) || c == '-' || c == '+' || c == '.') {
            return number();
        }
        if (Character.isLetter(c) || c == '_') {
            return named();
        }
        throw new NotUnderstood();
    }

    private String quoted() {
        StringBuilder out = new StringBuilder();
        at++;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c != '\'') {
                out.append(c);
            } else if (at < text.length() && text.charAt(at) == '\'') {
                out.append(c);
                at++;
            } else {
                return out.toString();
            }
        }
        throw new NotUnderstood();
    }

    private StaticValue number() {
        int start = at;
        while (at < text.length() && "0123456789abcdefABCDEFxX.+-".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        try {
            return new StaticValue.Numeric(Double.parseDouble(text.substring(start, at)));
        } catch (NumberFormatException e) {
            throw new NotUnderstood();
        }
    }

    private StaticValue named() {
        String name = identifier();
        space();
        if (at < text.length() && text.charAt(at) == '(') {
            return call(name.toLowerCase(Locale.ROOT));
        }
        return switch (name) {
            case "true" -> StaticValue.of(true);
            case "false" -> StaticValue.of(false);
            case "null" -> StaticValue.nothing();
            default -> scope.lookup(path(name));
        };
    }

    private List<String> path(String first) {
        List<String> path = new ArrayList<>(List.of(first));
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '.') {
                at++;
                path.add(take("*") ? "*" : identifier());
            } else if (c == '[') {
                at++;
                StaticValue key = or();
                expect("]");
                path.add(key.known() ? key.text() : "*");
            } else {
                break;
            }
        }
        return path;
    }

    private String identifier() {
        int start = at;
        while (at < text.length()
                && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_' || text.charAt(at) == '-')) {
            at++;
        }
        if (at == start) {
            throw new NotUnderstood();
        }
        return text.substring(start, at);
    }

    private StaticValue call(String function) {
        List<StaticValue> arguments = new ArrayList<>();
        at++;
        space();
        while (!take(")")) {
            arguments.add(or());
            if (!take(",")) {
                expect(")");
                break;
            }
        }
        return switch (function) {
            case "always", "success" -> StaticValue.of(true);
            case "failure", "cancelled" -> StaticValue.of(false);
            case "hashfiles", "tojson" -> new StaticValue.Unknown(function + "(…)");
            default -> known(function, arguments);
        };
    }

    private static StaticValue known(String function, List<StaticValue> arguments) {
        if (arguments.isEmpty()) {
            throw new NotUnderstood();
        }
        StaticValue first = arguments.getFirst();
        boolean ref = first instanceof StaticValue.Unknown(String what) && what.equals("github.ref");
        if (ref
                && function.equals("startswith")
                && arguments.size() == 2
                && arguments.getLast().text().startsWith("refs/tags")) {
            return StaticValue.of(false);
        }
        for (StaticValue argument : arguments) {
            if (!argument.known()) {
                return argument;
            }
        }
        String second = arguments.getLast().text().toLowerCase(Locale.ROOT);
        String text = first.text().toLowerCase(Locale.ROOT);
        return switch (function) {
            case "startswith" -> StaticValue.of(text.startsWith(second));
            case "endswith" -> StaticValue.of(text.endsWith(second));
            case "contains" -> StaticValue.of(contains(first, text, second));
            case "format" -> new StaticValue.Text(format(arguments));
            case "join" -> new StaticValue.Text(join(arguments));
            case "fromjson" ->
                JsonReader.read(first.text())
                        .toOptional()
                        .map(StaticValue::of)
                        .orElseGet(() -> new StaticValue.Unknown("fromJSON(…)"));
            default -> throw new NotUnderstood();
        };
    }

    private static boolean contains(StaticValue whole, String text, String part) {
        if (whole instanceof StaticValue.Tree(Node node)) {
            return node.texts().stream()
                    .anyMatch(t -> t.toLowerCase(Locale.ROOT).equals(part));
        }
        return text.contains(part);
    }

    private static String format(List<StaticValue> arguments) {
        String result = arguments.getFirst().text();
        for (int i = 1; i < arguments.size(); i++) {
            result = result.replace("{" + (i - 1) + "}", arguments.get(i).text());
        }
        return result;
    }

    private static String join(List<StaticValue> arguments) {
        String separator = arguments.size() > 1 ? arguments.getLast().text() : ",";
        return arguments.getFirst() instanceof StaticValue.Tree(Node node)
                ? String.join(separator, node.texts())
                : arguments.getFirst().text();
    }

    private void space() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private boolean take(String token) {
        space();
        if (text.startsWith(token, at)) {
            at += token.length();
            return true;
        }
        return false;
    }

    private void expect(String token) {
        if (!take(token)) {
            throw new NotUnderstood();
        }
    }
}
