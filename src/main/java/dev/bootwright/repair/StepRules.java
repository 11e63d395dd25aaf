package dev.bootwright.repair;

import dev.bootwright.repair.StepCommand.Loss;
import dev.bootwright.repair.shell.ShellNode;
import dev.bootwright.step.Contract;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.Step;
import dev.bootwright.step.StepUser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Applies the rules about status, verification and selection to one step. */
final class StepRules {
    /** Commands whose failure may be of no interest. */
    private static final Set<String> HARMLESS = Set.of(
            "", ".", ":", "[", "[[", "command", "echo", "egrep", "exit", "false", "fgrep", "getent", "grep", "hash",
            "head", "id", "kill", "killall", "ls", "pgrep", "pkill", "popd", "printf", "pushd", "read", "return", "rm",
            "rmdir", "sleep", "stty", "tail", "test", "tput", "true", "type", "umount", "unset", "wait", "which", "cat",
            "nproc");

    private static final Set<Loss> IN_SETUP =
            Set.of(Loss.OR_CONSTANT, Loss.BACKGROUND, Loss.PIPE, Loss.NO_ERREXIT, Loss.FIND);

    /** A word of a variable's value, with its quotes. */
    private static final Pattern WORD = Pattern.compile("(?:[^\\s'\"]|'[^']*'|\"[^\"]*\"|['\"])+");

    private final Contract contract;
    private final Step step;
    private final StatusFlow flow;
    private final RecordedReasons reasons;
    private final List<SanityFinding> findings = new ArrayList<>();

    StepRules(Contract contract, Step step, StatusFlow flow, RecordedReasons reasons) {
        this.contract = contract;
        this.step = step;
        this.flow = flow;
        this.reasons = reasons;
    }

    List<SanityFinding> apply() {
        for (StatusFlow.Unread unread : flow.unread()) {
            add(SanityRule.UNREADABLE_BLOCK, unread.line(), unread.reason());
        }
        if (step.user() == StepUser.ROOT && !(step.phase() == Phase.SYSTEM && step.role() == Role.INSTALL)) {
            add(SanityRule.ROOT_STEP, 0, "a " + step.phase() + " step with role " + step.role() + " runs as root");
        }
        swallowed();
        switchedOff();
        traps();
        if (isTest()) {
            replaced();
            narrowed();
        }
        return findings;
    }

    private boolean isTest() {
        return step.role() == Role.EXECUTE || step.role() == Role.COLLECT;
    }

    private boolean mustSucceed() {
        return !step.phase().isSetup();
    }

    private CommandKind kind(StepCommand command) {
        CommandKind kind = CommandKind.of(command.program(), command.words(), arguments(command));
        return kind == CommandKind.CODE_LINE && loadsTests(command) ? CommandKind.COLLECT : kind;
    }

    /** Python code on standard input that hands the tests to unittest's own loader; unittest itself has no listing. */
    private static boolean loadsTests(StepCommand command) {
        return command.program().equals("python")
                && command.node().redirects().stream()
                        .map(ShellNode.Redirect::body)
                        .anyMatch(b -> b != null
                                && (b.contains("unittest.main(")
                                        || b.contains("loadTests")
                                        || b.contains("TestLoader")));
    }

    /** The arguments together with those that the runner takes from its variable. */
    private List<String> arguments(StepCommand command) {
        String variable = switch (command.program()) {
            case "pytest", "py.test" -> "PYTEST_ADDOPTS";
            case "go" -> "GOFLAGS";
            case "mvn", "mvnw" -> "MAVEN_ARGS";
            default -> "";
        };
        List<String> all = new ArrayList<>(command.invocation().arguments());
        if (!variable.isEmpty()) {
            String value = environment(command).getOrDefault(variable, "");
            WORD.matcher(value)
                    .results()
                    .map(m -> m.group().replace("'", "").replace("\"", ""))
                    .filter(a -> !a.isBlank())
                    .forEach(all::add);
        }
        return all;
    }

    private Map<String, String> environment(StepCommand command) {
        Map<String, String> environment = new TreeMap<>(contract.env());
        environment.putAll(step.env());
        for (StepCommand other : flow.commands()) {
            if (other.program().equals("export")) {
                for (String argument : other.invocation().arguments()) {
                    int equals = argument.indexOf('=');
                    if (equals > 0) {
                        environment.put(argument.substring(0, equals), argument.substring(equals + 1));
                    }
                }
            } else if (other.words().isEmpty()) {
                environment.putAll(other.environment());
            }
        }
        environment.putAll(command.environment());
        return environment;
    }

