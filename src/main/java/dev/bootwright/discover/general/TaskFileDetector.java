package dev.bootwright.discover.general;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.CiCommand.Purpose;
import dev.bootwright.discover.CommandPurpose;
import dev.bootwright.discover.Detector;
import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.format.Node;
import dev.bootwright.format.Reading;
import dev.bootwright.format.make.JustReader;
import dev.bootwright.format.make.MakeFile;
import dev.bootwright.format.make.MakeReader;
import dev.bootwright.format.make.MakeTarget;
import dev.bootwright.format.shell.ShellScript;
import dev.bootwright.format.yaml.YamlReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Targets of Makefiles, justfiles and Taskfiles with their recipes. */
final class TaskFileDetector implements Detector {
    private static final int FILE_LIMIT = 50;
    private static final int TARGET_LIMIT = 200;
    private static final int RECIPE_LIMIT = 4_000;

    @Override
    public String name() {
        return "task-files";
    }

    @Override
    public void detect(SourceTree tree, FindingSink sink) {
        TreeIndex index = TreeIndex.of(tree);
        read(index, index.voting("Makefile", "makefile", "GNUmakefile"), "make", sink);
        read(index, index.voting("justfile", "Justfile", ".justfile"), "just", sink);
        read(index, index.voting("Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml"), "task", sink);
    }

    private static void read(TreeIndex index, List<SourceTree.Entry> entries, String tool, FindingSink sink) {
        entries.stream()
                .limit(FILE_LIMIT)
                .forEach(entry -> Evidence.open(index, entry, EvidenceKind.TOOL_CONFIGURATION, sink)
                        .ifPresent(evidence -> {
                            Reading<MakeFile> reading = switch (tool) {
                                case "make" -> MakeReader.read(evidence.text());
                                case "just" -> JustReader.read(evidence.text());
                                default -> YamlReader.read(evidence.text()).map(TaskFileDetector::tasks);
                            };
                            reading.orReport(unknown -> evidence.unknown(unknown.line(), unknown.reason()))
                                    .ifPresent(file -> report(evidence, tool, file));
                        }));
    }

    private static void report(Evidence evidence, String tool, MakeFile file) {
        file.targets().stream().limit(TARGET_LIMIT).forEach(target -> {
            Map<String, String> attributes = new LinkedHashMap<>();
            attributes.put("tool", tool);
            attributes.put("purpose", purpose(target).name().toLowerCase(Locale.ROOT));
            String recipe = target.script();
            attributes.put("recipe", recipe.length() > RECIPE_LIMIT ? recipe.substring(0, RECIPE_LIMIT) : recipe);
            if (!target.prerequisites().isEmpty()) {
                attributes.put("prerequisites", String.join(" ", target.prerequisites()));
            }
            evidence.finding("make.target", target.name(), target.line(), attributes);
        });
        if (file.targets().size() > TARGET_LIMIT) {
            evidence.unknown(0, "more than " + TARGET_LIMIT + " targets; the rest is not listed");
        }
    }

    /** What the recipe does; where that says nothing, what the name says. */
    private static Purpose purpose(MakeTarget target) {
        Purpose byRecipe = ShellScript.read(target.script(), target.line())
                .toOptional()
                .map(CommandPurpose::of)
                .orElse(Purpose.OTHER);
        Purpose byName = CommandPurpose.word(target.name());
        boolean install = byRecipe == Purpose.INSTALL && byName != Purpose.OTHER;
        return byRecipe == Purpose.OTHER || install ? byName : byRecipe;
    }

    private static MakeFile tasks(Node root) {
        List<MakeTarget> targets = new ArrayList<>();
        root.get("tasks")
                .ifPresent(tasks -> tasks.entries().forEach((name, task) -> {
                    List<MakeTarget.RecipeLine> recipe = new ArrayList<>();
                    List<Node> commands = new ArrayList<>(task.list());
                    task.get("cmd").ifPresent(commands::add);
                    commands.addAll(task.get("cmds").map(Node::list).orElse(List.of()));
                    for (Node command : commands) {
                        Optional<String> text = command.text().or(() -> command.text("cmd"));
                        text.ifPresent(t -> recipe.add(new MakeTarget.RecipeLine(command.line(), t.strip())));
                    }
                    List<String> needs = task.get("deps").map(Node::texts).orElse(List.of());
                    targets.add(new MakeTarget(name, task.line(), needs, recipe));
                }));
        return new MakeFile(targets, Map.of(), List.of());
    }
}
