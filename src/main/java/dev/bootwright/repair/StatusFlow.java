package dev.bootwright.repair;

import dev.bootwright.format.shell.Invocation;
import dev.bootwright.repair.StepCommand.Loss;
import dev.bootwright.repair.shell.ShellNode;
import dev.bootwright.repair.shell.ShellReader;
import dev.bootwright.repair.shell.ShellWord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Follows the exit status through a script that bash runs with {@code -euo pipefail}: lists all commands, also those in
 * {@code bash -c}, {@code eval}, {@code trap}, {@code xargs} and substitutions, each with how its failure gets lost.
 */
final class StatusFlow {
    private static final Set<String> SHELLS = Set.of("bash", "sh", "dash", "zsh", "ksh", "busybox");
    private static final Pattern VARIABLE =
            Pattern.compile("\\$(?:\\{([A-Za-z_][A-Za-z0-9_]*)}|([A-Za-z_][A-Za-z0-9_]*))");
    private static final Pattern EXIT_BY_VARIABLE =
            Pattern.compile("exit\\s+\"?\\$\\{?([A-Za-z_][A-Za-z0-9_]*)}?\"?\\s*$");
    private static final int NESTING_LIMIT = 12;

    private final List<StepCommand> commands = new ArrayList<>();
    private final List<Trap> traps = new ArrayList<>();
    private final List<String> functions = new ArrayList<>();
    private final List<Unread> unread = new ArrayList<>();
    private final Map<String, String> constants = new HashMap<>();
    private final @Nullable String exitVariable;

    /** A script that runs at the end or on a signal. */
    record Trap(String script, int line) {}

    /** A script inside the script that was not understood. */
    record Unread(String reason, int line) {}

    /**
     * Where a node stands.
     *
     * @param lost how its failure gets lost; null when it does not
     * @param last whether its status is the script's own when the script ends with it
     */
    private record Place(@Nullable Loss lost, boolean last, boolean errexit, boolean pipefail, int line, int depth) {
        Place lost(Loss loss) {
            return new Place(lost == null ? loss : lost, last, errexit, pipefail, line, depth);
        }

        Place last(boolean isLast) {
            return new Place(lost, isLast, errexit, pipefail, line, depth);
        }
    }

    private StatusFlow(String script) {
        Matcher exit = EXIT_BY_VARIABLE.matcher(script.strip());
        exitVariable = exit.find() ? exit.group(1) : null;
    }

    static StatusFlow of(String script) {
        StatusFlow flow = new StatusFlow(script);
        flow.script(script, new Place(null, true, true, true, 0, 0), List.of());
        return flow;
    }

    List<StepCommand> commands() {
        return commands;
    }

    List<Trap> traps() {
        return traps;
    }

    List<String> functions() {
        return functions;
    }

    List<Unread> unread() {
        return unread;
    }

    private void script(String text, Place place, List<ShellNode.Redirect> enclosing) {
        if (place.depth() > NESTING_LIMIT) {
            unread.add(new Unread("scripts inside scripts, nested too deeply", place.line()));
            return;
        }
        switch (ShellReader.read(text)) {
            case ShellReader.Reading.Script s -> sequence(s.sequence(), place, enclosing);
            case ShellReader.Reading.NotUnderstood n ->
                unread.add(new Unread(n.reason(), place.line() > 0 ? place.line() : n.line()));
        }
    }

    private void sequence(ShellNode.Sequence sequence, Place place, List<ShellNode.Redirect> enclosing) {
        int count = sequence.items().size();
        boolean errexit = place.errexit();
        boolean pipefail = place.pipefail();
        for (int i = 0; i < count; i++) {
            ShellNode.Item item = sequence.items().get(i);
            boolean last = i == count - 1;
            Place own = new Place(place.lost(), place.last() && last, errexit, pipefail, place.line(), place.depth());
            if (item.background()) {
                own = own.lost(Loss.BACKGROUND);
            } else if (!last && !errexit) {
                own = own.lost(Loss.NO_ERREXIT);
            }
            node(item.node(), own, enclosing);
            if (item.node() instanceof ShellNode.Simple simple && isSet(simple)) {
                String options = String.join(" ", simple.texts());
                errexit |= options.matches("set .*-[a-z]*e.*|set .*-o errexit.*");
                pipefail |= options.matches("set .*-[a-z]*o pipefail.*");
            }
        }
    }