    private void swallowed() {
        for (StepCommand command : flow.commands()) {
            Loss lost = command.lost();
            if (lost == null || isAllowed(command, lost)) {
                continue;
            }
            add(SanityRule.SWALLOWED_STATUS, command.line(), "'" + command.display() + "': " + lost.text());
        }
    }

    private boolean isAllowed(StepCommand command, Loss lost) {
        if (isHarmless(command)) {
            return !(step.phase() == Phase.DOCTOR && lost == Loss.OR_CONSTANT && isCheck(command));
        }
        if (!mustSucceed()) {
            return !IN_SETUP.contains(lost) || (lost == Loss.OR_CONSTANT && isRecorded());
        }
        CommandKind kind = kind(command);
        boolean shows = kind == CommandKind.RUN || kind == CommandKind.COLLECT;
        return switch (lost) {
            case CONDITION, SUBSTITUTION, BACKGROUND, NOT ->
                !shows || (lost == Loss.BACKGROUND && runsAnother(command));
            case OR_CONSTANT, OR_OTHER, AND_LIST, PIPE, NO_ERREXIT, FIND -> false;
        };
    }

    private boolean isHarmless(StepCommand command) {
        return HARMLESS.contains(command.program())
                || command.program().startsWith("((")
                || (command.words().size() > 1 && command.words().getFirst().equals("command"));
    }

    private static boolean isCheck(StepCommand command) {
        return Set.of("[", "[[", "test", "grep", "egrep", "fgrep", "command", "which")
                .contains(command.program());
    }

    /** A server beside a test is no test; another command in the foreground is what verifies. */
    private boolean runsAnother(StepCommand command) {
        boolean runner = Set.of("pytest", "go", "unittest", "tox", "nox", "cargo", "mvn", "gradle", "ctest")
                .contains(command.program());
        return !runner
                && flow.commands().stream()
                        .anyMatch(c -> !c.equals(command) && c.lost() == null && kind(c) == CommandKind.RUN);
    }

    private boolean isRecorded() {
        return reasons.isUsersDecision(step) || reasons.isInEvidence("|| true") || reasons.isInEvidence("||true");
    }

    private void switchedOff() {
        for (StepCommand command : flow.commands()) {
            List<String> words = command.words();
            String program = command.program();
            boolean off = program.equals("set")
                    && (words.stream().anyMatch(w -> w.matches("\\+[a-z]*e[a-z]*"))
                            || (words.stream().anyMatch(w -> w.matches("\\+[a-z]*o"))
                                    && (words.contains("pipefail") || words.contains("errexit"))));
            off |= program.equals("shopt")
                    && words.contains("-u")
                    && (words.contains("errexit") || words.contains("pipefail"));
            if (off) {
                add(
                        SanityRule.SWALLOWED_STATUS,
                        command.line(),
                        "'" + command.display() + "' switches off that failures end the step");
            }
            boolean zero =
                    program.equals("exit") && words.size() == 2 && words.get(1).equals("0");
            if (zero && mustSucceed()) {
                add(SanityRule.SWALLOWED_STATUS, command.line(), "'exit 0' gives the step success whatever happened");
            }
        }
        if (isTest()) {
            endsWithConstant();
            shadowed();
        }
    }

    private void endsWithConstant() {
        List<StepCommand> commands = flow.commands();
        if (commands.isEmpty()) {
            return;
        }
        StepCommand last = commands.getLast();
        // Alone, or after what only prepares, it hides nothing: then no test is run at all.
        boolean hides = commands.subList(0, commands.size() - 1).stream()
                .anyMatch(c -> !isShell(c) && kind(c) != CommandKind.PLUMBING);
        if (Set.of("true", ":").contains(last.program()) && last.lost() == null && hides) {
            add(SanityRule.SWALLOWED_STATUS, last.line(), "'" + last.display() + "' at the end gives the step success");
        }
        // Maven tests no module that needs one with a failed test unless failures are let pass; each counts by its
        // report.
        String ignoring = "surefire".equals(step.runner())
                ? "-fae-ignore|--fail-never|-fn"
                : "-D(maven\\.test\\.failure\\.ignore|testFailureIgnore)(=true)?|-fae-ignore|--fail-never|-fn";
        boolean ignores = commands.stream().flatMap(c -> arguments(c).stream()).anyMatch(a -> a.matches(ignoring));
        if (ignores) {
            add(SanityRule.SWALLOWED_STATUS, 0, "an option of the build tool ignores that tests fail");
        }
    }

