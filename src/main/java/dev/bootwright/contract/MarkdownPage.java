package dev.bootwright.contract;

import java.util.List;

/** Builds one page of Markdown; text from the repository stays text. */
final class MarkdownPage {
    private final StringBuilder out = new StringBuilder();

    MarkdownPage(String title) {
        out.append("# ").append(line(title)).append("\n");
    }

    MarkdownPage section(String title) {
        out.append("\n## ").append(line(title)).append("\n\n");
        return this;
    }

    MarkdownPage text(String text) {
        out.append(text).append('\n');
        return this;
    }

    MarkdownPage items(List<String> items, String whenNone) {
        if (items.isEmpty()) {
            return text(whenNone);
        }
        items.forEach(i -> out.append("- ").append(line(i)).append('\n'));
        return this;
    }

    MarkdownPage code(String commands) {
        out.append("\n```bash\n").append(commands).append("\n```\n");
        return this;
    }

    /** As code inside a line. */
    static String quoted(String text) {
        String line = line(text);
        return line.contains("`") ? "`` " + line + " ``" : "`" + line + "`";
    }

    /** One line, control characters replaced. */
    static String line(String text) {
        StringBuilder line = new StringBuilder(text.length());
        text.strip().codePoints().forEach(c -> line.appendCodePoint(Character.isISOControl(c) ? ' ' : c));
        return line.toString();
    }

    String end() {
        return out.toString();
    }
}
