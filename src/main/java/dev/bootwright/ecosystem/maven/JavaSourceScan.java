package dev.bootwright.ecosystem.maven;

import static dev.bootwright.discover.EvidenceKind.FILE_NAMES;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.Claims;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.TreeIndex;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Looks through a reactor's sources: which are tests, and whether they need a desktop's libraries or containers. */
final class JavaSourceScan {
    private static final int MOST_READ = 4_000;
    private static final int READ_LIMIT = 8 << 10;
    private static final Set<String> LANGUAGES = Set.of("java", "kt", "groovy", "scala");
    private static final Pattern TEST_NAME =
            Pattern.compile("(?:Test.*|.*(?:Test|Tests|TestCase|Spec|Specs|Suite)|IT.*|.*(?:IT|ITCase))\\.[a-z]+");
    private static final Pattern DESKTOP = Pattern.compile(
            "(?m)^import (?:static )?(java\\.awt|javax\\.swing|javax\\.imageio|java\\.beans\\.beancontext)\\.");
    private static final Pattern CONTAINERS =
            Pattern.compile("(?m)^import (?:static )?(org\\.testcontainers|com\\.github\\.dockerjava)\\.");

    private final TreeIndex tree;
    private final List<PomTree.Reactor> reactors;
    private final FindingSink sink;
    private final Map<String, String> reactorOf = new HashMap<>();
    private final TreeMap<String, Tally> tallies = new TreeMap<>();

    private static final class Tally {
        int tests;
        String firstTest = "";
        boolean desktop;
        boolean containers;
    }

    JavaSourceScan(TreeIndex tree, List<PomTree.Reactor> reactors, FindingSink sink) {
        this.tree = tree;
        this.reactors = reactors;
        this.sink = sink;
        for (PomTree.Reactor reactor : reactors) {
            reactor.modules().forEach(m -> reactorOf.putIfAbsent(m.folder(), reactor.folder()));
        }
    }

    void run() {
        if (reactors.isEmpty()) {
            return;
        }
        int read = 0;
        for (SourceTree.Entry entry : tree.entries()) {
            String path = entry.path().toString();
            String name = entry.path().name();
            int dot = name.lastIndexOf('.');
            if (dot < 0 || !LANGUAGES.contains(name.substring(dot + 1)) || entry.kind() == SourceTree.Kind.LINK) {
                continue;
            }
            Optional<String> reactor = MavenPaths.moduleOfSource(path).map(reactorOf::get);
            if (reactor.isEmpty()) {
                continue;
            }
            Tally tally = tallies.computeIfAbsent(reactor.get(), r -> new Tally());
            boolean test = isTest(path, name);
            if (test) {
                tally.tests++;
                tally.firstTest = tally.firstTest.isEmpty() ? path : tally.firstTest;
            }
            boolean wanted = !tally.desktop || (test && !tally.containers);
            if (wanted && ++read <= MOST_READ) {
                imports(entry, reactor.get(), tally, test);
            }
        }
        tallies.forEach(this::report);
    }

    private static boolean isTest(String path, String name) {
        String inModule = path.startsWith("src/") ? path : path.substring(path.indexOf("/src/") + 1);
        boolean testRoot = inModule.matches("src/[^/]*[Tt]est[^/]*/.*|src/(?:it|spec)/.*");
        return testRoot
                && !inModule.contains("/resources/")
                && TEST_NAME.matcher(name).matches();
    }

    private void imports(SourceTree.Entry entry, String reactor, Tally tally, boolean test) {
        String text = tree.read(entry, READ_LIMIT).orElse("");
        String path = entry.path().toString();
        Claims claims = new Claims(sink, reactor);
        Matcher desktop = DESKTOP.matcher(text);
        if (!tally.desktop && desktop.find()) {
            tally.desktop = true;
            claims.add(
                    MavenSubjects.DESKTOP,
                    desktop.group(1),
                    path,
                    line(text, desktop.start()),
                    desktop.group(),
                    FILE_NAMES);
        }
        Matcher containers = CONTAINERS.matcher(text);
        if (test && !tally.containers && containers.find()) {
            tally.containers = true;
            claims.add(
                    MavenSubjects.NEED_SERVICE,
                    "container-engine",
                    path,
                    line(text, containers.start()),
                    containers.group(),
                    FILE_NAMES);
        }
    }

    private static int line(String text, int at) {
        return 1 + (int) text.substring(0, at).chars().filter(c -> c == '\n').count();
    }

    private void report(String reactor, Tally tally) {
        if (tally.tests > 0) {
            new Claims(sink, reactor)
                    .add(
                            MavenSubjects.TESTS,
                            String.valueOf(tally.tests),
                            tally.firstTest,
                            0,
                            "",
                            FILE_NAMES,
                            Map.of("files", String.valueOf(tally.tests)));
        }
    }
}
