package dev.bootwright.ecosystem.cpp;

import static dev.bootwright.discover.EvidenceKind.MANIFEST;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.Claims;
import dev.bootwright.discover.TreeIndex;
import java.util.List;
import java.util.regex.Pattern;

/** Reads {@code configure.ac} and automake files: what is looked for, how configure is made, and whether there are tests. */
final class AutotoolsScan {
    private static final Pattern MODULES = Pattern.compile(
            "PKG_(?:CHECK_MODULES(?:_STATIC)?|CHECK_EXISTS|HAVE_DEFINE_WITH_MODULES)\\( *(?:\\[?\\w+\\]? *, *)?\\[? *([^\\],)]+)");
    private static final Pattern LIBRARY = Pattern.compile("AC_CHECK_LIB\\( *\\[?([A-Za-z0-9_+-]+)");
    private static final Pattern LIBRARIES = Pattern.compile("AC_SEARCH_LIBS\\( *\\[?\\w+\\]? *, *\\[?([^\\],)]+)");
    private static final Pattern HEADER = Pattern.compile("AC_CHECK_HEADERS?(?:_ONCE)?\\( *\\[?([^\\],)]+)");
    private static final Pattern PROGRAM =
            Pattern.compile("AC_(?:PATH_PROGS?|CHECK_PROGS?)\\( *\\[?\\w+\\]? *, *\\[?([^\\],)]+)");
    private static final Pattern MACRO = Pattern.compile("^\\s*(AX_[A-Z0-9_]+)");
    private static final Pattern TESTS =
            Pattern.compile("^\\s*(?:TESTS|check_PROGRAMS|check_SCRIPTS)\\s*\\+?=|^check(?:-local)?\\s*:|^AT_INIT");

    private final TreeIndex tree;
    private final String folder;
    private final Claims claims;

    AutotoolsScan(TreeIndex tree, String folder, Claims claims) {
        this.tree = tree;
        this.folder = folder;
        this.claims = claims;
    }

    void run() {
        for (String name : List.of(
                "autogen.sh", "bootstrap", "bootstrap.sh", "buildconf", "configure", "configure.ac", "configure.in")) {
            String path = CppDetector.path(folder, name);
            if (tree.has(path)) {
                claims.add(CppSubjects.TOOL, name, path, 0, "", MANIFEST);
            }
        }
        for (String name : List.of("configure.ac", "configure.in")) {
            String path = CppDetector.path(folder, name);
            tree.read(path).ifPresent(text -> read(path, text.replaceAll("(?m)^\\s*(?:dnl|#).*$", "")));
        }
        boolean tests = false;
        for (SourceTree.Entry entry : CppDetector.files(
                tree, folder, n -> n.equals("Makefile.am") || n.equals("Makefile.in") || n.endsWith(".at"))) {
            String text = tree.read(entry, SourceTree.MANIFEST_LIMIT).orElse("");
            tests = tests
                    || new WantedLines(claims, entry.path().toString(), text)
                            .first(CppSubjects.TESTS, "make check", TESTS);
        }
    }

    private void read(String path, String text) {
        WantedLines lines = new WantedLines(claims, path, text);
        lines.wanted("pkg-config", MODULES, true);
        lines.wanted("library", LIBRARY, false);
        lines.wanted("library", LIBRARIES, false);
        lines.wanted("header", HEADER, false);
        lines.wanted("program", PROGRAM, false);
        lines.wanted("macro", MACRO, true);
    }
}
