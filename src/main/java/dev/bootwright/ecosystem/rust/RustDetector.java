package dev.bootwright.ecosystem.rust;

import static dev.bootwright.discover.EvidenceKind.CI;
import static dev.bootwright.discover.EvidenceKind.ENVIRONMENT_FILE;
import static dev.bootwright.discover.EvidenceKind.FILE_NAMES;
import static dev.bootwright.discover.EvidenceKind.MANIFEST;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.Claims;
import dev.bootwright.discover.Detector;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.ProjectMatch;
import dev.bootwright.discover.ToolPins;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.discover.TreeScope;
import dev.bootwright.format.toml.TomlDocument;
import dev.bootwright.format.toml.TomlValue;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code Cargo.toml}, {@code Cargo.lock}, toolchain files, and which sources hold tests. */
final class RustDetector implements Detector {
    private static final int LOCK_LIMIT = 8 << 20;
    private static final int SOURCE_LIMIT = 1 << 20;
    private static final int MOST_SOURCES = 5000;

    /** {@code #[test]}, {@code #[tokio::test(…)]}, {@code #[rstest]}, {@code #[test_case(…)]} and their like. */
    private static final Pattern TEST = Pattern.compile(
            "#\\[\\s*(?:[A-Za-z_]\\w*\\s*::\\s*)*(?:test|rstest|test_case|quickcheck|wasm_bindgen_test|test_log|googletest)\\b|\\b(?:proptest|quickcheck)!\\s*[{(]");

    private static final Pattern LOCK_VERSION = Pattern.compile("(?m)^version = ([0-9]+)$");
    private static final Pattern LOCK_PACKAGE = Pattern.compile("(?m)^name = \"([A-Za-z0-9_-]+)\"$");
    private static final Pattern LOCK_GIT = Pattern.compile("(?m)^source = \"(git\\+[^\"]+)\"$");

    /** Actions whose version is the reference they are used at. */
    private static final Pattern ACTION =
            Pattern.compile("^\\s*-?\\s*uses:\\s*[\"']?dtolnay/rust-toolchain@v?([0-9]+\\.[0-9]+(?:\\.[0-9]+)?)\\b.*");

    @Override
    public String name() {
        return "cargo packages";
    }

    @Override
    public Set<String> singleValuedSubjects() {
        return Set.of(RustSubjects.TOOLCHAIN);
    }

    @Override
    public void detect(SourceTree source, FindingSink sink) {
        TreeIndex tree = TreeIndex.of(source);
        CargoTree cargo = CargoTree.of(tree);
        for (CargoManifest manifest : cargo.manifests().values()) {
            manifest.document().problems().forEach(p -> sink.unknown(manifest.path(), p.line(), p.message()));
            if (manifest.folder().equals(cargo.roots().get(manifest.folder()))
                    && (manifest.isPackage() || manifest.isWorkspace())) {
                project(tree, cargo, manifest, sink);
            }
        }
        tests(tree, cargo, sink);
        toolchains(tree, cargo, sink);
        actions(tree, sink);
    }

    private static void project(TreeIndex tree, CargoTree cargo, CargoManifest root, FindingSink sink) {
        TreeScope.Kind scope = tree.scope().ofFolder(root.folder());
        int weight = scope == TreeScope.Kind.OWN ? MANIFEST.weight() : FILE_NAMES.weight();
        sink.project(new ProjectMatch(RustEcosystem.ID, root.folder(), root.path(), weight));
        Claims claims = new Claims(sink, root.folder());
        var name = root.root().text("package", "name");
        claims.add(
                RustSubjects.PACKAGE,
                name.map(TomlValue.Text::value).orElse("(workspace)"),
                root.path(),
                name.map(TomlValue.Text::line).orElse(0),
                name.map(t -> "name = \"" + t.value() + "\"").orElse("[workspace]"),
                MANIFEST,
                Map.of(
                        "scope",
                        scope.name(),
                        "members",
                        String.valueOf(cargo.under(root.folder()).stream()
                                .filter(CargoManifest::isPackage)
                                .count()),
                        "workspace",
                        String.valueOf(root.isWorkspace())));
        for (CargoManifest manifest : cargo.under(root.folder())) {
            manifest(manifest, claims);
        }
        lock(tree, cargo, root, claims);
        String nextest = CargoManifest.in(root.folder(), ".config/nextest.toml");
        if (tree.has(nextest)) {
            claims.add(RustSubjects.NEXTEST, "configured", nextest, 0, "", ENVIRONMENT_FILE);
        }
    }

    private static void manifest(CargoManifest manifest, Claims claims) {
        for (String key : new String[] {"edition", "rust-version"}) {
            String subject = key.equals("edition") ? RustSubjects.EDITION : RustSubjects.VERSION;
            manifest.stated(key)
                    .ifPresent(t -> claims.add(
                            subject, t.value(), manifest.path(), t.line(), key + " = \"" + t.value() + "\"", MANIFEST));
        }
        for (CargoManifest.Target target : manifest.untested()) {
            untested(manifest, target, "test = false", claims);
        }
        for (CargoManifest.Target target : manifest.ownHarness()) {
            untested(manifest, target, "harness = false", claims);
        }
    }

