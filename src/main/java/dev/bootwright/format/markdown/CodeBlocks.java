package dev.bootwright.format.markdown;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the code blocks of Markdown and reStructuredText. Every text is a document, so nothing here is unknown. */
public final class CodeBlocks {
    /** Characters that are read at most; the rest of a longer document is ignored. */
    public static final int SIZE_LIMIT = 512 << 10;

    private static final int BLOCK_LIMIT = 500;

    /** Longer lines are neither headings nor introductions; matching takes time by the square of the length. */
    private static final int LINE_LIMIT = 1_000;

    private static final Pattern FENCE = Pattern.compile("(\\s{0,12}(?:[-*>] {0,3})?\\s{0,4})(`{3,}|~{3,})\\s*([^`]*)");
    private static final Pattern HEADING = Pattern.compile(" {0,3}#{1,6}\\s+(.+?)\\s*#*\\s*");
    private static final Pattern UNDERLINE = Pattern.compile("([=\\-~^\"'#*+`.:])\\1{2,}\\s*");
    private static final Pattern DIRECTIVE =
            Pattern.compile("(\\s*)\\.\\.\\s+(code-block|code|sourcecode|parsed-literal|prompt)::\\s*(.*)");
    private static final Pattern LITERAL = Pattern.compile("(\\s*)(?!\\.\\. )(.*)::\\s*");

    private CodeBlocks() {}

    public static List<CodeBlock> markdown(String text) {
        String[] lines = lines(text);
        List<CodeBlock> blocks = new ArrayList<>();
        String heading = "";
        for (int i = 0; i < lines.length && blocks.size() < BLOCK_LIMIT; i++) {
            Matcher fence = FENCE.matcher(lines[i]);
            Matcher title = HEADING.matcher(lines[i].length() > LINE_LIMIT ? "" : lines[i]);
            if (fence.matches()) {
                int start = i + 1;
                String mark = fence.group(2);
                StringBuilder code = new StringBuilder();
                while (++i < lines.length && !closes(lines[i], mark)) {
                    code.append(dedent(lines[i], fence.group(1).length())).append('\n');
                }
                blocks.add(new CodeBlock(language(fence.group(3)), start + 1, code.toString(), heading));
            } else if (title.matches()) {
                heading = title.group(1);
            } else if (i > 0 && isUnderline(lines[i], "=-") && !lines[i - 1].isBlank()) {
                heading = lines[i - 1].strip();
            }
        }
        return blocks;
    }

    public static List<CodeBlock> restructuredText(String text) {
        String[] lines = lines(text);
        List<CodeBlock> blocks = new ArrayList<>();
        String heading = "";
        for (int i = 0; i < lines.length && blocks.size() < BLOCK_LIMIT; i++) {
            Matcher directive = DIRECTIVE.matcher(lines[i]);
            Matcher literal = LITERAL.matcher(lines[i].length() > LINE_LIMIT ? "" : lines[i]);
            if (directive.matches()) {
                boolean prompt = directive.group(2).equals("prompt");
                i = indented(
                        lines,
                        i + 1,
                        directive.group(1).length(),
                        language(directive.group(3)),
                        heading,
                        prompt,
                        blocks);
            } else if (literal.matches()) {
                i = indented(lines, i + 1, literal.group(1).length(), "", heading, false, blocks);
            } else if (i > 0
                    && isUnderline(lines[i], "=-~^\"'#*+`.:")
                    && lines[i - 1].strip().length() > 1
                    && !isUnderline(lines[i - 1], "=-~^\"'#*+`.:")) {
                heading = lines[i - 1].strip();
            }
        }
        return blocks;
    }

    /** Adds the block that is indented deeper than its parent; gives the index of its last line. */
    private static int indented(
            String[] lines,
            int from,
            int parent,
            String language,
            String heading,
            boolean prompt,
            List<CodeBlock> blocks) {
        int i = from;
        while (i < lines.length && (lines[i].isBlank() || lines[i].strip().matches(":[a-z-]+:.*"))) {
            i++;
        }
        if (i >= lines.length || indent(lines[i]) <= parent) {
            return i - 1;
        }
        int depth = indent(lines[i]);
        int start = i;
        StringBuilder code = new StringBuilder();
        while (i < lines.length && (lines[i].isBlank() || indent(lines[i]) >= depth)) {
            code.append(prompt ? lines[i].strip() : dedent(lines[i], depth)).append('\n');
            i++;
        }
        blocks.add(new CodeBlock(language, start + 1, code.toString().stripTrailing() + "\n", heading));
        return i - 1;
    }

    private static String[] lines(String text) {
        return (text.length() > SIZE_LIMIT ? text.substring(0, SIZE_LIMIT) : text).split("\r?\n", -1);
    }

    private static boolean closes(String line, String mark) {
        String bare = line.strip();
        return bare.startsWith(mark) && bare.chars().allMatch(c -> c == mark.charAt(0));
    }

    private static boolean isUnderline(String line, String characters) {
        return UNDERLINE.matcher(line).matches() && characters.indexOf(line.charAt(0)) >= 0;
    }

    private static int indent(String line) {
        int i = 0;
        while (i < line.length() && (line.charAt(i) == ' ' || line.charAt(i) == '\t')) {
            i++;
        }
        return i;
    }

    private static String dedent(String line, int depth) {
        return line.substring(Math.min(depth, indent(line)));
    }

    private static String language(String words) {
        String word = words.strip().replaceAll("[{}]", " ").strip().split("[\\s,:]", 2)[0];
        return word.startsWith(".") ? word.substring(1) : word.toLowerCase(Locale.ROOT);
    }
}
