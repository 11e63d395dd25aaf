package dev.bootwright.ecosystem.javascript.read;

import static dev.bootwright.discover.EvidenceKind.FILE_NAMES;
import static dev.bootwright.discover.EvidenceKind.MANIFEST;
import static dev.bootwright.discover.EvidenceKind.TOOL_CONFIGURATION;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.base.EcosystemId;
import dev.bootwright.discover.Claims;
import dev.bootwright.discover.Detector;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.ProjectMatch;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.discover.TreeScope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads {@code package.json}: workspaces, scripts, test tools, engines, what must be built first. */
public final class PackageDetector implements Detector {
    public static final EcosystemId JAVASCRIPT = new EcosystemId("javascript");

    private static final int MOST_SCRIPTS = 150;
    private static final int COMMAND_LIMIT = 4000;

    /** Packages that test, build or wait for a browser. */
    private static final Set<String> TOOLS = Set.of(
            "jest",
            "jest-cli",
            "react-scripts",
            "vitest",
            "mocha",
            "ts-mocha",
            "ava",
            "tap",
            "borp",
            "uvu",
            "jasmine",
            "tape",
            "qunit",
            "karma",
            "@web/test-runner",
            "@playwright/test",
            "playwright",
            "puppeteer",
            "cypress",
            "electron",
            "lerna",
            "nx",
            "turbo",
            "typescript",
            "tsx",
            "ts-node",
            "patch-package",
            "@angular/cli");

    /** Packages whose installation fetches a program from another host than the registry. */
    private static final List<String> DOWNLOADS =
            List.of("puppeteer", "playwright", "cypress", "electron", "chromedriver");

    @Override
    public String name() {
        return "javascript packages";
    }

    @Override
    public Set<String> singleValuedSubjects() {
        return Set.of(NodeSubjects.ENGINE);
    }

    @Override
    public void detect(SourceTree source, FindingSink sink) {
        TreeIndex tree = TreeIndex.of(source);
        Packages packages = Packages.of(tree, sink);
        Map<String, TestFiles.Found> tests = TestFiles.of(tree, packages);
        for (Packages.NodePackage found : packages.all()) {
            Claims claims = new Claims(sink, found.folder());
            describe(tree, packages, found, claims, sink);
            scripts(found, claims);
            tools(found, claims);
            dependencies(tree, packages, found, claims);
            jestWorkers(tree, found, claims);
            GruntTasks.tell(tree, found, claims);
            Optional.ofNullable(tests.get(found.folder())).ifPresent(t -> t.tell(claims));
        }
        new LockReading(tree, packages, sink).run();
        new VersionFiles(tree, packages, sink).run();
    }

    private static void describe(
            TreeIndex tree, Packages packages, Packages.NodePackage found, Claims claims, FindingSink sink) {
        String path = found.path("package.json");
        boolean own = found.scope() == TreeScope.Kind.OWN;
        sink.project(new ProjectMatch(JAVASCRIPT, found.folder(), path, own ? MANIFEST.weight() : FILE_NAMES.weight()));
        PackageManifest manifest = found.manifest();
        Optional<PackageManifest.Entry> name = manifest.text("name");
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("scope", found.scope().name());
        attributes.put("root", packages.installRoot(found, tree));
        List<String> workspaces = Packages.workspaces(found, tree);
        if (!workspaces.isEmpty()) {
            attributes.put("workspaces", String.join(" ", workspaces));
        }
        manifest.text("type").ifPresent(t -> attributes.put("type", t.value()));
        manifest.text("version").ifPresent(v -> attributes.put("version", v.value()));
        claims.add(
                NodeSubjects.PACKAGE,
                name.map(PackageManifest.Entry::value).orElse("(unnamed)"),
                path,
                name.map(PackageManifest.Entry::line).orElse(1),
                name.map(n -> found.line(n.line())).orElse(""),
                MANIFEST,
                attributes);
        manifest.text("engines", "node").ifPresent(e -> word(claims, NodeSubjects.ENGINE, e, found));
        manifest.text("volta", "node").ifPresent(e -> word(claims, NodeSubjects.VERSION_FILE, e, found));
        if (tree.has(found.path("binding.gyp"))) {
            claims.add(NodeSubjects.NATIVE, "binding.gyp", found.path("binding.gyp"), 0, "", MANIFEST);
        }
        for (PackageManifest.Entry output : manifest.outputs()) {
            if (isMissing(tree, found.folder(), output.value())) {
                word(claims, NodeSubjects.OUTPUT_MISSING, output, found);
            }
        }
    }