    private static void untested(CargoManifest manifest, CargoManifest.Target target, String why, Claims claims) {
        String what = target.name().isEmpty() ? target.kind() : target.kind() + " " + target.name();
        claims.add(
                RustSubjects.UNTESTED,
                what,
                manifest.path(),
                target.line(),
                why,
                MANIFEST,
                Map.of("why", why, "kind", target.kind()));
    }

    private static void lock(TreeIndex tree, CargoTree cargo, CargoManifest root, Claims claims) {
        String path = CargoManifest.in(root.folder(), "Cargo.lock");
        Set<String> names = new TreeSet<>();
        String text = tree.find(path).flatMap(e -> tree.readOnce(e, LOCK_LIMIT)).orElse("");
        if (tree.has(path)) {
            Matcher version = LOCK_VERSION.matcher(text);
            String stated = version.find() ? version.group(1) : "1";
            claims.add(RustSubjects.LOCK, "present", path, 0, "", MANIFEST, Map.of("version", stated));
            LOCK_PACKAGE.matcher(text).results().forEach(m -> names.add(m.group(1)));
            LOCK_GIT.matcher(text)
                    .results()
                    .map(m -> m.group(1))
                    .distinct()
                    .limit(20)
                    .forEach(git -> claims.add(RustSubjects.GIT, git, path, 0, git, MANIFEST));
        } else {
            claims.add(RustSubjects.LOCK, "absent", root.path(), 0, "", MANIFEST);
            for (CargoManifest manifest : cargo.under(root.folder())) {
                for (CargoManifest.Dependency dependency : manifest.dependencies()) {
                    names.add(dependency.name());
                    dependency
                            .git()
                            .ifPresent(git -> claims.add(
                                    RustSubjects.GIT, git, manifest.path(), dependency.line(), git, MANIFEST));
                }
            }
        }
        for (String name : names) {
            if (RustLibraries.knows(name)) {
                claims.add(RustSubjects.LIBRARY, name, tree.has(path) ? path : root.path(), 0, name, MANIFEST);
            }
        }
    }

    private static void tests(TreeIndex tree, CargoTree cargo, FindingSink sink) {
        Map<String, Integer> counts = new TreeMap<>();
        Map<String, String> first = new TreeMap<>();
        int read = 0;
        for (SourceTree.Entry entry : tree.matching(name -> name.endsWith(".rs"))) {
            String path = entry.path().toString();
            TreeScope.Kind kind = tree.scope().of(path);
            var root = cargo.rootOf(path);
            if (root.isEmpty() || kind == TreeScope.Kind.VENDORED || ++read > MOST_SOURCES) {
                continue;
            }
            String text = tree.readOnce(entry, SOURCE_LIMIT).orElse("");
            if (TEST.matcher(text).find()) {
                counts.merge(root.get(), 1, Integer::sum);
                first.putIfAbsent(root.get(), path);
            }
        }
        counts.forEach((root, count) -> new Claims(sink, root)
                .add(RustSubjects.TESTS, String.valueOf(count), first.getOrDefault(root, ""), 0, "", FILE_NAMES));
    }

    /** {@code rust-toolchain.toml}, or {@code rust-toolchain} in either of its two forms. */
    private static void toolchains(TreeIndex tree, CargoTree cargo, FindingSink sink) {
        for (SourceTree.Entry entry : tree.voting("rust-toolchain.toml", "rust-toolchain")) {
            String path = entry.path().toString();
            String text = tree.read(entry, SourceTree.MANIFEST_LIMIT).orElse("");
            String folder = CargoManifest.folderOf(path);
            Claims claims = new Claims(sink, cargo.rootOf(path).orElse(folder));
            TomlDocument document = TomlDocument.parse(text);
            var channel = document.root().text("toolchain", "channel");
            if (channel.isPresent()) {
                String components = String.join(
                        " ",
                        document.root().texts("toolchain", "components").stream()
                                .map(TomlValue.Text::value)
                                .toList());
                claims.add(
                        RustSubjects.TOOLCHAIN,
                        channel.get().value(),
                        path,
                        channel.get().line(),
                        "channel = \"" + channel.get().value() + "\"",
                        ENVIRONMENT_FILE,
                        components.isEmpty() ? Map.of() : Map.of("components", components));
            } else if (path.endsWith("rust-toolchain") && text.strip().matches("[A-Za-z0-9.-]{1,60}")) {
                claims.add(RustSubjects.TOOLCHAIN, text.strip(), path, 1, text.strip(), ENVIRONMENT_FILE);
            } else {
                sink.unknown(path, 0, "names no channel");
            }
        }
        for (ToolPins.Pin pin : ToolPins.of(tree, "rust")) {
            new Claims(sink, ".")
                    .add(RustSubjects.TOOLCHAIN, pin.version(), pin.file(), pin.line(), pin.text(), ENVIRONMENT_FILE);
        }
    }

    private static void actions(TreeIndex tree, FindingSink sink) {
        for (SourceTree.Entry entry : tree.in(".github/workflows")) {
            int number = 0;
            for (String line :
                    tree.read(entry, SourceTree.MANIFEST_LIMIT).orElse("").split("\n", -1)) {
                number++;
                Matcher m = ACTION.matcher(line);
                if (m.matches()) {
                    new Claims(sink, ".")
                            .add(
                                    RustSubjects.CI_VERSION,
                                    m.group(1),
                                    entry.path().toString(),
                                    number,
                                    line,
                                    CI);
                }
            }
        }
    }
}
