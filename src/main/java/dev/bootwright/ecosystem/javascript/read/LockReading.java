package dev.bootwright.ecosystem.javascript.read;

import static dev.bootwright.discover.EvidenceKind.MANIFEST;
import static dev.bootwright.discover.EvidenceKind.TOOL_CONFIGURATION;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.Claims;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.TreeIndex;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells which package manager each package is installed with: lock files, {@code packageManager}, options of .npmrc. */
final class LockReading {
    private static final int HEAD = 2 << 10;
    private static final int WHOLE = 8 << 20;
    private static final Pattern MANAGER =
            Pattern.compile("(npm|yarn|pnpm|bun)@(?:\\^|~|>=)?([0-9]+(?:\\.[0-9A-Za-z.-]+)?)(?:\\+.*)?");
    private static final Pattern LOCK_VERSION =
            Pattern.compile("\"?lockfileVersion\"?\\s*:\\s*['\"]?([0-9]+(?:\\.[0-9]+)?)");
    private static final Pattern OPTION = Pattern.compile(
            "\\s*(ignore-scripts|legacy-peer-deps|package-lock|engine-strict|strict-peer-dependencies|nodeLinker"
                    + "|node-linker|yarnPath|enableScripts)\\s*[:=]\\s*['\"]?([^'\"\\s#;]+)['\"]?\\s*");

    /** Packages that fetch a program of their own while they are installed, by what a lock file calls them. */
    private static final Map<String, Pattern> DOWNLOADS = downloads();

    private final TreeIndex tree;
    private final Packages packages;
    private final FindingSink sink;

    LockReading(TreeIndex tree, Packages packages, FindingSink sink) {
        this.tree = tree;
        this.packages = packages;
        this.sink = sink;
    }

    private static Map<String, Pattern> downloads() {
        Map<String, Pattern> all = new LinkedHashMap<>();
        for (String name : new String[] {"puppeteer", "playwright", "cypress", "electron", "chromedriver"}) {
            all.put(
                    name,
                    Pattern.compile("(?m)(?:node_modules/|^[\"']?/?|\\s[\"'/])" + name + "(?:@[^\\s:]+)?[\"']?:"));
        }
        return all;
    }

    void run() {
        for (Packages.NodePackage found : packages.all()) {
            Claims claims = new Claims(sink, found.folder());
            found.manifest().text("packageManager").ifPresent(e -> {
                Matcher m = MANAGER.matcher(e.value());
                if (m.matches()) {
                    claims.add(
                            NodeSubjects.MANAGER,
                            kind(m.group(1), m.group(2)),
                            found.path("package.json"),
                            e.line(),
                            found.line(e.line()),
                            TOOL_CONFIGURATION,
                            Map.of("version", m.group(2)));
                } else {
                    sink.unknown(
                            found.path("package.json"), e.line(), "packageManager is not understood: " + e.value());
                }
            });
            lock(found, claims, "package-lock.json", "npm");
            lock(found, claims, "npm-shrinkwrap.json", "npm");
            lock(found, claims, "yarn.lock", "yarn");
            lock(found, claims, "pnpm-lock.yaml", "pnpm");
            lock(found, claims, "bun.lock", "bun");
            lock(found, claims, "bun.lockb", "bun");
            options(found, claims, ".npmrc");
            options(found, claims, ".yarnrc.yml");
            options(found, claims, ".yarnrc");
        }
    }

    /** Yarn before 2 and after are two programs. */
    private static String kind(String manager, String version) {
        return manager.equals("yarn") && !version.startsWith("1.") && !version.equals("1") ? "yarn-berry" : manager;
    }

    private void lock(Packages.NodePackage found, Claims claims, String name, String manager) {
        Optional<SourceTree.Entry> entry = tree.find(found.path(name));
        if (entry.isEmpty() || entry.get().kind() == SourceTree.Kind.LINK) {
            return;
        }
        String head = tree.read(entry.get(), HEAD).orElse("");
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("lock", name);
        Matcher version = LOCK_VERSION.matcher(head);
        if (version.find()) {
            attributes.put("format", version.group(1));
        }
        boolean berry = manager.equals("yarn") && head.contains("__metadata:");
        claims.add(NodeSubjects.MANAGER, berry ? "yarn-berry" : manager, found.path(name), 0, "", MANIFEST, attributes);
        if (entry.get().size() <= WHOLE && !name.equals("bun.lockb")) {
            String text = tree.read(entry.get(), WHOLE).orElse("");
            DOWNLOADS.forEach((download, pattern) -> {
                if (text.contains(download) && pattern.matcher(text).find()) {
                    claims.add(NodeSubjects.DOWNLOAD, download, found.path(name), 0, "", MANIFEST);
                }
            });
        }
    }

    private void options(Packages.NodePackage found, Claims claims, String name) {
        String path = found.path(name);
        int number = 0;
        for (String line : tree.read(path).orElse("").split("\n", 2000)) {
            number++;
            Matcher m = line.length() > 500 ? OPTION.matcher("") : OPTION.matcher(line);
            if (m.matches()) {
                claims.add(
                        NodeSubjects.INSTALL_OPTION,
                        m.group(1) + "=" + m.group(2),
                        path,
                        number,
                        line,
                        TOOL_CONFIGURATION,
                        Map.of("option", m.group(1), "value", m.group(2)));
            }
        }
    }
}