    private static boolean isSet(ShellNode.Simple simple) {
        return !simple.words().isEmpty() && simple.words().getFirst().text().equals("set");
    }

    private void node(ShellNode node, Place place, List<ShellNode.Redirect> enclosing) {
        switch (node) {
            case ShellNode.Simple s -> simple(s, place, null, enclosing);
            case ShellNode.Pipeline p -> pipeline(p, place, enclosing);
            case ShellNode.AndOr a -> andOr(a, place, enclosing);
            case ShellNode.Sequence s -> sequence(s, place, enclosing);
            case ShellNode.Group g ->
                sequence(g.body(), g.subshell() ? place.last(true) : place, joined(enclosing, g.redirects()));
            case ShellNode.If i -> conditional(i, place, joined(enclosing, i.redirects()));
            case ShellNode.Loop l -> {
                List<ShellNode.Redirect> around = joined(enclosing, l.redirects());
                ShellNode.Sequence condition = l.condition();
                if (condition != null) {
                    sequence(condition, place.lost(Loss.CONDITION), around);
                }
                sequence(l.body(), place.last(false), around);
            }
            case ShellNode.Case c -> {
                for (ShellNode.Sequence branch : c.branches()) {
                    sequence(branch, place, joined(enclosing, c.redirects()));
                }
            }
            case ShellNode.Function f -> {
                functions.add(f.name());
                node(f.body(), place.last(true), enclosing);
            }
        }
    }

