package dev.bootwright.ecosystem.python.read;

import dev.bootwright.ecosystem.python.read.PythonTokens.Kind;
import dev.bootwright.ecosystem.python.read.PythonTokens.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Python source read for its literals, calls and functions, never run. */
final class PythonSource {
    private static final int DEEPEST = 40;

    private final List<Token> tokens;
    private final Map<String, PythonValue> assigned = new HashMap<>();

    private PythonSource(List<Token> tokens) {
        this.tokens = tokens;
        readAssignments();
    }

    static PythonSource of(String text) {
        return new PythonSource(PythonTokens.of(text));
    }

    List<Token> tokens() {
        return tokens;
    }

    /** The value of a name that is assigned at the outermost level; the last one counts. */
    Optional<PythonValue> variable(String name) {
        return Optional.ofNullable(assigned.get(name));
    }

    private void readAssignments() {
        for (int i = 0; i + 2 < tokens.size(); i++) {
            Token name = tokens.get(i);
            if (name.indent() == 0
                    && name.kind() == Kind.NAME
                    && tokens.get(i + 1).is("=")) {
                assigned.put(name.text(), new Reading(i + 2, tokens.size()).expression(0));
            }
        }
    }

    /** A function with its decorators; {@code from} and {@code to} bound its tokens. */
    record Function(String name, int line, int from, int to, List<PythonValue.Call> decorators) {}

    /** All functions at the outermost level. */
    List<Function> functions() {
        List<Function> found = new ArrayList<>();
        List<PythonValue.Call> decorators = new ArrayList<>();
        for (int i = 0; i + 1 < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (token.indent() != 0) {
                continue;
            }
            if (token.is("@")) {
                decorators.add(decorator(i + 1));
            } else {
                int def = token.is("async") ? i + 1 : i;
                if (tokens.get(def).is("def") && def + 1 < tokens.size()) {
                    found.add(new Function(
                            tokens.get(def + 1).text(),
                            token.line(),
                            def + 2,
                            endOfBlock(def + 1),
                            List.copyOf(decorators)));
                }
                decorators.clear();
            }
        }
        return found;
    }

    private PythonValue.Call decorator(int from) {
        PythonValue value = new Reading(from, tokens.size()).expression(0);
        return switch (value) {
            case PythonValue.Call call -> call;
            case PythonValue.Opaque opaque -> new PythonValue.Call(opaque.text(), List.of(), opaque.line());
            default -> new PythonValue.Call("", List.of(), value.line());
        };
    }

    private int endOfBlock(int from) {
        int i = from;
        while (i < tokens.size() && tokens.get(i).indent() != 0) {
            i++;
        }
        return i;
    }

    /** Calls of any of these dotted names in a range of tokens, in order; {@code setup} also matches {@code x.setup}. */
    List<PythonValue.Call> calls(int from, int to, String... functions) {
        List<PythonValue.Call> found = new ArrayList<>();
        List<String> wanted = List.of(functions);
        for (int i = from; i + 1 < Math.min(to, tokens.size()); i++) {
            if (tokens.get(i).kind() != Kind.NAME || !tokens.get(i + 1).is("(") || isDefinition(i)) {
                continue;
            }
            String dotted = dottedNameEndingAt(i, from);
            String last = tokens.get(i).text();
            if (wanted.contains(dotted) || wanted.contains(last)) {
                Reading reading = new Reading(i + 1, Math.min(to, tokens.size()));
                found.add(reading.call(dotted, tokens.get(i).line(), 0));
            }
        }
        return found;
    }

    List<PythonValue.Call> calls(String... functions) {
        return calls(0, tokens.size(), functions);
    }

    private boolean isDefinition(int i) {
        return i > 0 && (tokens.get(i - 1).is("def") || tokens.get(i - 1).is("class"));
    }

    private String dottedNameEndingAt(int end, int from) {
        StringBuilder name = new StringBuilder(tokens.get(end).text());
        int i = end;
        while (i - 2 >= from && tokens.get(i - 1).is(".") && tokens.get(i - 2).kind() == Kind.NAME) {
            name.insert(0, tokens.get(i - 2).text() + ".");
            i -= 2;
        }
        return name.toString();
    }

    /** Reads one expression from a position; knows strings, lists, dictionaries, their sums, names and calls. */
    private final class Reading {
        private final int end;
        private int at;

        Reading(int from, int end) {
            this.at = from;
            this.end = end;
        }

        private boolean isAt(String sign) {
            return at < end && tokens.get(at).is(sign);
        }

        private int line() {
            return tokens.isEmpty()
                    ? 1
                    : tokens.get(Math.min(at, tokens.size() - 1)).line();
        }

        PythonValue expression(int deep) {
            PythonValue left = operand(deep);
            while (isAt("+") && !startsNewLine()) {
                at++;
                left = sum(left, operand(deep));
            }
            if (endsExpression()) {
                return left;
            }
            int line = line();
            String text = skip();
            return new PythonValue.Opaque(text, line);
        }

        private boolean startsNewLine() {
            return tokens.get(at).startsLine();
        }

        private boolean endsExpression() {
            return at >= end
                    || tokens.get(at).startsLine()
                    || isAt(",")
                    || isAt(")")
                    || isAt("]")
                    || isAt("}")
                    || isAt(":")
                    || isAt(";");
        }

