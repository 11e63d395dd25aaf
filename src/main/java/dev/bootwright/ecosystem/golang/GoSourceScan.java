package dev.bootwright.ecosystem.golang;

import static dev.bootwright.discover.EvidenceKind.FILE_NAMES;
import static dev.bootwright.discover.EvidenceKind.TOOL_CONFIGURATION;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.Claims;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.TreeIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads the heads of Go files: tests and their build tags, cgo, embedded files that are missing, containers. */
final class GoSourceScan {
    private static final int MOST_FILES = 20_000;

    /** Findings are for the first examples; the rest is only counted. */
    private static final int MOST_EXAMPLES = 5;

    /** Modules whose import in a test means that it starts containers. */
    private static final List<String> CONTAINERS = List.of(
            "github.com/testcontainers/testcontainers-go",
            "github.com/ory/dockertest",
            "github.com/fsouza/go-dockerclient",
            "github.com/docker/docker/client");

    private final TreeIndex tree;
    private final GoModules modules;
    private final FindingSink sink;
    private final Map<String, Tally> tallies = new TreeMap<>();
    private final NavigableSet<String> paths = new TreeSet<>();
    private final LooseCode loose = new LooseCode();

    private static final class Tally {
        final TreeSet<String> testPackages = new TreeSet<>();
        final Map<String, Integer> tags = new TreeMap<>();
        final Map<String, String> tagFiles = new TreeMap<>();
        final Map<String, Integer> tagLines = new TreeMap<>();
        final TreeSet<String> modules = new TreeSet<>();
        String firstTest = "";
        String firstCgo = "";
        int cgoLine;
        int testFiles;
        int embeds;
        int containers;
    }

    GoSourceScan(TreeIndex tree, GoModules modules, FindingSink sink) {
        this.tree = tree;
        this.modules = modules;
        this.sink = sink;
    }

    /**
     * A file to read.
     *
     * @param module the folder of the module that owns it; empty without one
     */
    private record Source(SourceTree.Entry entry, Optional<String> module) {}

    void run() {
        List<Source> sources = sources();
        List<Optional<GoSourceFile>> files = sources.parallelStream()
                .map(source -> tree.readOnce(source.entry(), GoSourceFile.HEAD)
                        .map(text -> GoSourceFile.parse(source.entry().path().name(), text)))
                .toList();
        for (int i = 0; i < sources.size(); i++) {
            Source source = sources.get(i);
            String path = source.entry().path().toString();
            files.get(i).ifPresent(f -> {
                file(source.module().orElse("."), path, f);
                if (source.module().isEmpty()) {
                    loose.add(path, f);
                }
            });
        }
        loose.report(tree, sink);
        tallies.forEach(this::report);
    }

    private List<Source> sources() {
        List<Source> sources = new ArrayList<>();
        int read = 0;
        for (SourceTree.Entry entry : tree.matching(name -> name.endsWith(".go"))) {
            String path = entry.path().toString();
            if (entry.kind() == SourceTree.Kind.LINK
                    || GoModules.isIgnored(GoModules.folder(path))
                    || entry.path().name().startsWith("_")
                    || entry.path().name().startsWith(".")) {
                continue;
            }
            if (++read > MOST_FILES) {
                sink.unknown(path, 0, "more than " + MOST_FILES + " Go files; the rest is not read");
                break;
            }
            Optional<String> module = modules.owner(path).map(GoModules.Module::folder);
            if (module.isPresent() || tree.scope().votes(path)) {
                sources.add(new Source(entry, module));
            }
        }
        return sources;
    }

