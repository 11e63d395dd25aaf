package dev.bootwright.repair;

import dev.bootwright.repair.shell.ShellNode;
import dev.bootwright.step.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Applies the rules about what a step writes: the repository's own files, the contract, the counted report. */
final class WriteRules {
    private static final Set<String> GIT_CHANGES = Set.of(
            "apply",
            "am",
            "checkout",
            "restore",
            "reset",
            "clean",
            "stash",
            "rm",
            "mv",
            "revert",
            "cherry-pick",
            "merge",
            "rebase",
            "pull",
            "switch",
            "commit",
            "update-index",
            "read-tree",
            "sparse-checkout");
    private static final Set<String> COPIES = Set.of("cp", "install", "ln", "mv", "rsync");

    private final Step step;
    private final StatusFlow flow;
    private final RecordedReasons reasons;
    private final List<SanityFinding> findings = new ArrayList<>();

    WriteRules(Step step, StatusFlow flow, RecordedReasons reasons) {
        this.step = step;
        this.flow = flow;
        this.reasons = reasons;
    }

    List<SanityFinding> apply() {
        for (StepCommand command : flow.commands()) {
            redirects(command);
            reportVariable(command);
            code(command);
            arguments(command);
        }
        return findings;
    }

    private WrittenPath path(String text) {
        return WrittenPath.of(text, step.phase().seesRepository());
    }

    private void redirects(StepCommand command) {
        List<ShellNode.Redirect> all = new ArrayList<>(command.node().redirects());
        all.addAll(command.enclosing());
        for (ShellNode.Redirect redirect : all) {
            if (redirect.writes()) {
                written(command, resolved(command, redirect.target().text()), "writes");
            }
        }
    }

    /** The reader resolved variables in words only; a redirection target is resolved by the words that equal it. */
    private String resolved(StepCommand command, String target) {
        for (StepCommand other : flow.commands()) {
            if (other.equals(command)) {
                break;
            }
            for (var assignment : other.node().assignments()) {
                int equals = assignment.text().indexOf('=');
                String name = assignment.text().substring(0, equals);
                if (assignment.text().contains("BOOTWRIGHT_REPORTS")
                        && (target.contains("$" + name) || target.contains("${" + name + "}"))) {
                    return assignment.text().substring(equals + 1) + target;
                }
            }
        }
        return target;
    }

    private void written(StepCommand command, String target, String verb) {
        switch (path(target)) {
            case REPORT -> {
                if (!comesFromRunner(command)) {
                    add(SanityRule.FORGED_REPORT, command, verb + " the counted report, but is not the test runner");
                }
            }
            case CONTRACT -> add(SanityRule.OWN_FILES_CHANGED, command, verb + " into the contract itself");
            case OWN -> {
                if (!reasons.isInEvidence(target, command.program()) && !isKeptByLock(target)) {
                    add(SanityRule.OWN_FILES_CHANGED, command, verb + " '" + target + "', a file of the repository");
                }
            }
            case GENERATED -> {}
            case ELSEWHERE -> {}
        }
    }

    /** Whether the command, or for {@code tee} the one at the head of its pipe, is the runner itself. */
    private boolean comesFromRunner(StepCommand command) {
        StepCommand source = command.source();
        if (source != null) {
            return command.program().equals("tee") && shows(source);
        }
        return shows(command)
                || (!command.enclosing().isEmpty() && command.node().redirects().isEmpty());
    }

    private static boolean shows(StepCommand command) {
        CommandKind kind = CommandKind.of(
                command.program(), command.words(), command.invocation().arguments());
        return kind == CommandKind.RUN || kind == CommandKind.COLLECT;
    }

    private void reportVariable(StepCommand command) {
        boolean moved = command.environment().containsKey("BOOTWRIGHT_REPORTS")
                || (Set.of("export", "declare", "unset", "local", "readonly").contains(command.program())
                        && command.invocation().arguments().stream()
                                .anyMatch(a -> a.equals("BOOTWRIGHT_REPORTS") || a.startsWith("BOOTWRIGHT_REPORTS=")));
        if (moved) {
            add(SanityRule.FORGED_REPORT, command, "moves the place where the report is expected");
        }
    }

    private void code(StepCommand command) {
        if (!Set.of("python", "perl", "ruby", "node").contains(command.program())) {
            return;
        }
        List<String> arguments = command.invocation().arguments();
        String text = String.join("\n", arguments);
        for (ShellNode.Redirect redirect : command.node().redirects()) {
            text += redirect.body() == null ? "" : "\n" + redirect.body();
        }
        boolean line =
                arguments.contains("-c") || arguments.contains("-e") || arguments.contains("-") || arguments.isEmpty();
        if (line && text.contains("BOOTWRIGHT_REPORTS")) {
            add(SanityRule.FORGED_REPORT, command, "writes the counted report by a line of code");
        } else if (line
                && step.phase().seesRepository()
                && text.matches("(?s).*(open\\([^)]*,\\s*['\"][wax]|write_text\\(|write_bytes\\(|"
                        + "unlink\\(|os\\.remove\\(|rmtree\\(|writeFileSync\\().*")) {
            add(SanityRule.OWN_FILES_CHANGED, command, "writes or removes files by a line of code");
        }
        boolean inPlace =
                !command.program().equals("python") && arguments.stream().anyMatch(a -> a.matches("-[a-z0]*i.*"));
        if (inPlace) {
            changesOperands(command, operands(arguments), "edits");
        }
    }

