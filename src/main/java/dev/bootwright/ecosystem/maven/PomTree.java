package dev.bootwright.ecosystem.maven;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.discover.TreeScope;
import dev.bootwright.format.Reading;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** All POMs of a tree, which of them build together, and what a module inherits of those that lie in the tree. */
final class PomTree {
    private static final int MOST = 2_000;
    private static final int MOST_PARENTS = 20;
    private static final Pattern EXPRESSION = Pattern.compile("\\$\\{([^${}]+)}");

    /** POMs of test data and archetypes speak for nothing. */
    private static final Pattern DATA =
            Pattern.compile("(?:.*/)?(?:src/(?:it|test|main)|target|archetype-resources)/.*");

    private final TreeMap<String, PomFile> poms = new TreeMap<>();
    private final TreeIndex tree;

    /**
     * POMs that Maven builds with one call.
     *
     * @param root the one that it is called for
     * @param modules all of them, the root first
     */
    record Reactor(PomFile root, List<PomFile> modules, TreeScope.Kind scope) {
        Reactor {
            modules = List.copyOf(modules);
        }

        String folder() {
            return root.folder();
        }
    }

    private PomTree(TreeIndex tree) {
        this.tree = tree;
    }

    static PomTree of(TreeIndex tree, BiConsumer<String, Reading.Unknown<PomFile>> problems) {
        PomTree poms = new PomTree(tree);
        for (SourceTree.Entry entry : tree.named("pom.xml")) {
            String path = entry.path().toString();
            if (poms.poms.size() >= MOST || DATA.matcher(path).matches()) {
                continue;
            }
            tree.read(entry, SourceTree.MANIFEST_LIMIT)
                    .flatMap(text -> PomFile.parse(path, text).orReport(u -> problems.accept(path, u)))
                    .ifPresent(pom -> poms.poms.put(path, pom));
        }
        return poms;
    }

    /** By the folder of their roots; a POM that another one lists as its module is no root. */
    List<Reactor> reactors() {
        Set<String> listed = new HashSet<>();
        for (PomFile pom : poms.values()) {
            children(pom).forEach(child -> listed.add(child.path()));
        }
        List<Reactor> reactors = new ArrayList<>();
        for (PomFile pom : poms.values()) {
            if (!listed.contains(pom.path())) {
                LinkedHashSet<PomFile> modules = new LinkedHashSet<>();
                gather(pom, modules);
                reactors.add(new Reactor(pom, List.copyOf(modules), tree.scope().of(pom.path())));
            }
        }
        return reactors;
    }

    private void gather(PomFile pom, Collection<PomFile> into) {
        if (into.contains(pom)) {
            return;
        }
        into.add(pom);
        children(pom).forEach(child -> gather(child, into));
    }

    private List<PomFile> children(PomFile pom) {
        return pom.modules().stream()
                .flatMap(m -> MavenPaths.resolve(pom.folder(), m.value()).stream())
                .map(p -> p.endsWith(".xml") ? p : MavenPaths.path(p, "pom.xml"))
                .filter(p -> !p.equals(pom.path()))
                .flatMap(p -> Optional.ofNullable(poms.get(p)).stream())
                .toList();
    }

    /** The POM and those of its parents that lie in the tree, nearest first. */
    List<PomFile> lineage(PomFile pom) {
        List<PomFile> line = new ArrayList<>();
        Optional<PomFile> at = Optional.of(pom);
        while (at.isPresent() && line.size() < MOST_PARENTS && !line.contains(at.get())) {
            line.add(at.get());
            String wanted = at.get().parentName().orElse("");
            at = at.get()
                    .parentPath()
                    .flatMap(p -> Optional.ofNullable(poms.get(p)))
                    .filter(p -> wanted.endsWith(":" + p.artifact()));
        }
        return line;
    }

    /** A property as the POM sees it, with the POM that sets it. */
    Optional<Found> property(PomFile pom, String name) {
        for (PomFile at : lineage(pom)) {
            Optional<PomFile.Word> word = at.property(name);
            if (word.isPresent()) {
                return Optional.of(new Found(
                        resolve(pom, word.get().value()), at.path(), word.get().line()));
            }
        }
        return Optional.empty();
    }

    /** A value with its place. */
    record Found(String value, String file, int line) {}

    /** A text with the properties of the tree's POMs put in; what they do not know stays as it stands. */
    String resolve(PomFile pom, String text) {
        String resolved = text;
        for (int round = 0; round < 5 && resolved.contains("${"); round++) {
            Matcher matcher = EXPRESSION.matcher(resolved);
            StringBuilder out = new StringBuilder();
            while (matcher.find()) {
                String name = matcher.group(1);
                Optional<String> value = lineage(pom).stream()
                        .flatMap(p -> p.property(name).stream())
                        .map(PomFile.Word::value)
                        .findFirst();
                matcher.appendReplacement(out, Matcher.quoteReplacement(value.orElse(matcher.group())));
            }
            matcher.appendTail(out);
            if (resolved.contentEquals(out) || out.length() > 2_000) {
                break;
            }
            resolved = out.toString();
        }
        return resolved;
    }
}