        private PythonValue sum(PythonValue left, PythonValue right) {
            if (left instanceof PythonValue.Items a && right instanceof PythonValue.Items b) {
                List<PythonValue> both = new ArrayList<>(a.values());
                both.addAll(b.values());
                return new PythonValue.Items(both, a.line());
            }
            if (left instanceof PythonValue.Text a && right instanceof PythonValue.Text b) {
                return new PythonValue.Text(a.value() + b.value(), a.line());
            }
            if (left instanceof PythonValue.Items a) {
                List<PythonValue> known = new ArrayList<>(a.values());
                known.add(right);
                return new PythonValue.Items(known, a.line());
            }
            return new PythonValue.Opaque("+", left.line());
        }

        private PythonValue operand(int deep) {
            if (at >= end || deep > DEEPEST) {
                return new PythonValue.Opaque("", line());
            }
            Token token = tokens.get(at);
            return switch (token.kind()) {
                case STRING -> string(token);
                case FORMATTED, NUMBER -> {
                    at++;
                    yield new PythonValue.Opaque(token.text(), token.line());
                }
                case NAME -> name(token, deep);
                case SIGN -> bracket(token, deep);
            };
        }

        private PythonValue string(Token first) {
            StringBuilder value = new StringBuilder();
            do {
                value.append(tokens.get(at).text());
                at++;
            } while (at < end && tokens.get(at).kind() == Kind.STRING && !startsNewLine());
            return new PythonValue.Text(value.toString(), first.line());
        }

        private PythonValue name(Token first, int deep) {
            StringBuilder name = new StringBuilder(first.text());
            at++;
            while (at + 1 < end && isAt(".") && tokens.get(at + 1).kind() == Kind.NAME) {
                name.append('.').append(tokens.get(at + 1).text());
                at += 2;
            }
            if (isAt("(") && !startsNewLine()) {
                return call(name.toString(), first.line(), deep);
            }
            PythonValue known = assigned.get(name.toString());
            return known != null ? known : new PythonValue.Opaque(name.toString(), first.line());
        }

        private PythonValue bracket(Token open, int deep) {
            return switch (open.text()) {
                case "[" -> items("]", open.line(), deep);
                case "(" -> parenthesised(open.line(), deep);
                case "{" -> braces(open.line(), deep);
                default -> new PythonValue.Opaque(open.text(), open.line());
            };
        }

        private PythonValue parenthesised(int line, int deep) {
            PythonValue value = items(")", line, deep);
            boolean single = value instanceof PythonValue.Items items
                    && items.values().size() == 1
                    && !tokens.get(at - 2).is(",");
            return single ? ((PythonValue.Items) value).values().getFirst() : value;
        }

        private PythonValue items(String close, int line, int deep) {
            List<PythonValue> values = new ArrayList<>();
            at++;
            while (at < end && !isAt(close)) {
                int before = at;
                values.add(expression(deep + 1));
                if (isAt(",") || at == before) {
                    at++;
                }
            }
            at++;
            return new PythonValue.Items(values, line);
        }

        private PythonValue braces(int line, int deep) {
            List<PythonValue.Pair> pairs = new ArrayList<>();
            List<PythonValue> members = new ArrayList<>();
            at++;
            while (at < end && !isAt("}")) {
                int before = at;
                PythonValue key = expression(deep + 1);
                if (isAt(":")) {
                    at++;
                    pairs.add(new PythonValue.Pair(key, expression(deep + 1)));
                } else {
                    members.add(key);
                }
                if (isAt(",") || at == before) {
                    at++;
                }
            }
            at++;
            return pairs.isEmpty() && !members.isEmpty()
                    ? new PythonValue.Items(members, line)
                    : new PythonValue.Pairs(pairs, line);
        }

        PythonValue.Call call(String function, int line, int deep) {
            List<PythonValue.Argument> arguments = new ArrayList<>();
            at++;
            while (at < end && !isAt(")")) {
                int before = at;
                String keyword = "";
                if (tokens.get(at).kind() == Kind.NAME
                        && at + 1 < end
                        && tokens.get(at + 1).is("=")) {
                    keyword = tokens.get(at).text();
                    at += 2;
                } else if (isAt("*")) {
                    at++;
                }
                arguments.add(new PythonValue.Argument(keyword, expression(deep + 1)));
                if (isAt(",") || at == before) {
                    at++;
                }
            }
            at++;
            return new PythonValue.Call(function, arguments, line);
        }

        /** Past what is not understood, to the end of the expression. */
        private String skip() {
            StringBuilder text = new StringBuilder();
            int depth = 0;
            while (at < end) {
                Token token = tokens.get(at);
                if (depth == 0
                        && (token.startsLine() || token.is(",") || token.is(")") || token.is("]") || token.is("}"))) {
                    break;
                }
                if (token.is("(") || token.is("[") || token.is("{")) {
                    depth++;
                } else if (token.is(")") || token.is("]") || token.is("}")) {
                    depth--;
                }
                if (text.length() < 60) {
                    text.append(token.text()).append(' ');
                }
                at++;
            }
            return text.toString().strip();
        }
    }
}