    private void shadowed() {
        for (String function : flow.functions()) {
            boolean used = flow.commands().stream()
                    .anyMatch(c -> !c.words().isEmpty() && c.words().getFirst().equals(function));
            boolean runner = Set.of(
                            "pytest", "python", "python3", "go", "cargo", "mvn", "gradle", "npm", "make", "tox", "env")
                    .contains(function);
            if (runner && used) {
                add(SanityRule.VERIFICATION_REPLACED, 0, "a shell function takes the place of '" + function + "'");
            }
        }
        for (StepCommand command : flow.commands()) {
            if (command.program().equals("alias")) {
                add(SanityRule.VERIFICATION_REPLACED, command.line(), "'" + command.display() + "' renames a command");
            }
        }
    }

    private void traps() {
        for (StatusFlow.Trap trap : flow.traps()) {
            if (trap.script().matches("(?s).*\\b(exit|return)\\s+0\\b.*")
                    || trap.script().strip().matches("true|:")) {
                add(SanityRule.SWALLOWED_STATUS, trap.line(), "the trap '" + trap.script() + "' replaces the status");
            }
        }
    }

    private void replaced() {
        boolean collects = step.role() == Role.COLLECT;
        String seen = "";
        int line = 0;
        boolean plumbing = true;
        for (StepCommand command : flow.commands()) {
            CommandKind kind = kind(command);
            if (isShell(command)) {
                continue;
            }
            if (kind == CommandKind.RUN || (collects && kind == CommandKind.COLLECT)) {
                return;
            }
            boolean better = plumbing || kind != CommandKind.PLUMBING;
            if (better && !command.words().isEmpty()) {
                plumbing = kind == CommandKind.PLUMBING;
                seen = "'" + command.display() + "' " + described(kind);
                line = command.line();
            }
        }
        add(
                SanityRule.VERIFICATION_REPLACED,
                line,
                (collects ? "nothing here collects tests" : "nothing here executes tests")
                        + (seen.isEmpty() ? "" : ": " + seen));
    }

    /** {@code bash -c …} was followed into its script; {@code bash file} runs a file. */
    private static boolean isShell(StepCommand command) {
        boolean script = command.invocation().arguments().stream().anyMatch(a -> a.matches("-[a-z]*c[a-z]*"));
        return (Set.of("bash", "sh", "dash").contains(command.program())
                        && (script || command.invocation().arguments().isEmpty()))
                || command.program().equals("eval");
    }

    private static String described(CommandKind kind) {
        return switch (kind) {
            case PLUMBING -> "shows nothing about tests";
            case VERSION_OR_HELP -> "only asks for a version or help";
            case CODE_LINE -> "only runs a line of code";
            case LINT -> "only reads or builds the sources";
            case COLLECT -> "only lists or compiles tests";
            case RUN -> "runs";
        };
    }

    private void narrowed() {
        for (StepCommand command : flow.commands()) {
            List<Narrowing.Selection> selections = Narrowing.selections(step, command.program(), arguments(command));
            boolean collects = step.role() == Role.COLLECT && kind(command) == CommandKind.COLLECT;
            for (Narrowing.Selection selection : selections) {
                boolean names =
                        selection.option().endsWith("run") || selection.option().equals("--testNamePattern");
                if (collects && names) {
                    continue;
                }
                if (!isBacked(selection)) {
                    add(
                            SanityRule.VERIFICATION_NARROWED,
                            command.line(),
                            "'" + command.program() + "' is narrowed by '" + selection.display()
                                    + "', and neither evidence, the user nor an excluded test with a reason says why");
                }
            }
        }
    }

    private boolean isBacked(Narrowing.Selection selection) {
        String value = selection.value();
        if (value.isEmpty()) {
            return reasons.isInEvidence(selection.option());
        }
        if (selection.option().endsWith("-skip")) {
            // an alternative of the user's, another of the project's own
            return Stream.of(value.split("\\|"))
                    .allMatch(p -> reasons.isExcludedPattern(p) || reasons.isInEvidence(selection.option(), p));
        }
        return reasons.isExcluded(step, value) || reasons.isInEvidence(selection.option(), value);
    }

    private void add(SanityRule rule, int line, String detail) {
        findings.add(new SanityFinding(rule, step.id(), line, SanityRules.shown(detail)));
    }
}
