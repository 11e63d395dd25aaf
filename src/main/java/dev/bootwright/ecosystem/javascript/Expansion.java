package dev.bootwright.ecosystem.javascript;

import dev.bootwright.discover.Finding;
import dev.bootwright.ecosystem.javascript.Leaf.Kind;
import dev.bootwright.format.shell.ShellCommand;
import dev.bootwright.format.shell.ShellScript;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Follows a command through the scripts of {@code package.json} down to the programs that it really runs. */
final class Expansion {
    private static final int DEPTH = 12;
    private static final int MOST = 400;
    private static final Pattern SEVERAL = Pattern.compile("run-s|run-p|npm-run-all2?|concurrently|conc|wsrun|ultra");
    private static final Set<String> INSTALLS = Set.of(
            "install",
            "i",
            "ci",
            "clean-install",
            "add",
            "link",
            "rebuild",
            "audit",
            "pack",
            "publish",
            "config",
            "cache",
            "version",
            "set",
            "init",
            "dedupe",
            "prune",
            "why",
            "info",
            "view",
            "outdated",
            "plugin",
            "policies",
            "login",
            "whoami",
            "store",
            "fetch",
            "import",
            "approve-builds",
            "dlx",
            "create");

    private final NodeFacts facts;

    Expansion(NodeFacts facts) {
        this.facts = facts;
    }

    /** What every leaf of one expansion has in common. */
    private record Origin(
            String directory,
            Map<String, String> env,
            List<String> trail,
            List<String> evidence,
            String location,
            int weight,
            List<String> services) {
        Origin into(String script, Finding finding, String folder, Map<String, String> more) {
            List<String> names = new ArrayList<>(trail);
            names.add(script);
            List<String> ids = new ArrayList<>(evidence);
            ids.add(finding.id());
            Map<String, String> all = new LinkedHashMap<>(env);
            all.putAll(more);
            return new Origin(
                    folder, all, names, ids, location.isEmpty() ? finding.location() : location, weight, services);
        }
    }

    /** The leaves of a script, those of its hooks around it included. */
    List<Leaf> script(String project, String name, int weight) {
        List<Leaf> out = new ArrayList<>();
        run(project, name, List.of(), new Origin(project, Map.of(), List.of(), List.of(), "", weight, List.of()), out);
        return out;
    }

    /** The leaves of a command that stands outside of the packages, for example in CI. */
    List<Leaf> command(
            String text,
            int line,
            String directory,
            Map<String, String> env,
            String id,
            String location,
            int weight,
            List<String> services) {
        List<Leaf> out = new ArrayList<>();
        shell(
                text,
                line,
                new Origin(directory, env, List.of(), List.of(id), location, weight, services),
                List.of(),
                out);
        return out;
    }

    private void shell(String text, int line, Origin origin, List<String> more, List<Leaf> out) {
        if (origin.trail().size() > DEPTH || out.size() > MOST) {
            return;
        }
        List<ShellCommand> commands = ShellScript.read(text, line)
                .toOptional()
                .map(ShellScript::commands)
                .orElse(List.of());
        for (int i = 0; i < commands.size(); i++) {
            ShellCommand command = commands.get(i);
            if (command.words().isEmpty() || command.joint() == ShellCommand.Joint.OR) {
                continue;
            }
            List<String> words = new ArrayList<>(command.words());
            if (i == commands.size() - 1) {
                words.addAll(more);
            }
            Map<String, String> env = new LinkedHashMap<>(origin.env());
            env.putAll(command.env());
            String directory = resolve(origin.directory(), command.directory() == null ? "." : command.directory());
            words(
                    words,
                    new Origin(
                            directory,
                            env,
                            origin.trail(),
                            origin.evidence(),
                            origin.location(),
                            origin.weight(),
                            origin.services()),
                    out);
        }
    }