    private static List<ShellNode.Redirect> joined(List<ShellNode.Redirect> first, List<ShellNode.Redirect> second) {
        List<ShellNode.Redirect> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    private void pipeline(ShellNode.Pipeline pipeline, Place place, List<ShellNode.Redirect> enclosing) {
        Place own = pipeline.negated() ? place.lost(Loss.NOT) : place;
        int count = pipeline.stages().size();
        int first = commands.size();
        for (int i = 0; i < count; i++) {
            ShellNode stage = pipeline.stages().get(i);
            boolean hidden = i < count - 1 && !place.pipefail();
            Place at = hidden ? own.lost(Loss.PIPE) : own;
            StepCommand source = i > 0 && commands.size() > first ? commands.get(first) : null;
            if (stage instanceof ShellNode.Simple simple) {
                simple(simple, at, source, enclosing);
            } else {
                node(stage, at.last(true), enclosing);
            }
        }
    }

    private void andOr(ShellNode.AndOr list, Place place, List<ShellNode.Redirect> enclosing) {
        int count = list.parts().size();
        for (int i = 0; i < count; i++) {
            Place own = place;
            if (i < count - 1) {
                int next = i;
                while (next < count - 1 && list.operators().get(next).equals("&&")) {
                    next++;
                }
                if (next < count - 1) {
                    ShellNode other = list.parts().get(next + 1);
                    if (!fails(other)) {
                        own = own.lost(isConstant(other) ? Loss.OR_CONSTANT : Loss.OR_OTHER);
                    }
                } else if (!place.last()) {
                    own = own.lost(Loss.AND_LIST);
                }
            }
            node(list.parts().get(i), own, enclosing);
        }
    }

    private void conditional(ShellNode.If conditional, Place place, List<ShellNode.Redirect> enclosing) {
        List<ShellNode.Item> items = conditional.condition().items();
        boolean negated = !items.isEmpty() && items.getLast().node() instanceof ShellNode.Pipeline p && p.negated();
        ShellNode onFailure = negated ? conditional.then() : conditional.otherwise();
        boolean kept = onFailure != null && fails(onFailure);
        if (negated && kept) {
            ShellNode.Pipeline pipeline = (ShellNode.Pipeline) items.getLast().node();
            node(new ShellNode.Pipeline(false, pipeline.stages()), place, enclosing);
        } else {
            sequence(conditional.condition(), kept ? place : place.lost(Loss.CONDITION), enclosing);
        }
        sequence(conditional.then(), place, enclosing);
        ShellNode otherwise = conditional.otherwise();
        if (otherwise != null) {
            node(otherwise, place, enclosing);
        }
    }

    /** Whether this always succeeds and does nothing that could matter. */
    private static boolean isConstant(ShellNode node) {
        return switch (node) {
            case ShellNode.Simple s -> {
                List<String> words = s.texts();
                String program = words.isEmpty() ? "" : words.getFirst();
                yield words.isEmpty()
                        || Set.of("true", ":", "echo", "printf", "/bin/true", "/usr/bin/true")
                                .contains(program)
                        || (Set.of("exit", "return").contains(program)
                                && words.size() > 1
                                && words.get(1).equals("0"));
            }
            case ShellNode.Sequence s -> s.items().stream().allMatch(i -> isConstant(i.node()));
            case ShellNode.Group g -> isConstant(g.body());
            case ShellNode.Pipeline p -> isConstant(p.stages().getLast());
            case ShellNode.AndOr a -> isConstant(a.parts().getLast());
            case ShellNode.If i -> false;
            case ShellNode.Loop l -> false;
            case ShellNode.Case c -> false;
            case ShellNode.Function f -> false;
        };
    }

    /** Whether this certainly ends with a failure, or keeps the failure for later. */
    private boolean fails(ShellNode node) {
        return switch (node) {
            case ShellNode.Simple s -> fails(s);
            case ShellNode.Sequence s -> s.items().stream().anyMatch(i -> !i.background() && fails(i.node()));
            case ShellNode.Group g -> fails(g.body());
            case ShellNode.AndOr a ->
                a.operators().stream().allMatch("&&"::equals) && fails(a.parts().getLast());
            case ShellNode.Pipeline p -> false;
            case ShellNode.If i -> {
                ShellNode otherwise = i.otherwise();
                yield otherwise != null && fails(i.then()) && fails(otherwise);
            }
            case ShellNode.Loop l -> false;
            case ShellNode.Case c -> false;
            case ShellNode.Function f -> false;
        };
    }

    private boolean fails(ShellNode.Simple simple) {
        List<String> words = simple.texts();
        if (words.isEmpty()) {
            return simple.assignments().stream()
                    .map(ShellWord::text)
                    .anyMatch(a -> exitVariable != null && a.equals(exitVariable + "=$?"));
        }
        String program = words.getFirst();
        if (program.equals("false")) {
            return true;
        }
        boolean exit = program.equals("exit") || program.equals("return");
        return exit && words.size() > 1 && !words.get(1).equals("0");
    }

    private void simple(
            ShellNode.Simple simple, Place place, @Nullable StepCommand source, List<ShellNode.Redirect> enclosing) {
        int line = place.line() > 0 ? place.line() : simple.line();
        List<String> words =
                simple.words().stream().map(w -> resolved(w.text())).toList();
        Invocation invocation = Invocation.of(words);
        if (words.isEmpty()) {
            for (ShellWord assignment : simple.assignments()) {
                remember(assignment);
            }
        }
        StepCommand command = new StepCommand(simple, words, invocation, line, place.lost(), source, enclosing);
        commands.add(command);
        substitutions(simple, place, line, words);
        nested(command, place, line);
    }

    private void remember(ShellWord assignment) {
        int equals = assignment.text().indexOf('=');
        String value = assignment.text().substring(equals + 1);
        boolean reference = VARIABLE.matcher(value).lookingAt() || !assignment.isDynamic();
        if (reference && assignment.substitutions().isEmpty()) {
            constants.put(assignment.text().substring(0, equals), resolved(value));
        } else {
            constants.remove(assignment.text().substring(0, equals));
        }
    }

    private String resolved(String text) {
        return VARIABLE.matcher(text).replaceAll(m -> {
            String name = m.group(1) == null ? m.group(2) : m.group(1);
            return Matcher.quoteReplacement(constants.getOrDefault(name, m.group()));
        });
    }

    private void substitutions(ShellNode.Simple simple, Place place, int line, List<String> words) {
        Place own = new Place(place.lost(), true, false, place.pipefail(), line, place.depth() + 1);
        for (ShellWord assignment : simple.assignments()) {
            for (String script : assignment.substitutions()) {
                script(script, words.isEmpty() ? own : own.lost(Loss.SUBSTITUTION), List.of());
            }
        }
        for (ShellWord word : simple.words()) {
            for (String script : word.substitutions()) {
                script(script, own.lost(Loss.SUBSTITUTION), List.of());
            }
        }
        for (ShellNode.Redirect redirect : simple.redirects()) {
            for (String script : redirect.target().substitutions()) {
                script(script, own.lost(Loss.SUBSTITUTION), List.of());
            }
        }
    }

    /** Scripts that a command is given as arguments or input. */
    private void nested(StepCommand command, Place place, int line) {
        String program = command.program();
        List<String> arguments = command.invocation().arguments();
        if (SHELLS.contains(program)) {
            int at = optionWithScript(arguments);
            if (at >= 0 && at + 1 < arguments.size()) {
                String options = String.join(" ", arguments.subList(0, at + 1));
                boolean errexit = options.matches("(?s).*(^|\\s)-[a-z]*e[a-z]*.*");
                script(
                        arguments.get(at + 1),
                        new Place(place.lost(), true, errexit, options.contains("pipefail"), line, place.depth() + 1),
                        command.enclosing());
            }
            for (ShellNode.Redirect redirect : command.node().redirects()) {
                String body = redirect.body();
                if (body != null && at < 0) {
                    boolean errexit = String.join(" ", arguments).matches("(?s).*(^|\\s)-[a-z]*e[a-z]*.*");
                    script(body, new Place(place.lost(), true, errexit, false, line, place.depth() + 1), List.of());
                }
            }
        } else if (program.equals("eval")) {
            script(
                    String.join(" ", arguments),
                    new Place(place.lost(), place.last(), place.errexit(), place.pipefail(), line, place.depth() + 1),
                    command.enclosing());
        } else if (program.equals("trap") && arguments.size() > 1) {
            traps.add(new Trap(arguments.getFirst(), line));
        } else if (program.equals("xargs")) {
            started(command, arguments, xargsCommand(arguments), place, null);
        } else if (program.equals("find")) {
            int at = Math.max(arguments.indexOf("-exec"), arguments.indexOf("-execdir"));
            if (at >= 0) {
                boolean kept = arguments.getLast().equals("+");
                started(command, arguments, at + 1, place, kept ? null : Loss.FIND);
            }
        }
    }

    private void started(StepCommand by, List<String> arguments, int from, Place place, @Nullable Loss loss) {
        if (from >= arguments.size()) {
            return;
        }
        List<String> words = arguments.subList(from, arguments.size());
        Place own = loss == null ? place : place.lost(loss);
        StepCommand command = new StepCommand(
                by.node(), words, Invocation.of(words), by.line(), own.lost(), by.source(), by.enclosing());
        commands.add(command);
        nested(command, own, by.line());
    }

    private static int optionWithScript(List<String> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (!argument.startsWith("-") && !(i > 0 && arguments.get(i - 1).endsWith("o"))) {
                return -1;
            }
            if (argument.matches("-[a-z]*c[a-z]*")) {
                return i + (arguments.size() > i + 2 && argument.endsWith("o") ? 1 : 0);
            }
        }
        return -1;
    }

    private static int xargsCommand(List<String> arguments) {
        Set<String> withValue = Set.of("-n", "-P", "-I", "-L", "-d", "-a", "-s", "-E");
        int i = 0;
        while (i < arguments.size() && arguments.get(i).startsWith("-")) {
            i += withValue.contains(arguments.get(i)) ? 2 : 1;
        }
        return i;
    }
}
