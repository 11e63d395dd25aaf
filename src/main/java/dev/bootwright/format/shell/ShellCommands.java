package dev.bootwright.format.shell;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Groups tokens into simple commands and follows {@code cd}, subshells and compound commands. */
final class ShellCommands {
    private static final Pattern ASSIGNMENT = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)\\+?=(?s:.*)");

    /** Reserved words behind which a command begins, with what they add to the nesting. */
    private static final Map<String, Integer> RESERVED = Map.ofEntries(
            Map.entry("if", 1),
            Map.entry("while", 1),
            Map.entry("until", 1),
            Map.entry("then", 0),
            Map.entry("elif", 0),
            Map.entry("else", 0),
            Map.entry("do", 0),
            Map.entry("fi", -1),
            Map.entry("done", -1),
            Map.entry("{", 0),
            Map.entry("}", 0),
            Map.entry("!", 0),
            Map.entry("time", 0));

    private static final Set<String> LOOP_HEADS = Set.of("for", "select");

    private final String text;
    private final List<ShellToken> tokens;
    private final List<ShellCommand> commands = new ArrayList<>();
    private final Deque<Frame> subshells = new ArrayDeque<>();
    private final Deque<String> pushed = new ArrayDeque<>();
    private @Nullable String directory = ".";
    private ShellCommand.Joint joint = ShellCommand.Joint.SEQUENCE;
    private int nesting;
    private int functionBraces;
    private boolean functionNext;
    private int at;

    private record Frame(@Nullable String directory) {}

    ShellCommands(String text, List<ShellToken> tokens) {
        this.text = text;
        this.tokens = tokens;
    }

    List<ShellCommand> read() {
        while (at < tokens.size()) {
            ShellToken token = tokens.get(at);
            switch (token.kind()) {
                case OPERATOR -> operator(token);
                case REDIRECTION -> at++;
                case WORD -> command();
            }
        }
        return commands;
    }

    private void operator(ShellToken token) {
        at++;
        switch (token.text()) {
            case "&&" -> joint = ShellCommand.Joint.AND;
            case "||" -> joint = ShellCommand.Joint.OR;
            case "|", "|&" -> joint = ShellCommand.Joint.PIPE;
            case "(" -> subshells.push(new Frame(directory));
            case ")" -> {
                if (!subshells.isEmpty()) {
                    directory = subshells.pop().directory();
                }
            }
            case "\n" -> {
                if (at >= 2 && !isJoin(tokens.get(at - 2))) {
                    joint = ShellCommand.Joint.SEQUENCE;
                }
            }
            default -> joint = ShellCommand.Joint.SEQUENCE;
        }
    }

    private static boolean isJoin(ShellToken token) {
        return token.is("&&") || token.is("||") || token.is("|") || token.is("|&") || token.is("\n");
    }

    private void command() {
        ShellToken token = tokens.get(at);
        if (!token.quoted() && reserved(token.text())) {
            return;
        }
        if (at + 2 < tokens.size()
                && tokens.get(at + 1).is("(")
                && tokens.get(at + 2).is(")")) {
            at += 3;
            functionNext = true;
            return;
        }
        simple();
    }

    private boolean reserved(String word) {
        if (LOOP_HEADS.contains(word)) {
            nesting++;
            skipTo("do");
            return true;
        }
        if (word.equals("case")) {
            skipTo("in");
            at++;
            caseBody();
            return true;
        }
        if (word.equals("function")) {
            at += 2;
            functionNext = true;
            return true;
        }
        if (word.equals("esac")) {
            at++;
            return true;
        }
        Integer change = RESERVED.get(word);
        if (change == null) {
            return false;
        }
        brace(word);
        nesting = Math.max(0, nesting + change);
        at++;
        return true;
    }

    private void brace(String word) {
        if (word.equals("{") && (functionNext || functionBraces > 0)) {
            functionBraces++;
            functionNext = false;
        } else if (word.equals("}") && functionBraces > 0) {
            functionBraces--;
        }
    }

    private void skipTo(String word) {
        while (at < tokens.size() && !tokens.get(at).isWord(word)) {
            at++;
        }
    }

    /** Patterns are skipped, the commands behind them are read. */
    private void caseBody() {
        nesting++;
        boolean pattern = true;
        while (at < tokens.size() && !(pattern && tokens.get(at).isWord("esac"))) {
            ShellToken token = tokens.get(at);
            if (pattern) {
                pattern = !token.is(")");
                at++;
            } else if (token.is(";;")) {
                pattern = true;
                at++;
            } else if (token.isWord("esac")) {
                break;
            } else if (token.kind() == ShellToken.Kind.WORD) {
                command();
            } else if (token.kind() == ShellToken.Kind.OPERATOR) {
                operator(token);
            } else {
                at++;
            }
        }
        at++;
        nesting = Math.max(0, nesting - 1);
    }

    private void simple() {
        ShellToken first = tokens.get(at);
        boolean test = first.isWord("[[");
        Map<String, String> env = new LinkedHashMap<>();
        List<String> words = new ArrayList<>();
        int end = first.end();
        while (at < tokens.size()) {
            ShellToken token = tokens.get(at);
            if (token.kind() == ShellToken.Kind.OPERATOR && !(test && !token.is("\n"))) {
                break;
            }
            if (token.kind() != ShellToken.Kind.REDIRECTION) {
                add(token, env, words);
            }
            test = test && !token.isWord("]]");
            end = token.end();
            at++;
        }
        boolean nested = nesting > 0 || functionBraces > 0;
        commands.add(new ShellCommand(
                first.line(), env, words, text.substring(first.start(), end), joint, directory, nested));
        changeDirectory(words);
        joint = ShellCommand.Joint.SEQUENCE;
    }

    private void add(ShellToken token, Map<String, String> env, List<String> words) {
        if (words.isEmpty()
                && ASSIGNMENT.matcher(rawStart(token)).matches()
                && token.text().contains("=")) {
            int equals = token.text().indexOf('=');
            String name = token.text().substring(0, equals);
            env.put(
                    name.endsWith("+") ? name.substring(0, name.length() - 1) : name,
                    token.text().substring(equals + 1));
        } else {
            words.add(token.text());
        }
    }

    /** The word as written: a quoted name is no assignment. */
    private String rawStart(ShellToken token) {
        return text.substring(token.start(), token.end());
    }

    private void changeDirectory(List<String> words) {
        if (words.isEmpty() || joint == ShellCommand.Joint.PIPE) {
            return;
        }
        switch (words.getFirst()) {
            case "cd" -> directory = words.size() == 2 ? into(words.get(1)) : null;
            case "pushd" -> {
                pushed.push(directory == null ? "" : directory);
                directory = words.size() == 2 ? into(words.get(1)) : null;
            }
            case "popd" -> {
                String before = pushed.poll();
                directory = before == null || before.isEmpty() ? null : before;
            }
            default -> {}
        }
    }

    private @Nullable String into(String target) {
        String from = directory;
        if (from == null || target.startsWith("/") || target.startsWith("~") || target.startsWith("-")) {
            return null;
        }
        return target.contains("$") || target.contains("`") || target.contains("*") ? null : join(from, target);
    }

    /** Null when the path leaves the place where the script starts. */
    private static @Nullable String join(String from, String target) {
        Deque<String> parts = new ArrayDeque<>();
        for (String part : (from + "/" + target).split("/")) {
            if (part.equals("..")) {
                if (parts.isEmpty()) {
                    return null;
                }
                parts.removeLast();
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.addLast(part);
            }
        }
        return parts.isEmpty() ? "." : String.join("/", parts);
    }
}