    private void arguments(StepCommand command) {
        List<String> arguments = command.invocation().arguments();
        List<String> operands = operands(arguments);
        String program = command.program();
        boolean writesInPlace = switch (program) {
            case "sed" -> arguments.stream().anyMatch(a -> a.matches("-[a-zA-Z]*i.*|--in-place.*"));
            case "gofmt", "goimports", "gofumpt", "shfmt" -> arguments.contains("-w");
            case "ruff", "eslint", "rubocop", "golangci-lint" ->
                arguments.contains("--fix") || arguments.contains("-A");
            case "autopep8", "yapf", "autoflake" -> arguments.contains("-i") || arguments.contains("--in-place");
            case "black", "isort", "pyupgrade" ->
                arguments.stream().noneMatch(a -> a.startsWith("--check") || a.equals("-c") || a.startsWith("--diff"));
            case "patch", "ed", "ex" -> true;
            default -> false;
        };
        if (writesInPlace) {
            changesOperands(command, program.equals("sed") ? behindScript(arguments, operands) : operands, "edits");
        } else if (program.equals("git")) {
            git(command, operands);
        } else if (program.equals("go")) {
            go(command, operands);
        } else if (program.equals("tee")) {
            operands.forEach(o -> written(command, o, "writes"));
        } else if (program.equals("dd")) {
            arguments.stream()
                    .filter(a -> a.startsWith("of="))
                    .forEach(a -> written(command, a.substring(3), "writes"));
        } else if (Set.of("rm", "rmdir", "truncate", "shred", "unlink").contains(program)) {
            operands.forEach(o -> removed(command, o));
        } else if (program.equals("touch")) {
            operands.forEach(o -> written(command, o, "writes"));
        } else if (COPIES.contains(program) && operands.size() > 1) {
            written(command, operands.getLast(), "copies into");
            if (program.equals("mv")) {
                operands.subList(0, operands.size() - 1).forEach(o -> removed(command, o));
            }
        }
    }

    private void removed(StepCommand command, String operand) {
        switch (path(operand)) {
            case REPORT -> add(SanityRule.FORGED_REPORT, command, "takes the counted report away");
            case CONTRACT -> add(SanityRule.OWN_FILES_CHANGED, command, "removes the contract itself");
            case OWN -> {
                if (!isKeptByLock(operand)) {
                    add(SanityRule.OWN_FILES_CHANGED, command, "removes '" + operand + "', a file of the repository");
                }
            }
            case GENERATED -> {}
            case ELSEWHERE -> {}
        }
    }

    private boolean isKeptByLock(String path) {
        String folder = step.workingDirectory().equals(".") ? "" : step.workingDirectory() + "/";
        return step.phase().isSetup() && reasons.isKeptByLock(folder + path);
    }

    private void changesOperands(StepCommand command, List<String> operands, String verb) {
        if (operands.isEmpty() && step.phase().seesRepository()) {
            add(SanityRule.OWN_FILES_CHANGED, command, verb + " files of the repository");
        }
        for (String operand : operands) {
            WrittenPath path = path(operand);
            if (path == WrittenPath.OWN || path == WrittenPath.CONTRACT) {
                add(SanityRule.OWN_FILES_CHANGED, command, verb + " '" + operand + "', a file of the repository");
                return;
            }
        }
    }

    private void git(StepCommand command, List<String> operands) {
        String sub = operands.isEmpty() ? "" : operands.getFirst();
        boolean elsewhere =
                command.invocation().arguments().stream().anyMatch(a -> a.equals("-C") || a.startsWith("--git-dir"));
        if (GIT_CHANGES.contains(sub) && !elsewhere && step.phase().seesRepository()) {
            add(SanityRule.OWN_FILES_CHANGED, command, "changes the repository's files");
        }
    }

    private void go(StepCommand command, List<String> operands) {
        String sub = operands.isEmpty() ? "" : operands.getFirst();
        String second = operands.size() > 1 ? operands.get(1) : "";
        boolean changes = sub.equals("get")
                || sub.equals("fmt")
                || sub.equals("fix")
                || (sub.equals("mod")
                        && Set.of("tidy", "edit", "init", "vendor").contains(second))
                || (sub.equals("work") && Set.of("init", "use", "edit", "sync").contains(second));
        boolean kept = sub.equals("mod") && !second.equals("vendor") && isKeptByLock("go.mod");
        if (changes && !kept && step.phase().seesRepository()) {
            add(SanityRule.OWN_FILES_CHANGED, command, "changes the module's own files");
        }
    }

    private static List<String> operands(List<String> arguments) {
        List<String> operands = new ArrayList<>();
        boolean all = false;
        for (String argument : arguments) {
            if (argument.equals("--")) {
                all = true;
            } else if (all || !argument.startsWith("-")) {
                operands.add(argument);
            }
        }
        return operands;
    }

    /** sed's operands without its script, which comes first unless it was given by an option. */
    private static List<String> behindScript(List<String> arguments, List<String> operands) {
        boolean byOption =
                arguments.stream().anyMatch(a -> a.equals("-e") || a.equals("-f") || a.startsWith("--expression"));
        return operands.isEmpty() ? operands : byOption ? operands : operands.subList(1, operands.size());
    }

    private void add(SanityRule rule, StepCommand command, String detail) {
        findings.add(new SanityFinding(
                rule, step.id(), command.line(), SanityRules.shown("'" + command.display() + "' " + detail)));
    }
}
