package dev.bootwright.ecosystem.maven;

import static dev.bootwright.discover.EvidenceKind.FILE_NAMES;
import static dev.bootwright.discover.EvidenceKind.MANIFEST;
import static dev.bootwright.discover.EvidenceKind.TOOL_CONFIGURATION;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.Claims;
import dev.bootwright.discover.Detector;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.ProjectMatch;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.discover.TreeScope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads POMs, the wrapper's properties, and what of them bears on toolchains and tests. */
final class MavenDetector implements Detector {
    private static final Pattern DISTRIBUTION =
            Pattern.compile("(?m)^\\s*distributionUrl\\s*=.*?/(?:apache-maven|maven-mvnd)/([0-9][A-Za-z0-9.-]*?)/.*$");

    @Override
    public String name() {
        return "maven projects";
    }

    @Override
    public Set<String> singleValuedSubjects() {
        return Set.of(MavenSubjects.WRAPPER, MavenSubjects.PINNED);
    }

    @Override
    public void detect(SourceTree source, FindingSink sink) {
        TreeIndex tree = TreeIndex.of(source);
        PomTree poms = PomTree.of(tree, (file, u) -> sink.unknown(file, u.line(), u.reason()));
        for (PomTree.Reactor reactor : poms.reactors()) {
            reactor(tree, poms, reactor, sink);
        }
        new JavaSourceScan(tree, poms.reactors(), sink).run();
        JavaVersionFiles.read(tree, sink);
    }

    private static void reactor(TreeIndex tree, PomTree poms, PomTree.Reactor reactor, FindingSink sink) {
        PomFile root = reactor.root();
        boolean own = reactor.scope() == TreeScope.Kind.OWN;
        int weight = own ? MANIFEST.weight() : FILE_NAMES.weight();
        sink.project(new ProjectMatch(MavenEcosystem.ID, reactor.folder(), root.path(), weight));
        Claims claims = new Claims(sink, reactor.folder());
        claims.add(
                MavenSubjects.PROJECT,
                root.group() + ":" + root.artifact(),
                root.path(),
                root.root().line(),
                "",
                MANIFEST,
                Map.of(
                        "modules",
                        String.valueOf(reactor.modules().size()),
                        "packaging",
                        root.packaging(),
                        "scope",
                        reactor.scope().name()));
        wrapper(tree, reactor, claims);
        configuration(tree, reactor, claims);
        for (PomFile pom : reactor.modules()) {
            if (!pom.equals(root)) {
                claims.add(
                        MavenSubjects.MODULE,
                        pom.artifact(),
                        pom.path(),
                        pom.root().line(),
                        "",
                        MANIFEST);
            }
            new PomReading(poms, pom, claims).read();
        }
    }

    /** What Maven itself reads of the repository before any POM. */
    private static void configuration(TreeIndex tree, PomTree.Reactor reactor, Claims claims) {
        for (String name : List.of("extensions.xml", "jvm.config", "maven.config", "settings.xml")) {
            String file = MavenPaths.path(reactor.folder(), ".mvn/" + name);
            if (tree.has(file)) {
                claims.add(MavenSubjects.CONFIGURATION, name, file, 0, "", TOOL_CONFIGURATION);
            }
        }
    }

    /** The wrapper lies beside the reactor's root, or at the root of the repository. */
    private static void wrapper(TreeIndex tree, PomTree.Reactor reactor, Claims claims) {
        Optional<String> file = Stream.of(reactor.folder(), ".")
                .map(folder -> MavenPaths.path(folder, ".mvn/wrapper/maven-wrapper.properties"))
                .filter(tree::has)
                .findFirst();
        if (file.isEmpty()) {
            return;
        }
        String text = tree.read(file.get()).orElse("");
        Matcher matcher = DISTRIBUTION.matcher(text);
        if (matcher.find()) {
            int line = 1
                    + (int) text.substring(0, matcher.start(1))
                            .chars()
                            .filter(c -> c == '\n')
                            .count();
            claims.add(
                    MavenSubjects.WRAPPER,
                    matcher.group(1),
                    file.get(),
                    line,
                    matcher.group().strip(),
                    TOOL_CONFIGURATION);
        } else {
            claims.sink().unknown(file.get(), 0, "names no release of Maven by its distributionUrl");
        }
    }
}