    private void words(List<String> words, Origin origin, List<Leaf> out) {
        Unwrapped plain = Unwrapped.of(words, origin.env());
        Origin here = new Origin(
                origin.directory(),
                plain.env(),
                origin.trail(),
                origin.evidence(),
                origin.location(),
                origin.weight(),
                origin.services());
        String program = plain.program();
        if (SEVERAL.matcher(program).matches()) {
            several(plain.arguments(), here, out);
        } else if (Set.of("npm", "pnpm", "yarn", "bun").contains(program)) {
            manager(program, plain.arguments(), here, out);
        } else if (Set.of("lerna", "turbo", "nx", "wireit", "rush", "ultra", "wsrun")
                .contains(program)) {
            orchestrated(plain.arguments(), here, out);
        } else if (program.equals("node") && plain.arguments().contains("--run")) {
            int at = plain.arguments().indexOf("--run");
            if (at + 1 < plain.arguments().size()) {
                run(facts.owner(here.directory()), plain.arguments().get(at + 1), List.of(), here, out);
            }
        } else if (program.equals("grunt") && tests(plain.arguments(), facts.owner(here.directory()))) {
            grunt(facts.owner(here.directory()), here, out);
        } else if (Set.of("sh", "bash").contains(program) && plain.arguments().contains("-c")) {
            shell(plain.words().getLast(), 1, here, List.of(), out);
        } else {
            leaf(plain, here, out);
        }
    }

    /** Whether a call of Grunt names tasks of tests, or none, and its file says what they run. */
    private boolean tests(List<String> tasks, String project) {
        boolean named = tasks.stream().anyMatch(t -> t.matches("(?i)(?!-).*(?:test|mocha|unit|spec).*"));
        return (named || tasks.size() <= 1)
                && !facts.tasks(project).isEmpty()
                && tasks.stream().noneMatch(t -> t.matches("(?i).*(?:build|release|dist|watch).*"));
    }

    /** What the task file gives to a runner, whatever else the tasks do. */
    private void grunt(String project, Origin origin, List<Leaf> out) {
        for (Finding task : facts.tasks(project)) {
            shell(NodeFacts.command(task), task.line(), origin.into("grunt", task, project, Map.of()), List.of(), out);
        }
    }

    private void leaf(Unwrapped plain, Origin origin, List<Leaf> out) {
        Kind kind = LeafKinds.of(plain.program(), plain.arguments());
        String project = facts.owner(origin.directory());
        Runner runner = Runner.of(plain.program(), plain.arguments()).orElse(null);
        if (kind == Kind.OWN && runsNodeTests(project, plain)) {
            kind = Kind.RUNNER;
            runner = Runner.NODE_TEST;
        }
        out.add(new Leaf(
                kind,
                runner,
                project,
                origin.directory(),
                origin.env(),
                plain.words(),
                origin.trail(),
                origin.evidence(),
                origin.location(),
                origin.weight(),
                origin.services()));
    }

    /** Node runs a file of tests for its own runner without being told that it is one. */
    private boolean runsNodeTests(String project, Unwrapped plain) {
        return Set.of("node", "tsx", "ts-node").contains(plain.program())
                && facts.testsWith(project, "node-test") > 0
                && plain.arguments().stream().filter(a -> !a.startsWith("-")).anyMatch(Expansion::isTestFile);
    }

    private static boolean isTestFile(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        return name.matches("(?!build|gen|make).*\\.[cm]?[jt]s")
                && path.matches(
                        "(?:.*/)?(?:(?:tests?|specs?|__tests__)/.*|(?:[^/]*[._-])?(?:tests?|specs?)\\.[cm]?[jt]s)");
    }

    private void several(List<String> arguments, Origin origin, List<Leaf> out) {
        String project = facts.owner(origin.directory());
        for (String argument : arguments) {
            if (argument.startsWith("-")) {
                continue;
            }
            String name = argument.replaceFirst("^(?:npm|pnpm|yarn|bun|node):", "");
            if (name.contains("*")) {
                Pattern pattern = Pattern.compile(
                        Pattern.quote(name).replace("**", "\\E.*\\Q").replace("*", "\\E[^:]*\\Q"));
                facts.scripts(project).keySet().stream()
                        .filter(s ->
                                pattern.matcher(s).matches() && !origin.trail().contains(s))
                        .forEach(s -> run(project, s, List.of(), origin, out));
            } else if (facts.script(project, name).isPresent()) {
                run(project, name, List.of(), origin, out);
            } else if (name.contains(" ")) {
                shell(name, 1, origin, List.of(), out);
            }
        }
    }

