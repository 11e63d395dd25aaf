package dev.bootwright.repair.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a bash script into a tree. Nothing is expanded or run. */
public final class ShellReader {
    private static final int SIZE_LIMIT = 1 << 18;
    private static final int DEPTH_LIMIT = 60;
    private static final Pattern ASSIGNMENT = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(?:\\[[^]]*])?\\+?=");
    private static final Pattern REDIRECT =
            Pattern.compile("(?:[0-9]+|\\{[A-Za-z_]+})?(<<-|<<<|<<|<>|<&|>&|>>|>\\||<|>)|(&>>|&>)");
    private static final Pattern FUNCTION = Pattern.compile("[^\\s()$'\"<>|&;=]+[ \\t]*\\([ \\t]*\\)");
    private static final Set<String> CLOSING = Set.of("then", "elif", "else", "fi", "do", "done", "esac", "}", "]]");

    private final String source;
    private int at;
    private int line = 1;
    private int depth;
    /** Where the bodies of this line's here-documents end; before the current place when there is none. */
    private int hereDocumentsEnd = -1;

    private ShellReader(String source) {
        this.source = source;
    }

    /** What was read: the tree, or why there is none. */
    public sealed interface Reading {
        record Script(ShellNode.Sequence sequence) implements Reading {}

        record NotUnderstood(String reason, int line) implements Reading {}
    }

    public static Reading read(String script) {
        if (script.length() > SIZE_LIMIT) {
            return new Reading.NotUnderstood("longer than " + SIZE_LIMIT + " characters", 1);
        }
        ShellReader reader = new ShellReader(script);
        try {
            ShellNode.Sequence sequence = reader.sequence();
            reader.blanks();
            if (reader.at < script.length()) {
                return new Reading.NotUnderstood("unexpected '" + script.charAt(reader.at) + "'", reader.line);
            }
            return new Reading.Script(sequence);
        } catch (Unreadable e) {
            return new Reading.NotUnderstood(e.reason(), reader.line);
        }
    }

    private ShellNode.Sequence sequence() {
        if (++depth > DEPTH_LIMIT) {
            throw new Unreadable("nested too deeply");
        }
        List<ShellNode.Item> items = new ArrayList<>();
        while (true) {
            separators();
            if (at >= source.length() || source.charAt(at) == ')' || looksAt(";;") || closes()) {
                depth--;
                return new ShellNode.Sequence(items);
            }
            ShellNode node = andOr();
            blanks();
            boolean background = at < source.length() && source.charAt(at) == '&';
            if (background) {
                at++;
            }
            items.add(new ShellNode.Item(node, background));
        }
    }

    private boolean closes() {
        String word = peekWord();
        return CLOSING.contains(word);
    }

    private ShellNode andOr() {
        List<ShellNode> parts = new ArrayList<>(List.of(pipeline()));
        List<String> operators = new ArrayList<>();
        blanks();
        while (looksAt("&&") || looksAt("||")) {
            operators.add(source.substring(at, at + 2));
            at += 2;
            lines();
            parts.add(pipeline());
            blanks();
        }
        return parts.size() == 1 ? parts.getFirst() : new ShellNode.AndOr(parts, operators);
    }

    private ShellNode pipeline() {
        boolean negated = false;
        blanks();
        while (true) {
            String word = peekWord();
            if (word.equals("!")) {
                negated = !negated;
            } else if (!word.equals("time")) {
                break;
            }
            at += word.length();
            blanks();
        }
        List<ShellNode> stages = new ArrayList<>(List.of(command()));
        blanks();
        while (looksAt("|") && !looksAt("||")) {
            at += looksAt("|&") ? 2 : 1;
            lines();
            stages.add(command());
            blanks();
        }
        return stages.size() == 1 && !negated ? stages.getFirst() : new ShellNode.Pipeline(negated, stages);
    }

    private ShellNode command() {
        blanks();
        if (looksAt("((")) {
            return arithmetic();
        }
        if (looksAt("(")) {
            at++;
            ShellNode.Sequence body = sequence();
            expect(")");
            return new ShellNode.Group(body, true, redirects());
        }
        Matcher function = FUNCTION.matcher(source).region(at, source.length());
        if (function.lookingAt()) {
            String name =
                    function.group().substring(0, function.group().indexOf('(')).strip();
            at = function.end();
            lines();
            return new ShellNode.Function(name, command());
        }
        String word = peekWord();
        return switch (word) {
            case "{" -> braces();
            case "if" -> {
                at += 2;
                yield ifBody();
            }
            case "while", "until" -> whileLoop();
            case "for", "select" -> {
                at += word.length();
                yield forLoop();
            }
            case "case" -> {
                at += 4;
                yield caseBody();
            }
            case "function" -> function();
            case "[[" -> condition();
            default -> simple();
        };
    }

    private ShellNode braces() {
        at++;
        ShellNode.Sequence body = sequence();
        keyword("}");
        return new ShellNode.Group(body, false, redirects());
    }

    private ShellNode whileLoop() {
        at += 5;
        ShellNode.Sequence condition = sequence();
        keyword("do");
        ShellNode.Sequence body = sequence();
        keyword("done");
        return new ShellNode.Loop(condition, body, redirects());
    }

    private ShellNode function() {
        at += 8;
        blanks();
        String name = word().text();
        blanks();
        if (looksAt("(")) {
            expect("(");
            expect(")");
        }
        lines();
        return new ShellNode.Function(name, command());
    }

    private ShellNode ifBody() {
        ShellNode.Sequence condition = sequence();
        keyword("then");
        ShellNode.Sequence then = sequence();
        String next = peekWord();
        if (next.equals("elif")) {
            at += 4;
            return new ShellNode.If(condition, then, ifBody(), List.of());
        }
        @Nullable ShellNode otherwise = null;
        if (next.equals("else")) {
            at += 4;
            otherwise = sequence();
        }
        keyword("fi");
        return new ShellNode.If(condition, then, otherwise, redirects());
    }

    private ShellNode forLoop() {
        blanks();
        if (looksAt("((")) {
            at = WordScanner.closing(source, at, 0) + 1;
        } else {
            word();
            lines();
            if (peekWord().equals("in")) {
                at += 2;
                blanks();
                while (at < source.length() && source.charAt(at) != ';' && source.charAt(at) != '\n') {
                    wordOrFail();
                    blanks();
                }
            }
        }
        separators();
        keyword("do");
        ShellNode.Sequence body = sequence();
        keyword("done");
        return new ShellNode.Loop(null, body, redirects());
    }

    private ShellNode caseBody() {
        blanks();
        wordOrFail();
        lines();
        keyword("in");
        List<ShellNode.Sequence> branches = new ArrayList<>();
        while (true) {
            separators();
            if (peekWord().equals("esac")) {
                at += 4;
                return new ShellNode.Case(branches, redirects());
            }
            if (looksAt("(")) {
                at++;
            }
            while (!looksAt(")")) {
                blanks();
                if (looksAt("|")) {
                    at++;
                } else {
                    wordOrFail();
                }
                blanks();
            }
            at++;
            branches.add(sequence());
            blanks();
            if (looksAt(";;&")) {
                at += 3;
            } else if (looksAt(";;") || looksAt(";&")) {
                at += 2;
            }
        }
    }

    private ShellNode arithmetic() {
        int start = at;
        at = WordScanner.closing(source, at, 0) + 1;
        String text = source.substring(start, at);
        return new ShellNode.Simple(List.of(), List.of(new ShellWord(text, text, List.of())), redirects(), line);
    }

    /** {@code [[ … ]]} as one command; operators in it are words. */
    private ShellNode condition() {
        List<ShellWord> words = new ArrayList<>();
        while (true) {
            lines();
            if (at >= source.length()) {
                throw new Unreadable("'[[' is not closed");
            }
            WordScanner.Scanned scanned = WordScanner.scan(source, at);
            if (scanned.end() == at) {
                String operator = source.substring(at, at + 1);
                words.add(new ShellWord(operator, operator, List.of()));
                at++;
                continue;
            }
            advance(scanned.end());
            words.add(scanned.word());
            if (scanned.word().raw().equals("]]")) {
                return new ShellNode.Simple(List.of(), words, redirects(), line);
            }
        }
    }

    private ShellNode simple() {
        int start = line;
        List<ShellWord> assignments = new ArrayList<>();
        List<ShellWord> words = new ArrayList<>();
        List<ShellNode.Redirect> redirects = new ArrayList<>();
        while (true) {
            blanks();
            if (redirect(redirects)) {
                continue;
            }
            if (at >= source.length() || "\n;&|)".indexOf(source.charAt(at)) >= 0) {
                break;
            }
            Matcher assignment = ASSIGNMENT.matcher(source).region(at, source.length());
            if (words.isEmpty() && assignment.lookingAt()) {
                assignments.add(assignment(assignment.end()));
            } else {
                words.add(wordOrFail());
            }
        }
        if (assignments.isEmpty() && words.isEmpty() && redirects.isEmpty()) {
            throw new Unreadable("a command is missing");
        }
        return new ShellNode.Simple(assignments, words, redirects, start);
    }

    private ShellWord assignment(int valueStart) {
        if (valueStart < source.length() && source.charAt(valueStart) == '(') {
            int end = WordScanner.closing(source, valueStart, 0) + 1;
            String raw = source.substring(at, end);
            advance(end);
            return new ShellWord(raw, raw, List.of());
        }
        return word();
    }

    private List<ShellNode.Redirect> redirects() {
        List<ShellNode.Redirect> redirects = new ArrayList<>();
        blanks();
        while (redirect(redirects)) {
            blanks();
        }
        return redirects;
    }

    private boolean redirect(List<ShellNode.Redirect> into) {
        Matcher matcher = REDIRECT.matcher(source).region(at, source.length());
        if (!matcher.lookingAt()) {
            return false;
        }
        String operator = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
        if ((operator.equals("<") || operator.equals(">"))
                && matcher.end() < source.length()
                && source.charAt(matcher.end()) == '(') {
            return false;
        }
        at = matcher.end();
        blanks();
        ShellWord target = wordOrFail();
        @Nullable
        String body = operator.equals("<<") || operator.equals("<<-")
                ? hereDocument(target.text(), operator.equals("<<-"))
                : null;
        boolean duplicates = operator.endsWith("&") && target.text().matches("[0-9]+|-");
        into.add(new ShellNode.Redirect(operator.equals(">&") && !duplicates ? "&>" : operator, target, body));
        return true;
    }

    /** Reads ahead behind the end of this line, or behind the body that was read before. */
    private String hereDocument(String mark, boolean tabs) {
        int lineEnd = source.indexOf('\n', at);
        int from = hereDocumentsEnd > at ? hereDocumentsEnd : lineEnd < 0 ? source.length() : lineEnd + 1;
        StringBuilder body = new StringBuilder();
        while (from < source.length()) {
            int end = source.indexOf('\n', from);
            end = end < 0 ? source.length() : end;
            String text = source.substring(from, end);
            from = Math.min(end + 1, source.length());
            if ((tabs ? text.replaceFirst("^\t+", "") : text).equals(mark)) {
                break;
            }
            body.append(text).append('\n');
        }
        hereDocumentsEnd = from;
        return body.toString();
    }

    private ShellWord wordOrFail() {
        ShellWord word = word();
        if (word.raw().isEmpty()) {
            throw new Unreadable(at < source.length() ? "unexpected '" + source.charAt(at) + "'" : "unexpected end");
        }
        return word;
    }

    private ShellWord word() {
        WordScanner.Scanned scanned = WordScanner.scan(source, at);
        advance(scanned.end());
        return scanned.word();
    }

    private void advance(int to) {
        for (int i = at; i < to; i++) {
            if (source.charAt(i) == '\n') {
                line++;
            }
        }
        at = to;
    }

    private String peekWord() {
        int end = at;
        while (end < source.length() && " \t\n;&|()<>".indexOf(source.charAt(end)) < 0) {
            end++;
        }
        return source.substring(at, end);
    }

    private void keyword(String word) {
        separators();
        if (!peekWord().equals(word)) {
            throw new Unreadable("'" + word + "' is missing");
        }
        at += word.length();
    }

    private void expect(String text) {
        separators();
        if (!looksAt(text)) {
            throw new Unreadable("'" + text + "' is missing");
        }
        at += text.length();
    }

    private boolean looksAt(String text) {
        return source.startsWith(text, at);
    }

    /** Skips blanks, continued lines and a comment. */
    private void blanks() {
        while (at < source.length()) {
            char c = source.charAt(at);
            if (c == ' ' || c == '\t' || c == '\r') {
                at++;
            } else if (c == '\\' && at + 1 < source.length() && source.charAt(at + 1) == '\n') {
                line++;
                at += 2;
            } else if (c == '#' && (at == 0 || " \t\n;(&|".indexOf(source.charAt(at - 1)) >= 0)) {
                int end = source.indexOf('\n', at);
                at = end < 0 ? source.length() : end;
            } else {
                return;
            }
        }
    }

    /** Skips blanks and line ends. */
    private void lines() {
        blanks();
        while (at < source.length() && source.charAt(at) == '\n') {
            endOfLine();
            blanks();
        }
    }

    /** Skips blanks, line ends and single semicolons. */
    private void separators() {
        lines();
        while (at < source.length() && source.charAt(at) == ';' && !looksAt(";;") && !looksAt(";&")) {
            at++;
            lines();
        }
    }

    private void endOfLine() {
        advance(at + 1);
        if (hereDocumentsEnd > at) {
            advance(hereDocumentsEnd);
        }
        hereDocumentsEnd = -1;
    }
}
