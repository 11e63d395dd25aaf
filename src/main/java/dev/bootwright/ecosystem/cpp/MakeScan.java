package dev.bootwright.ecosystem.cpp;

import dev.bootwright.discover.Claims;
import dev.bootwright.discover.TreeIndex;
import java.util.List;
import java.util.regex.Pattern;

/** Reads a plain makefile: its target that runs tests, and what it links with. */
final class MakeScan {
    static final List<String> TARGETS = List.of("test", "check", "tests", "run-tests", "runtests", "unittest");
    private static final Pattern LINKED = Pattern.compile("(?:^|\\s)-l([A-Za-z0-9_+-]+)");
    private static final Pattern MODULE = Pattern.compile("pkg-config\\s+(?:--\\S+\\s+)*([a-z][A-Za-z0-9_+. -]*)");

    private final TreeIndex tree;
    private final String manifest;
    private final Claims claims;

    MakeScan(TreeIndex tree, String manifest, Claims claims) {
        this.tree = tree;
        this.manifest = manifest;
        this.claims = claims;
    }

    void run() {
        String text = tree.read(manifest).orElse("");
        WantedLines lines = new WantedLines(claims, manifest, text);
        lines.wanted("library", LINKED, false);
        lines.wanted("pkg-config", MODULE, false);
        for (String target : TARGETS) {
            if (lines.first(CppSubjects.TESTS, target, Pattern.compile("^" + target + "\\s*:(?!=)"))) {
                return;
            }
        }
    }
}
