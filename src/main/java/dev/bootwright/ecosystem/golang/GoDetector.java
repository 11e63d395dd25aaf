package dev.bootwright.ecosystem.golang;

import static dev.bootwright.discover.EvidenceKind.ENVIRONMENT_FILE;
import static dev.bootwright.discover.EvidenceKind.FILE_NAMES;
import static dev.bootwright.discover.EvidenceKind.MANIFEST;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.Claims;
import dev.bootwright.discover.Detector;
import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.ProjectMatch;
import dev.bootwright.discover.ToolPins;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.discover.TreeScope;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code go.mod}, {@code go.work}, {@code go.sum}, {@code vendor}, and files that pin a Go version. */
final class GoDetector implements Detector {
    private static final Pattern PLAIN = Pattern.compile("^\\s*(?:go)?([0-9][0-9a-z.]*)\\s*$");
    private static final Pattern IMAGE = Pattern.compile(
            "(?i)^\\s*FROM\\s+(?:--platform=\\S+\\s+)?(?:\\S*/)?golang:v?([0-9][0-9.]*[0-9](?:rc[0-9]+)?)");

    @Override
    public String name() {
        return "go modules";
    }

    @Override
    public Set<String> singleValuedSubjects() {
        return Set.of(GoSubjects.VERSION, GoSubjects.TOOLCHAIN, GoSubjects.PINNED);
    }

    @Override
    public void detect(SourceTree source, FindingSink sink) {
        TreeIndex tree = TreeIndex.of(source);
        GoModules modules = GoModules.of(tree);
        Map<String, String> workspaces = workspaces(tree, modules, sink);
        for (GoModules.Module module : modules.all()) {
            module(tree, module, workspaces, sink);
        }
        versionFiles(tree, sink);
        new GoSourceScan(tree, modules, sink).run();
    }

    private static void module(
            TreeIndex tree, GoModules.Module module, Map<String, String> workspaces, FindingSink sink) {
        GoModFile file = module.file();
        String manifest = module.path("go.mod");
        file.problems().forEach(p -> sink.unknown(manifest, p.line(), p.reason()));
        sink.project(new ProjectMatch(GoEcosystem.ID, module.folder(), manifest, weight(module)));
        Claims claims = new Claims(sink, module.folder());
        int line = file.module().map(GoModFile.Word::line).orElse(0);
        claims.add(
                GoSubjects.MODULE,
                file.module().map(GoModFile.Word::value).orElse("(no module line)"),
                manifest,
                line,
                module.line(line),
                MANIFEST,
                Map.of("scope", module.scope().name()));
        file.go().ifPresent(w -> word(claims, GoSubjects.VERSION, w, manifest, module));
        file.toolchain().ifPresent(w -> word(claims, GoSubjects.TOOLCHAIN, w, manifest, module));
        dependencies(tree, module, claims);
        replacements(tree, module, claims);
        String work = workspaces.get(module.folder());
        if (work != null) {
            claims.add(GoSubjects.WORKSPACE, "used", work, 0, "", MANIFEST);
        } else if (!workspaces.isEmpty() && isBelowWorkspace(module.folder(), workspaces)) {
            claims.add(
                    GoSubjects.WORKSPACE,
                    "outside",
                    workspaces.values().iterator().next(),
                    0,
                    "",
                    MANIFEST);
        }
    }

    private static boolean isBelowWorkspace(String folder, Map<String, String> workspaces) {
        return workspaces.values().stream()
                .map(GoModules::folder)
                .anyMatch(w -> w.equals(".") || folder.equals(w) || folder.startsWith(w + "/"));
    }

    private static int weight(GoModules.Module module) {
        return module.scope() == TreeScope.Kind.OWN ? MANIFEST.weight() : FILE_NAMES.weight();
    }

    private static void word(
            Claims claims, String subject, GoModFile.Word word, String manifest, GoModules.Module module) {
        claims.add(subject, word.value(), manifest, word.line(), module.line(word.line()), MANIFEST);
    }

