package dev.bootwright.ecosystem.golang;

import dev.bootwright.ecosystem.golang.GoModFile.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the head of a Go file says: constraint, package, imports, cgo and embed directives.
 *
 * @param name the file's base name
 * @param constraint of {@code //go:build} or {@code // +build} lines, with the line
 * @param importComment the path behind {@code package x // import "path"}; empty without one
 * @param imports import paths
 * @param pkgConfig modules of {@code #cgo pkg-config} lines, for Linux
 * @param embeds patterns of {@code //go:embed} lines
 */
record GoSourceFile(
        String name,
        String packageName,
        String importComment,
        Optional<BuildConstraint> constraint,
        int constraintLine,
        List<Word> imports,
        List<Word> pkgConfig,
        List<Word> embeds) {
    /** Bytes of a file that are read. */
    static final int HEAD = 16 << 10;

    private static final Set<String> SYSTEMS = Set.of(
            "aix",
            "android",
            "darwin",
            "dragonfly",
            "freebsd",
            "hurd",
            "illumos",
            "ios",
            "js",
            "linux",
            "nacl",
            "netbsd",
            "openbsd",
            "plan9",
            "solaris",
            "wasip1",
            "windows",
            "zos");
    private static final Set<String> ARCHITECTURES = Set.of(
            "386",
            "amd64",
            "arm",
            "arm64",
            "armbe",
            "arm64be",
            "amd64p32",
            "loong64",
            "mips",
            "mipsle",
            "mips64",
            "mips64le",
            "ppc",
            "ppc64",
            "ppc64le",
            "riscv",
            "riscv64",
            "s390",
            "s390x",
            "sparc",
            "sparc64",
            "wasm");
    private static final Set<String> OTHER_KNOWN = Set.of(
            "unix",
            "cgo",
            "gc",
            "gccgo",
            "ignore",
            "race",
            "msan",
            "asan",
            "purego",
            "appengine",
            "tools",
            "tinygo",
            "boringcrypto",
            "go1");

    private static final Pattern IMPORT =
            Pattern.compile("^(?:import\\s+)?(?:[\\p{L}_][\\p{L}\\p{N}_]*\\s+|\\.\\s+)?[\"`]([^\"`]+)[\"`]");
    private static final Pattern PACKAGE =
            Pattern.compile("^package\\s+([\\p{L}_][\\p{L}\\p{N}_]*)(?:\\s*//\\s*import\\s+\"([A-Za-z0-9._~/-]+)\")?");
    private static final Pattern CGO = Pattern.compile("#cgo\\s+([^:]*?)pkg-config:\\s*(.+)$");
    private static final Pattern DECLARATION = Pattern.compile("^(?:func|type|const)\\b.*");

    GoSourceFile {
        imports = List.copyOf(imports);
        pkgConfig = List.copyOf(pkgConfig);
        embeds = List.copyOf(embeds);
    }

    static GoSourceFile parse(String name, String text) {
        return new Head(name).read(text);
    }

    boolean isTest() {
        return name.endsWith("_test.go");
    }

    boolean usesCgo() {
        return imports.stream().anyMatch(i -> i.value().equals("C"));
    }

    /** Whether a plain {@code go test} on Linux with cgo compiles this file. */
    boolean isInDefaultBuild(String architecture) {
        return namesLinux(architecture)
                && constraint.map(c -> c.holds(defaultTags(architecture))).orElse(true);
    }

    /** Tags of the project's own that the file waits for; empty when it is in the default build or out of reach. */
    Set<String> missingTags(String architecture) {
        if (!namesLinux(architecture) || constraint.isEmpty()) {
            return Set.of();
        }
        Predicate<String> base = defaultTags(architecture);
        BuildConstraint c = constraint.get();
        if (c.holds(base) || !c.holds(tag -> base.test(tag) || !isKnown(tag))) {
            return Set.of();
        }
        Set<String> wanted = c.tags();
        wanted.removeIf(GoSourceFile::isKnown);
        return wanted;
    }

    private static boolean isKnown(String tag) {
        return SYSTEMS.contains(tag)
                || ARCHITECTURES.contains(tag)
                || OTHER_KNOWN.contains(tag)
                || tag.startsWith("go1.");
    }

    private static Predicate<String> defaultTags(String architecture) {
        return tag -> tag.equals("linux")
                || tag.equals("unix")
                || tag.equals("cgo")
                || tag.equals("gc")
                || tag.equals(architecture)
                || tag.startsWith("go1.");
    }

    private boolean namesLinux(String architecture) {
        String stem = name.substring(0, name.length() - ".go".length());
        if (stem.endsWith("_test")) {
            stem = stem.substring(0, stem.length() - "_test".length());
        }
        String[] parts = stem.split("_");
        int n = parts.length;
        if (n >= 3 && SYSTEMS.contains(parts[n - 2]) && ARCHITECTURES.contains(parts[n - 1])) {
            return parts[n - 2].equals("linux") && parts[n - 1].equals(architecture);
        }
        if (n >= 2 && SYSTEMS.contains(parts[n - 1])) {
            return parts[n - 1].equals("linux");
        }
        return n < 2 || !ARCHITECTURES.contains(parts[n - 1]) || parts[n - 1].equals(architecture);
    }

    /** Reads line by line until the first declaration; embed directives are looked for behind it too. */
    private static final class Head {
        private final String name;
        private String packageName = "";
        private String importComment = "";
        private Optional<BuildConstraint> goBuild = Optional.empty();
        private Optional<BuildConstraint> plusBuild = Optional.empty();
        private int constraintLine;
        private final List<Word> imports = new ArrayList<>();
        private final List<Word> pkgConfig = new ArrayList<>();
        private final List<Word> embeds = new ArrayList<>();
        private boolean comment;
        private boolean block;
        private boolean done;
        private boolean restAsked;
        private boolean restTells;

        Head(String name) {
            this.name = name;
        }

        GoSourceFile read(String text) {
            int number = 0;
            int start = 0;
            while (start <= text.length() && !(done && tellsNothing(text, start))) {
                int newline = text.indexOf('\n', start);
                int end = newline < 0 ? text.length() : newline;
                number++;
                line(text.substring(start, end).strip(), number);
                start = end + 1;
            }
            Optional<BuildConstraint> constraint = goBuild.isPresent() ? goBuild : plusBuild;
            return new GoSourceFile(
                    name, packageName, importComment, constraint, constraintLine, imports, pkgConfig, embeds);
        }

        /** Behind the head only two kinds of lines tell anything. */
        private boolean tellsNothing(String text, int from) {
            if (!restAsked) {
                restAsked = true;
                restTells = text.indexOf("//go:embed ", from) >= 0 || text.indexOf("#cgo", from) >= 0;
            }
            return !restTells;
        }

        private void line(String line, int number) {
            if (line.startsWith("//go:embed ")) {
                for (String pattern :
                        line.substring("//go:embed ".length()).strip().split("\\s+")) {
                    embeds.add(new Word(pattern, number));
                }
            } else if (comment) {
                cgo(line, number);
                comment = !line.contains("*/");
            } else if (line.startsWith("//")) {
                lineComment(line, number);
            } else if (line.startsWith("/*")) {
                cgo(line, number);
                comment = !line.contains("*/");
            } else if (!done) {
                code(line, number);
            }
        }

        private void lineComment(String line, int number) {
            cgo(line, number);
            if (!packageName.isEmpty()) {
                return;
            }
            if (line.startsWith("//go:build ")) {
                goBuild = BuildConstraint.parse(line.substring("//go:build ".length()));
                constraintLine = number;
            } else if (line.contains("+build") && line.matches("//\\s*\\+build\\s.*")) {
                Optional<BuildConstraint> next =
                        BuildConstraint.parsePlusBuild(line.substring(line.indexOf("+build") + "+build".length()));
                plusBuild = plusBuild.isPresent() && next.isPresent()
                        ? Optional.of(new BuildConstraint.And(plusBuild.get(), next.get()))
                        : next;
                constraintLine = constraintLine == 0 ? number : constraintLine;
            }
        }

        private void cgo(String line, int number) {
            if (!line.contains("#cgo")) {
                return;
            }
            Matcher m = CGO.matcher(line);
            if (!m.find()
                    || (!m.group(1).isBlank() && !m.group(1).contains("linux"))
                    || m.group(1).contains("!linux")) {
                return;
            }
            for (String word : m.group(2).replace("*/", "").strip().split("\\s+")) {
                if (word.matches("[A-Za-z0-9][A-Za-z0-9+._-]*")) {
                    pkgConfig.add(new Word(word, number));
                }
            }
        }

        private void packageClause(String line) {
            if (!line.startsWith("package")) {
                return;
            }
            Matcher m = PACKAGE.matcher(line);
            if (m.find()) {
                packageName = m.group(1);
                importComment = m.group(2) == null ? "" : m.group(2);
            }
        }

        private void code(String line, int number) {
            if (packageName.isEmpty()) {
                packageClause(line);
            } else if (block) {
                Matcher m = IMPORT.matcher(line);
                if (m.find()) {
                    imports.add(new Word(m.group(1), number));
                }
                block = !line.startsWith(")");
            } else if (line.startsWith("import")) {
                Matcher m = IMPORT.matcher(line);
                if (m.find()) {
                    imports.add(new Word(m.group(1), number));
                }
                block = line.matches("import\\s*\\(.*") && !line.contains(")");
            } else {
                done = DECLARATION.matcher(line).matches();
            }
        }
    }
}
