package dev.bootwright.ecosystem.javascript;

import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.Finding;
import dev.bootwright.ecosystem.javascript.Leaf.Kind;
import dev.bootwright.plan.PlanningInput;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * How the tests of each package are run: as CI runs them, else as its scripts do, else by the runner that it depends on.
 *
 * @param stages by package, in the order in which they run
 * @param before what a stage's package builds first, in the order of the scripts
 * @param notes by package: what the stages do otherwise than the project's own commands, one sentence each
 */
record TestSuite(Map<String, List<TestStage>> stages, Map<String, List<Leaf>> before, Map<String, List<String>> notes) {
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Set<String> DROPPED_VARIABLES = Set.of(
            "CI",
            "HOME",
            "PATH",
            "USER",
            "SHELL",
            "PWD",
            "NODE_VERSION",
            "NPM_TOKEN",
            "NODE_AUTH_TOKEN",
            "GH_TOKEN",
            "NODE_PATH",
            "NPM_CONFIG_REGISTRY",
            "COREPACK_ENABLE_STRICT",
            "NODE_V8_COVERAGE",
            "NYC_CONFIG");
    private static final Pattern MACHINE =
            Pattern.compile("(?:^|[:=])(?:~|/home|/Users|/root|/github|/opt/hostedtoolcache)(?:/|$)");
    private static final String NO_TEST = "no test specified";

    TestSuite {
        stages = Collections.unmodifiableMap(new LinkedHashMap<>(stages));
        before = Collections.unmodifiableMap(new LinkedHashMap<>(before));
        notes = Collections.unmodifiableMap(new TreeMap<>(notes));
    }

    static TestSuite of(PlanningInput input, NodeFacts facts) {
        return new Choice(input, facts).make();
    }

    private static final class Choice {
        private final PlanningInput input;
        private final NodeFacts facts;
        private final Expansion expansion;
        private final Map<String, List<TestStage>> stages = new LinkedHashMap<>();
        private final Map<String, List<Leaf>> before = new LinkedHashMap<>();
        private final Map<String, List<String>> notes = new TreeMap<>();

        Choice(PlanningInput input, NodeFacts facts) {
            this.input = input;
            this.facts = facts;
            this.expansion = new Expansion(facts);
        }

        TestSuite make() {
            String asked = input.overrides().testCommand();
            if (asked != null) {
                String folder = Optional.ofNullable(input.overrides().workingDirectory())
                        .orElse(".");
                take(expansion.command(asked, 1, folder, Map.of(), "", "", 1000, List.of()));
            }
            if (stages.isEmpty()) {
                take(fromCi());
            }
            Set<String> roots = Set.copyOf(facts.report().of("node.package").stream()
                    .map(f -> facts.installRoot(f.project()))
                    .toList());
            for (String root : roots.stream().sorted().toList()) {
                if (stages.keySet().stream().noneMatch(p -> facts.installRoot(p).equals(root)) && facts.isOwn(root)) {
                    fromScripts(root);
                }
            }
            if (stages.isEmpty()) {
                ownPrograms();
            }
            return new TestSuite(stages, before, notes);
        }

        private List<Leaf> fromCi() {
            List<Leaf> leaves = new ArrayList<>();
            for (CiCommand ci : input.report().ciCommands()) {
                if (ci.reproducible()) {
                    leaves.addAll(expansion.command(
                            ci.command(),
                            ci.line(),
                            ci.workingDirectory().isEmpty() ? "." : ci.workingDirectory(),
                            ci.env(),
                            ci.id(),
                            ci.location(),
                            EvidenceKind.CI.weight(),
                            ci.services()));
                }
            }
            return leaves;
        }

        /** The scripts of a root that name tests; where there are none, those of its members. */
        private void fromScripts(String root) {
            take(testScripts(root));
            if (!stages.containsKey(root) && facts.members(root).stream().noneMatch(stages::containsKey)) {
                byDependency(root);
                for (String member : facts.members(root)) {
                    if (facts.isOwn(member) && !stages.containsKey(member)) {
                        take(testScripts(member));
                        if (!stages.containsKey(member)) {
                            byDependency(member);
                        }
                    }
                }
            }
        }