    private static void dependencies(TreeIndex tree, GoModules.Module module, Claims claims) {
        List<GoModFile.Requirement> external = module.file().external();
        int first = external.isEmpty() ? 0 : external.getFirst().line();
        claims.add(
                GoSubjects.DEPENDENCIES,
                String.valueOf(external.size()),
                module.path("go.mod"),
                first,
                module.line(first),
                MANIFEST,
                Map.of(
                        "direct",
                        String.valueOf(
                                external.stream().filter(r -> !r.indirect()).count())));
        String sum = module.path("go.sum");
        boolean present = tree.has(sum);
        if (present || !external.isEmpty()) {
            String place = present ? sum : module.path("go.mod");
            claims.add(GoSubjects.SUM, present ? "present" : "absent", place, 0, "", MANIFEST);
        }
        String vendor = module.path("vendor/modules.txt");
        if (tree.has(vendor)) {
            claims.add(GoSubjects.VENDOR, "vendor", vendor, 0, "", MANIFEST);
        }
    }

    private static void replacements(TreeIndex tree, GoModules.Module module, Claims claims) {
        for (GoModFile.Replacement r : module.file().replacements()) {
            if (!r.isLocal() && !r.isAbsolute()) {
                continue;
            }
            Optional<String> folder =
                    r.isAbsolute() ? Optional.empty() : GoModules.resolve(module.folder(), r.target());
            boolean there = folder.isPresent() && tree.has(GoModules.path(folder.get(), "go.mod"));
            claims.add(
                    GoSubjects.REPLACE,
                    r.path() + " => " + r.target(),
                    module.path("go.mod"),
                    r.line(),
                    module.line(r.line()),
                    MANIFEST,
                    Map.of("state", there ? "here" : "missing"));
        }
    }

    /** The go.work file of each module that a workspace uses, by the module's folder. */
    private static Map<String, String> workspaces(TreeIndex tree, GoModules modules, FindingSink sink) {
        Map<String, String> used = new HashMap<>();
        for (SourceTree.Entry entry : tree.voting("go.work")) {
            String path = entry.path().toString();
            String folder = GoModules.folder(path);
            Optional<String> text = tree.read(entry, SourceTree.MANIFEST_LIMIT);
            if (GoModules.isIgnored(folder) || text.isEmpty()) {
                continue;
            }
            GoWorkFile work = GoWorkFile.parse(text.get());
            work.problems().forEach(p -> sink.unknown(path, p.line(), p.reason()));
            Claims claims = new Claims(sink, folder);
            work.go()
                    .ifPresent(w ->
                            claims.add(GoSubjects.VERSION, w.value(), path, w.line(), "go " + w.value(), MANIFEST));
            work.toolchain()
                    .ifPresent(w -> claims.add(
                            GoSubjects.TOOLCHAIN, w.value(), path, w.line(), "toolchain " + w.value(), MANIFEST));
            for (GoModFile.Word use : work.uses()) {
                Optional<String> target = GoModules.resolve(folder, use.value());
                if (target.isPresent() && modules.in(target.get()).isPresent()) {
                    used.put(target.get(), path);
                } else {
                    sink.unknown(path, use.line(), "uses " + use.value() + ", where there is no go.mod");
                }
            }
        }
        return used;
    }

    private static void versionFiles(TreeIndex tree, FindingSink sink) {
        for (ToolPins.Pin pin : ToolPins.of(tree, "go")) {
            new Claims(sink, pin.folder())
                    .add(GoSubjects.PINNED, pin.version(), pin.file(), pin.line(), pin.text(), ENVIRONMENT_FILE);
        }
        for (SourceTree.Entry entry : tree.voting(".go-version", "Dockerfile")) {
            String path = entry.path().toString();
            Claims claims = new Claims(sink, GoModules.folder(path));
            boolean image = entry.path().name().equals("Dockerfile");
            Pattern form = image ? IMAGE : PLAIN;
            EvidenceKind kind = ENVIRONMENT_FILE;
            int number = 0;
            for (String line : tree.read(entry, 64 << 10).orElse("").split("\n", -1)) {
                number++;
                Matcher m = form.matcher(line);
                if (m.find()) {
                    claims.add(image ? GoSubjects.IMAGE : GoSubjects.PINNED, m.group(1), path, number, line, kind);
                    break;
                }
            }
        }
    }
}
