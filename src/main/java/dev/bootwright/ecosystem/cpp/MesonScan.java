package dev.bootwright.ecosystem.cpp;

import static dev.bootwright.discover.EvidenceKind.MANIFEST;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.Claims;
import dev.bootwright.discover.TreeIndex;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code meson.build} files: what they depend on, their options named after tests, and whether they add tests. */
final class MesonScan {
    private static final Pattern DEPENDENCY = Pattern.compile("\\bdependency\\(\\s*'([^']+)'");
    private static final Pattern LIBRARY = Pattern.compile("\\bfind_library\\(\\s*'([^']+)'");
    private static final Pattern PROGRAM = Pattern.compile("\\bfind_program\\(\\s*'([^'/]+)'");
    private static final Pattern TEST = Pattern.compile("^\\s*test\\(");
    private static final Pattern OPTION = Pattern.compile("option\\(\\s*'([^']+)'([^)]*)\\)");

    private final TreeIndex tree;
    private final String folder;
    private final Claims claims;

    MesonScan(TreeIndex tree, String folder, Claims claims) {
        this.tree = tree;
        this.folder = folder;
        this.claims = claims;
    }

    void run() {
        boolean tests = false;
        for (SourceTree.Entry entry : CppDetector.files(tree, folder, "meson.build"::equals)) {
            String text = tree.read(entry, SourceTree.MANIFEST_LIMIT).orElse("");
            WantedLines lines = new WantedLines(claims, entry.path().toString(), text);
            lines.wanted("pkg-config", DEPENDENCY, false);
            lines.wanted("library", LIBRARY, false);
            lines.wanted("program", PROGRAM, false);
            tests = tests || lines.first(CppSubjects.TESTS, "meson test", TEST);
        }
        for (String name : new String[] {"meson_options.txt", "meson.options"}) {
            String path = CppDetector.path(folder, name);
            tree.read(path).ifPresent(text -> options(path, text));
        }
    }

    private void options(String path, String text) {
        Matcher matcher = OPTION.matcher(text);
        while (matcher.find()) {
            String name = matcher.group(1);
            String upper = name.toUpperCase(Locale.ROOT).replace('-', '_');
            if (CMakeScan.TEST_OPTION.matcher(upper).matches()
                    && !CMakeScan.NOT_THE_SUITE.matcher(upper).matches()) {
                boolean feature = matcher.group(2).contains("'feature'");
                boolean bool = matcher.group(2).contains("'boolean'");
                boolean off = matcher.group(2).matches("(?s).*value\\s*:\\s*'?(false|disabled|auto).*");
                int line = (int) text.substring(0, matcher.start()).lines().count() + 1;
                if (feature || bool) {
                    claims.add(
                            CppSubjects.TEST_OPTION,
                            name,
                            path,
                            line,
                            matcher.group(),
                            MANIFEST,
                            Map.of("default", off ? "off" : "on", "on", feature ? "enabled" : "true"));
                }
            }
        }
    }
}