        private List<Leaf> testScripts(String project) {
            int weight = EvidenceKind.TOOL_CONFIGURATION.weight();
            List<Leaf> leaves = expansion.script(project, "test", weight);
            if (leaves.stream().anyMatch(l -> l.kind() == Kind.RUNNER)) {
                return leaves;
            }
            List<Leaf> others = new ArrayList<>();
            facts.scripts(project).keySet().stream()
                    .filter(
                            s -> s.matches(
                                    "(?:tests?|unit|spec|jest|vitest|mocha)(?:[:_-](?:unit|node|all|js|ts|only|run|ci|jest|vitest|mocha))*|tests?only|ci[:_-]tests?"))
                    .filter(s -> !s.equals("test"))
                    .sorted(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()))
                    .forEach(s -> others.addAll(expansion.script(project, s, weight)));
            return others.stream().anyMatch(l -> l.kind() == Kind.RUNNER) ? others : leaves;
        }

        private void byDependency(String project) {
            if (facts.tests(project) == 0) {
                return;
            }
            for (Map.Entry<String, Runner> entry : Runner.BY_PACKAGE.entrySet().stream()
                    .sorted(Comparator.comparing(Map.Entry::getKey))
                    .toList()) {
                Optional<Finding> tool = facts.tool(project, entry.getKey());
                if (tool.isPresent() && !entry.getKey().equals("react-scripts")) {
                    add(
                            project,
                            entry.getValue(),
                            List.of(entry.getKey().replace("-cli", "")),
                            List.of(tool.get().id()));
                    return;
                }
            }
            if (facts.testsWith(project, "node-test") > 0) {
                add(project, Runner.NODE_TEST, List.of("node", "--test"), facts.ids("javascript.tests", project));
            }
        }

        private void add(String project, Runner runner, List<String> words, List<String> evidence) {
            stages.computeIfAbsent(project, p -> new ArrayList<>())
                    .add(new TestStage(runner, project, project, words, Map.of(), evidence));
            note(
                    project,
                    "no script of the package runs " + runner.id() + ", which it depends on; its own defaults decide");
        }

        /** Test scripts that run a program of the repository's own, which prints what it finds. */
        private void ownPrograms() {
            for (Finding found : facts.report().of("node.package")) {
                String project = found.project();
                Optional<Finding> script = facts.script(project, "test");
                if (!facts.isOwn(project)
                        || script.isEmpty()
                        || NodeFacts.command(script.get()).contains(NO_TEST)) {
                    continue;
                }
                List<Leaf> leaves = expansion.script(project, "test", EvidenceKind.TOOL_CONFIGURATION.weight());
                List<Leaf> own = leaves.stream()
                        .filter(l -> l.kind() == Kind.OWN || l.kind() == Kind.OTHER || l.kind() == Kind.BROWSER)
                        .toList();
                for (Leaf leaf : own) {
                    stages.computeIfAbsent(leaf.project(), p -> new ArrayList<>())
                            .add(new TestStage(
                                    Runner.SCRIPT,
                                    leaf.project(),
                                    leaf.directory(),
                                    leaf.words(),
                                    env(leaf),
                                    leaf.evidence()));
                }
                before(leaves);
            }
        }

