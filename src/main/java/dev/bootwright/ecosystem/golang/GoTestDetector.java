package dev.bootwright.ecosystem.golang;

import static dev.bootwright.discover.EvidenceKind.DOCUMENTATION;
import static dev.bootwright.discover.EvidenceKind.TOOL_CONFIGURATION;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.Claims;
import dev.bootwright.discover.Detector;
import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.format.make.MakeFile;
import dev.bootwright.format.make.MakeReader;
import dev.bootwright.format.make.MakeTarget;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads how the project itself runs {@code go test}: Makefile targets and scripts. CI commands are read elsewhere. */
final class GoTestDetector implements Detector {
    private static final int MOST_SCRIPTS = 200;

    @Override
    public String name() {
        return "go test commands";
    }

    @Override
    public void detect(SourceTree source, FindingSink sink) {
        TreeIndex tree = TreeIndex.of(source);
        GoModules modules = GoModules.of(tree);
        for (SourceTree.Entry entry : tree.voting("Makefile", "makefile", "GNUmakefile")) {
            String path = entry.path().toString();
            tree.read(entry, SourceTree.MANIFEST_LIMIT)
                    .flatMap(text -> MakeReader.read(text).orReport(u -> sink.unknown(path, u.line(), u.reason())))
                    .ifPresent(make -> makefile(path, make, modules, sink));
        }
        int scripts = 0;
        for (SourceTree.Entry entry : tree.matching(name -> name.endsWith(".sh") || name.equals("test"))) {
            String path = entry.path().toString();
            if (tree.scope().votes(path) && entry.kind() != SourceTree.Kind.LINK && ++scripts <= MOST_SCRIPTS) {
                tree.read(entry, 64 << 10)
                        .filter(text -> text.contains("go test"))
                        .ifPresent(text -> script(path, text, modules, sink));
            }
        }
    }

    private static void makefile(String path, MakeFile make, GoModules modules, FindingSink sink) {
        for (MakeTarget target : make.targets()) {
            for (MakeTarget.RecipeLine line : target.recipe()) {
                for (GoTestCommand command : GoTestCommand.in(line.command(), line.line())) {
                    report(
                            path,
                            line.line(),
                            line.command(),
                            command,
                            TOOL_CONFIGURATION,
                            String.join(" ", reaching(make, target.name())),
                            modules,
                            sink);
                }
            }
        }
    }

    /** The target and all that lead to it, so that {@code make alltest} is known to run it. */
    private static Set<String> reaching(MakeFile make, String name) {
        Set<String> names = new TreeSet<>(List.of(name));
        Deque<String> open = new ArrayDeque<>(names);
        while (!open.isEmpty()) {
            String next = open.remove();
            make.targets().stream()
                    .filter(t -> t.prerequisites().contains(next)
                            || t.script().contains("$(MAKE) " + next)
                            || t.script().contains("make " + next))
                    .map(MakeTarget::name)
                    .filter(names::add)
                    .forEach(open::add);
        }
        return names;
    }

    private static void script(String path, String text, GoModules modules, FindingSink sink) {
        for (GoTestCommand command : GoTestCommand.in(text, 1)) {
            String line = text.lines()
                    .skip(Math.max(0, command.line() - 1))
                    .findFirst()
                    .orElse("");
            report(path, command.line(), line, command, DOCUMENTATION, "", modules, sink);
        }
    }

    private static void report(
            String file,
            int line,
            String snippet,
            GoTestCommand command,
            EvidenceKind kind,
            String targets,
            GoModules modules,
            FindingSink sink) {
        String from = targets.isEmpty() ? "." : GoModules.folder(file);
        Optional<String> folder = GoModules.resolve(from, command.directory().isEmpty() ? "." : command.directory());
        if (folder.isEmpty()) {
            return;
        }
        String project = modules.owner(GoModules.path(folder.get(), "x"))
                .map(GoModules.Module::folder)
                .orElse(".");
        Map<String, String> attributes = new TreeMap<>(command.attributes());
        attributes.put("directory", folder.get());
        attributes.put("targets", targets);
        attributes.values().removeIf(String::isEmpty);
        new Claims(sink, project)
                .add(GoSubjects.TEST_COMMAND, command.display(), file, line, snippet, kind, attributes);
    }
}
