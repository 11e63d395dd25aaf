package dev.bootwright.discover.general;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.CiCommand.Purpose;
import dev.bootwright.discover.CommandPurpose;
import dev.bootwright.discover.Detector;
import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.format.markdown.CodeBlock;
import dev.bootwright.format.markdown.CodeBlocks;
import dev.bootwright.format.shell.ShellCommand;
import dev.bootwright.format.shell.ShellScript;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Commands in the documents for people (README, CONTRIBUTING …) and for agents (AGENTS.md, CLAUDE.md …). */
final class DocumentDetector implements Detector {
    private static final int FILE_LIMIT = 40;
    private static final int COMMAND_LIMIT = 60;
    private static final int VALUE_LIMIT = 400;
    private static final Pattern DOCUMENT = Pattern.compile(
            "(?i)(readme|contributing|install|installation|installing|hacking|development|developing|developers?|testing|tests|building|build"
                    + "|quickstart|getting[-_]started)(\\.(md|markdown|rst|txt))?");
    private static final Pattern AGENTS =
            Pattern.compile("(?i)(agents|claude|gemini|copilot-instructions|conventions)\\.md|\\.cursorrules");
    private static final Set<String> SHELLS = Set.of(
            "bash",
            "sh",
            "shell",
            "console",
            "zsh",
            "shell-session",
            "shellsession",
            "sh-session",
            "terminal",
            "bat",
            "");
    private static final Pattern PROMPT = Pattern.compile("\\s*(?:\\([^)]*\\)\\s*)?(?:[\\w.~/-]*[$%#]|>>?)\\s+(.*)");
    private static final Pattern INLINE = Pattern.compile("(?<!`)`([^`\\n]{3,200})`(?!`)");

    @Override
    public String name() {
        return "documents";
    }

    @Override
    public void detect(SourceTree tree, FindingSink sink) {
        TreeIndex index = TreeIndex.of(tree);
        index.matching(name -> DOCUMENT.matcher(name).matches()).stream()
                .filter(entry -> near(index, entry))
                .limit(FILE_LIMIT)
                .forEach(entry -> Evidence.open(index, entry, EvidenceKind.DOCUMENTATION, sink)
                        .ifPresent(evidence -> document(evidence, "doc.command", false)));
        index.matching(name -> AGENTS.matcher(name).matches()).stream()
                .filter(entry -> near(index, entry))
                .limit(FILE_LIMIT)
                .forEach(entry -> Evidence.open(index, entry, EvidenceKind.ENVIRONMENT_FILE, sink)
                        .ifPresent(evidence -> document(evidence, "agent.command", true)));
    }

    /** At the root, in {@code .github}, directly in the documentation folder, or at the root of a project below. */
    private static boolean near(TreeIndex index, SourceTree.Entry entry) {
        String path = entry.path().toString();
        String folder = entry.path().parent().toString();
        return index.scope().votes(path)
                ? entry.path().depth() <= 2
                : folder.equals("docs") || folder.equals("doc") || folder.equals("docs/source");
    }

    private static void document(Evidence file, String subject, boolean inline) {
        Evidence evidence = file.project().equals(".github") || file.project().startsWith("doc") ? file.ofRoot() : file;
        String lower = evidence.file().toLowerCase(Locale.ROOT);
        List<CodeBlock> blocks = lower.endsWith(".rst") || lower.endsWith(".txt")
                ? CodeBlocks.restructuredText(evidence.text())
                : CodeBlocks.markdown(evidence.text());
        int left = COMMAND_LIMIT;
        for (CodeBlock block : blocks) {
            if (SHELLS.contains(block.language())) {
                left = block(evidence, subject, block, left);
            }
        }
        if (inline) {
            inline(evidence, subject, left);
        }
    }

    private static int block(Evidence evidence, String subject, CodeBlock block, int limit) {
        Optional<ShellScript> script =
                ShellScript.read(withoutPrompts(block.code()), block.line()).toOptional();
        int left = limit;
        for (ShellCommand command : script.map(ShellScript::commands).orElse(List.of())) {
            Purpose purpose = CommandPurpose.of(command);
            if (purpose != Purpose.OTHER && left > 0) {
                left--;
                command(evidence, subject, command, purpose, block.heading());
            }
        }
        return left;
    }

    private static void command(
            Evidence evidence, String subject, ShellCommand command, Purpose purpose, String heading) {
        if (command.raw().length() > 4 * VALUE_LIMIT) {
            return;
        }
        String value = command.raw().replaceAll("\\s*\\\\\\r?\\n\\s*", " ");
        if (value.length() <= VALUE_LIMIT) {
            evidence.finding(
                    subject,
                    value,
                    command.line(),
                    Map.of("purpose", purpose.name().toLowerCase(Locale.ROOT), "heading", heading));
        }
    }

    /** Where a block shows prompts, what has none is output; lines keep their numbers. */
    private static String withoutPrompts(String code) {
        boolean session = code.lines().anyMatch(line -> line.stripLeading().startsWith("$ "));
        StringBuilder out = new StringBuilder();
        boolean continued = false;
        for (String line : code.split("\n", -1)) {
            Matcher prompt = PROMPT.matcher(line);
            if (!session || continued) {
                out.append(line);
            } else if (prompt.matches()) {
                out.append(prompt.group(1));
            }
            continued = ((session && prompt.matches()) || continued) && line.endsWith("\\");
            out.append('\n');
        }
        return out.toString();
    }

    private static void inline(Evidence evidence, String subject, int limit) {
        int left = limit;
        int number = 0;
        boolean fenced = false;
        for (String line : evidence.text().split("\n", -1)) {
            number++;
            fenced ^= line.stripLeading().startsWith("```");
            Matcher matcher = INLINE.matcher(line);
            while (!fenced && left > 0 && matcher.find()) {
                Optional<ShellScript> script = matcher.group(1).contains(" ")
                        ? ShellScript.read(matcher.group(1), number).toOptional()
                        : Optional.empty();
                for (ShellCommand command : script.map(ShellScript::commands).orElse(List.of())) {
                    Purpose purpose = CommandPurpose.of(command);
                    if (purpose != Purpose.OTHER) {
                        left--;
                        command(evidence, subject, command, purpose, "");
                    }
                }
            }
        }
    }
}