        /** Keeps the runners of these leaves, each once, and what is built before them. */
        private void take(List<Leaf> leaves) {
            List<Leaf> runners = leaves.stream()
                    .filter(l -> l.kind() == Kind.RUNNER && l.runner() != null)
                    .filter(l -> facts.isPackage(l.project()) && facts.isOwn(l.project()))
                    .toList();
            List<Leaf> plain = runners.stream().filter(l -> !l.isSpecial()).toList();
            List<Leaf> alone = plain.stream()
                    .filter(l -> !(l.isIntegration() || !l.services().isEmpty()))
                    .toList();
            List<Leaf> used = alone.isEmpty() ? plain.isEmpty() ? runners : plain : alone;
            for (Leaf leaf : used) {
                Runner runner = leaf.runner();
                if (runner == null) {
                    continue;
                }
                TestStage stage = TestStage.of(leaf, runner, env(leaf));
                List<TestStage> known = stages.computeIfAbsent(leaf.project(), p -> new ArrayList<>());
                Optional<TestStage> like =
                        known.stream().filter(s -> s.isLike(stage)).findFirst();
                if (like.isEmpty()) {
                    known.add(stage);
                } else if (!like.get().env().equals(stage.env())) {
                    note(
                            leaf.project(),
                            "the project runs " + stage.runner().id() + " again with other variables ("
                                    + leaf.location() + "); this suite runs it once");
                }
            }
            runners.stream()
                    .filter(l -> !used.contains(l))
                    .forEach(l -> note(
                            l.project(),
                            "tests of the script " + String.join(" > ", l.trail())
                                    + ", which ask for more than the code (" + l.location() + ")"));
            leaves.stream()
                    .filter(l -> l.kind() == Kind.BROWSER)
                    .forEach(l ->
                            note(l.project(), "tests in a browser: " + shown(l.words()) + " (" + l.location() + ")"));
            dropContained();
            before(leaves);
        }

        /** Of two calls of one runner in one folder, the one without operands runs what the other does. */
        private void dropContained() {
            stages.replaceAll((project, all) -> {
                List<TestStage> kept = new ArrayList<>();
                for (TestStage stage : all) {
                    boolean contained = all.stream()
                            .anyMatch(o -> !o.equals(stage)
                                    && o.runner() == stage.runner()
                                    && o.directory().equals(stage.directory())
                                    && o.chosen().isEmpty()
                                    && !stage.chosen().isEmpty()
                                    && stage.chosen().stream().noneMatch(w -> w.startsWith("-"))
                                    && stage.runner() != Runner.NODE_TEST);
                    if (!contained) {
                        kept.add(stage);
                    }
                }
                return kept;
            });
        }

        private void before(List<Leaf> leaves) {
            List<Leaf> building = new ArrayList<>();
            for (Leaf leaf : leaves) {
                if (leaf.kind() == Kind.BUILD || (leaf.kind() == Kind.OWN && namesBuild(leaf))) {
                    building.add(leaf);
                } else if (leaf.kind() == Kind.RUNNER) {
                    building.forEach(b -> {
                        List<Leaf> known = before.computeIfAbsent(b.project(), p -> new ArrayList<>());
                        if (known.stream().noneMatch(k -> k.words().equals(b.words()))) {
                            known.add(b);
                        }
                    });
                    building.clear();
                }
            }
        }

        private static boolean namesBuild(Leaf leaf) {
            return leaf.trail().stream()
                    .anyMatch(n -> n.matches("(?i)(?:pre)?(?:.*[:_-])?(?:build|compile|generate|bundle)(?:[:_-].*)?"));
        }

        private Map<String, String> env(Leaf leaf) {
            Map<String, String> env = new TreeMap<>();
            Set<String> decided = input.overrides().environment().keySet();
            leaf.env().forEach((name, value) -> {
                boolean known = !value.contains("$")
                        && value.length() <= 1000
                        && !MACHINE.matcher(value).find();
                boolean tool = DROPPED_VARIABLES.contains(name)
                        || name.matches(
                                "(?i)(?:GITHUB|RUNNER|CODECOV|COVERALLS|ACTIONS|npm_config)_.*|.*(?:TOKEN|SECRET|PASSWORD)");
                if (known
                        && !tool
                        && !decided.contains(name)
                        && VARIABLE.matcher(name).matches()) {
                    env.put(name, value);
                }
            });
            return env;
        }

        private void note(String project, String text) {
            List<String> known = notes.computeIfAbsent(project, p -> new ArrayList<>());
            if (!known.contains(text)) {
                known.add(text);
            }
        }

        private static String shown(List<String> words) {
            String text = String.join(" ", words);
            return text.length() > 80 ? text.substring(0, 80) + " …" : text;
        }
    }
}