    private void manager(String manager, List<String> arguments, Origin origin, List<Leaf> out) {
        ManagerCall call = ManagerCall.of(manager, arguments);
        String project = facts.owner(resolve(origin.directory(), call.directory()));
        if (call.script().isEmpty() || INSTALLS.contains(call.script())) {
            out.add(new Leaf(
                    Kind.INSTALL,
                    null,
                    project,
                    origin.directory(),
                    origin.env(),
                    words(manager, arguments),
                    origin.trail(),
                    origin.evidence(),
                    origin.location(),
                    origin.weight(),
                    origin.services()));
            return;
        }
        List<String> targets = new ArrayList<>();
        if (call.everywhere()) {
            targets.addAll(facts.members(facts.installRoot(project)));
        } else if (!call.packages().isEmpty()) {
            call.packages().forEach(p -> targets.addAll(named(project, p)));
        } else {
            targets.add(project);
        }
        for (String target : targets) {
            if (facts.script(target, call.script()).isPresent()) {
                run(target, call.script(), call.rest(), origin, out);
            } else if (target.equals(project) && call.mayBeProgram()) {
                List<String> program = new ArrayList<>(List.of(call.script()));
                program.addAll(call.rest());
                words(program, origin, out);
            }
        }
    }

    private static List<String> words(String first, List<String> rest) {
        List<String> all = new ArrayList<>(List.of(first));
        all.addAll(rest);
        return all;
    }

    /** Packages by name, folder or a pattern of either. */
    private List<String> named(String from, String selector) {
        String plain = selector.replaceAll("^\\.\\.\\.|\\.\\.\\.$", "").replaceFirst("^\\./", "");
        Pattern pattern =
                Pattern.compile(Pattern.quote(plain).replace("**", "\\E.*\\Q").replace("*", "\\E[^/]*\\Q"));
        String root = facts.installRoot(from);
        return facts.members(root).stream()
                .filter(p -> pattern.matcher(facts.nameOf(p)).matches()
                        || pattern.matcher(p).matches()
                        || p.equals(resolve(root, plain))
                        || p.endsWith("/" + plain))
                .toList();
    }

    /** Runs of one script over the packages of a workspace by lerna, turbo, nx and the like. */
    private void orchestrated(List<String> arguments, Origin origin, List<Leaf> out) {
        String project = facts.owner(origin.directory());
        List<String> names = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i);
            if (word.startsWith("--target=") || word.startsWith("--targets=")) {
                names.addAll(List.of(word.substring(word.indexOf('=') + 1).split(",")));
            } else if ((word.equals("-t") || word.equals("--target") || word.equals("--targets"))
                    && i + 1 < arguments.size()) {
                names.addAll(List.of(arguments.get(++i).split(",")));
            } else if (word.equals("--")) {
                break;
            } else if (!word.startsWith("-")
                    && !Set.of("run", "run-many", "affected", "exec", "watch").contains(word)) {
                names.add(word);
            }
        }
        for (String member : facts.members(facts.installRoot(project))) {
            for (String name : names) {
                if (facts.script(member, name).isPresent()) {
                    run(member, name, List.of(), origin, out);
                }
            }
        }
    }

    private void run(String project, String name, List<String> more, Origin origin, List<Leaf> out) {
        if (origin.trail().stream().filter(name::equals).count() > 1
                || origin.trail().size() > DEPTH) {
            return;
        }
        for (String each : List.of("pre" + name, name, "post" + name)) {
            Optional<Finding> script = facts.script(project, each);
            if (script.isPresent() && !(each.equals("pre" + name) && isHookOfAll(each))) {
                shell(
                        NodeFacts.command(script.get()),
                        script.get().line(),
                        origin.into(each, script.get(), project, Map.of()),
                        each.equals(name) ? more : List.of(),
                        out);
            }
        }
    }

    private static boolean isHookOfAll(String name) {
        return name.equals("prepare") || name.equals("prepublish") || name.equals("preinstall");
    }

    private static String resolve(String folder, String target) {
        List<String> parts = new ArrayList<>();
        for (String part : (folder + "/" + target).split("/")) {
            if (part.equals("..")) {
                if (!parts.isEmpty()) {
                    parts.removeLast();
                }
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.add(part);
            }
        }
        return parts.isEmpty() ? "." : String.join("/", parts);
    }
}