    private void file(String folder, String path, GoSourceFile file) {
        Tally tally = tallies.computeIfAbsent(folder, f -> new Tally());
        Claims claims = new Claims(sink, folder);
        if (file.isTest()) {
            test(tally, path, file);
            containers(tally, claims, path, file);
        }
        if (!file.isInDefaultBuild("amd64")) {
            return;
        }
        if (file.usesCgo() && tally.firstCgo.isEmpty()) {
            tally.firstCgo = path;
            tally.cgoLine = file.imports().stream()
                    .filter(i -> i.value().equals("C"))
                    .mapToInt(GoModFile.Word::line)
                    .findFirst()
                    .orElse(0);
        }
        for (GoModFile.Word module : file.pkgConfig()) {
            if (tally.modules.add(module.value())) {
                claims.add(
                        GoSubjects.PKG_CONFIG,
                        module.value(),
                        path,
                        module.line(),
                        "#cgo pkg-config: " + module.value(),
                        TOOL_CONFIGURATION);
            }
        }
        for (GoModFile.Word embed : file.embeds()) {
            if (tally.embeds < MOST_EXAMPLES && isMissing(GoModules.folder(path), embed.value())) {
                tally.embeds++;
                claims.add(
                        GoSubjects.EMBED_MISSING,
                        embed.value(),
                        path,
                        embed.line(),
                        "//go:embed " + embed.value(),
                        TOOL_CONFIGURATION);
            }
        }
    }

    private static void test(Tally tally, String path, GoSourceFile file) {
        if (file.isInDefaultBuild("amd64")) {
            tally.testFiles++;
            tally.testPackages.add(GoModules.folder(path));
            tally.firstTest = tally.firstTest.isEmpty() ? path : tally.firstTest;
            return;
        }
        for (String tag : file.missingTags("amd64")) {
            tally.tags.merge(tag, 1, Integer::sum);
            tally.tagFiles.putIfAbsent(tag, path);
            tally.tagLines.putIfAbsent(tag, file.constraintLine());
        }
    }

    private static void containers(Tally tally, Claims claims, String path, GoSourceFile file) {
        for (GoModFile.Word i : file.imports()) {
            if (tally.containers < MOST_EXAMPLES && CONTAINERS.stream().anyMatch(i.value()::startsWith)) {
                tally.containers++;
                claims.add(
                        GoSubjects.NEED_SERVICE,
                        "container-engine",
                        path,
                        i.line(),
                        "\"" + i.value() + "\"",
                        TOOL_CONFIGURATION);
            }
        }
    }

    /** Only plain names and a leading folder of a pattern are looked up; what a pattern matches is Go's business. */
    private boolean isMissing(String folder, String pattern) {
        String plain = pattern.startsWith("all:") ? pattern.substring("all:".length()) : pattern;
        String stripped = plain.replace("\"", "").replace("`", "");
        String target = GoModules.resolve(folder, stripped).orElse("");
        if (target.isEmpty() || target.equals(".")) {
            return false;
        }
        int star = target.indexOf('*') < 0 ? target.length() : target.indexOf('*');
        if (target.substring(0, star).contains("[") || target.contains("?")) {
            return false;
        }
        String prefix = target.substring(0, star);
        return star == target.length() ? !tree.has(target) && !hasBelow(target + "/") : !hasBelow(prefix);
    }

    private boolean hasBelow(String prefix) {
        String next = paths().ceiling(prefix);
        return next != null && next.startsWith(prefix);
    }

    private NavigableSet<String> paths() {
        if (paths.isEmpty()) {
            tree.entries().forEach(e -> paths.add(e.path().toString()));
        }
        return paths;
    }

    private void report(String folder, Tally tally) {
        Claims claims = new Claims(sink, folder);
        if (tally.testFiles > 0) {
            claims.add(
                    GoSubjects.TESTS,
                    String.valueOf(tally.testPackages.size()),
                    tally.firstTest,
                    0,
                    "",
                    FILE_NAMES,
                    Map.of("files", String.valueOf(tally.testFiles), "unit", "packages"));
        }
        tally.tags.forEach((tag, count) -> claims.add(
                GoSubjects.TAG,
                tag,
                tally.tagFiles.getOrDefault(tag, ""),
                tally.tagLines.getOrDefault(tag, 0),
                "//go:build " + tag,
                TOOL_CONFIGURATION,
                Map.of("files", String.valueOf(count))));
        if (!tally.firstCgo.isEmpty()) {
            claims.add(GoSubjects.CGO, "used", tally.firstCgo, tally.cgoLine, "import \"C\"", TOOL_CONFIGURATION);
        }
    }
}