    /** Where the package decides itself how many processes Jest uses. */
    private static void jestWorkers(TreeIndex tree, Packages.NodePackage found, Claims claims) {
        List<String> files = List.of(
                "package.json",
                "jest.config.js",
                "jest.config.cjs",
                "jest.config.mjs",
                "jest.config.ts",
                "jest.config.json");
        for (String file : files) {
            int number = 0;
            for (String line : tree.read(found.path(file)).orElse("").split("\n", 2000)) {
                number++;
                if (line.matches("\\s*[\"']?maxWorkers[\"']?\\s*:.{0,100}")) {
                    claims.add(
                            NodeSubjects.JEST_WORKERS,
                            line.strip(),
                            found.path(file),
                            number,
                            line,
                            TOOL_CONFIGURATION);
                }
            }
        }
    }

    private static void word(Claims claims, String subject, PackageManifest.Entry e, Packages.NodePackage found) {
        claims.add(subject, e.value(), found.path("package.json"), e.line(), found.line(e.line()), MANIFEST);
    }

    /** A file or folder that the manifest names and the repository does not hold, under any of the usual endings. */
    private static boolean isMissing(TreeIndex tree, String folder, String named) {
        String plain = named.replaceFirst("^\\./", "");
        if (plain.isEmpty() || plain.contains("*") || plain.contains("..") || plain.startsWith("/")) {
            return false;
        }
        String path = Packages.path(folder, plain);
        return List.of("", ".js", ".json", ".cjs", ".mjs", ".ts", "/index.js", "/index.ts").stream()
                .noneMatch(end -> tree.has(path.replaceAll("/+$", "") + end));
    }

    private static void scripts(Packages.NodePackage found, Claims claims) {
        found.manifest().scripts().stream().limit(MOST_SCRIPTS).forEach(script -> {
            String command = script.value();
            claims.add(
                    NodeSubjects.SCRIPT,
                    script.name(),
                    found.path("package.json"),
                    script.line(),
                    found.line(script.line()),
                    TOOL_CONFIGURATION,
                    Map.of("command", command.length() > COMMAND_LIMIT ? "" : command));
        });
    }

    private static void tools(Packages.NodePackage found, Claims claims) {
        found.manifest().dependencies().forEach((name, entry) -> {
            if (TOOLS.contains(name)) {
                claims.add(
                        NodeSubjects.TOOL,
                        name,
                        found.path("package.json"),
                        entry.line(),
                        found.line(entry.line()),
                        MANIFEST,
                        Map.of("version", entry.value()));
            }
        });
    }

    private static void dependencies(TreeIndex tree, Packages packages, Packages.NodePackage found, Claims claims) {
        Map<String, PackageManifest.Entry> all = found.manifest().dependencies();
        int external = 0;
        for (PackageManifest.Entry entry : all.values()) {
            Optional<Packages.NodePackage> sibling =
                    packages.named(entry.name()).filter(p -> !p.folder().equals(found.folder()));
            if (sibling.isEmpty()) {
                external++;
            } else {
                claims.add(
                        NodeSubjects.WORKSPACE_DEPENDENCY,
                        sibling.get().folder(),
                        found.path("package.json"),
                        entry.line(),
                        found.line(entry.line()),
                        MANIFEST,
                        Map.of("name", entry.name()));
            }
            if (DOWNLOADS.contains(entry.name())) {
                word(claims, NodeSubjects.DOWNLOAD, new PackageManifest.Entry("", entry.name(), entry.line()), found);
            }
        }
        PackageManifest.Entry first = all.values().stream().findFirst().orElse(new PackageManifest.Entry("", "", 1));
        claims.add(
                NodeSubjects.DEPENDENCIES,
                String.valueOf(external),
                found.path("package.json"),
                first.line(),
                "",
                MANIFEST);
        if (tree.has(found.path("patches/.gitkeep"))
                || !tree.in(found.path("patches")).isEmpty()) {
            claims.add(NodeSubjects.PATCHES, "patches", found.path("package.json"), 0, "", FILE_NAMES);
        }
    }
}
