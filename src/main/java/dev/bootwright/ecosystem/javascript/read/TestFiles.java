package dev.bootwright.ecosystem.javascript.read;

import static dev.bootwright.discover.EvidenceKind.FILE_NAMES;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.Claims;
import dev.bootwright.discover.TreeIndex;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Counts the test files of each package and sees which test library their heads import. */
final class TestFiles {
    private static final int HEAD = 4 << 10;
    private static final int MOST_READ = 40;
    private static final Pattern NAMED =
            Pattern.compile(".*[._-](?:test|tests|spec)\\.[cm]?[jt]sx?|(?:test|tests)\\.[cm]?[jt]sx?");
    private static final Pattern SOURCE = Pattern.compile(".*\\.[cm]?[jt]sx?");
    private static final Pattern FOLDER = Pattern.compile("(?:.*/)?(?:__tests__|tests?|specs?)(?:/.*)?");
    private static final Pattern NO_TEST = Pattern.compile(
            "(?:.*[._-])?(?:helpers?|utils?|setup|fixtures?|mocks?|common|config|index|types|d)\\.[cm]?[jt]sx?");
    private static final Pattern SKIPPED = Pattern.compile(
            "(?:^|.*/)(?:node_modules|fixtures?|__fixtures__|__mocks__|__snapshots__|helpers?|utils?|support|data|testdata)(?:/.*|$)");

    private static final Map<String, Pattern> LIBRARIES = libraries();

    private TestFiles() {}

    private static Map<String, Pattern> libraries() {
        Map<String, Pattern> all = new LinkedHashMap<>();
        all.put("node-test", imported("node:test"));
        all.put("vitest", imported("vitest"));
        all.put("ava", imported("ava"));
        all.put("tap", imported("(?:tap|@tapjs/[a-z-]+|libtap)"));
        all.put("tape", imported("(?:tape|brittle|zora)"));
        all.put("uvu", imported("uvu"));
        all.put("jest", imported("@jest/globals"));
        return all;
    }

    private static Pattern imported(String module) {
        return Pattern.compile("(?:from\\s+|require\\(\\s*|import\\s+)['\"]" + module + "['\"]");
    }

    /** What was found of one package. */
    static final class Found {
        private int files;
        private int read;
        private String first = "";
        private final Map<String, Integer> libraries = new TreeMap<>();

        void tell(Claims claims) {
            Map<String, String> attributes = new LinkedHashMap<>();
            libraries.forEach((name, count) -> attributes.put("library." + name, String.valueOf(count)));
            claims.add(NodeSubjects.TESTS, String.valueOf(files), first, 0, "", FILE_NAMES, attributes);
        }
    }

    static Map<String, Found> of(TreeIndex tree, Packages packages) {
        Map<String, Found> all = new TreeMap<>();
        for (SourceTree.Entry entry : tree.entries()) {
            String path = entry.path().toString();
            String name = entry.path().name();
            if (!SOURCE.matcher(name).matches() || entry.kind() == SourceTree.Kind.LINK) {
                continue;
            }
            String folder = Packages.folder(path);
            boolean named = NAMED.matcher(name).matches();
            boolean placed =
                    FOLDER.matcher(folder).matches() && !NO_TEST.matcher(name).matches();
            if ((!named && !placed)
                    || SKIPPED.matcher(folder).matches()
                    || !tree.scope().votes(path)) {
                continue;
            }
            Optional<Packages.NodePackage> owner = packages.owner(path);
            if (owner.isPresent()) {
                Found found = all.computeIfAbsent(owner.get().folder(), f -> new Found());
                if (found.read < MOST_READ) {
                    found.read++;
                    tree.read(entry, HEAD)
                            .ifPresent(text -> LIBRARIES.forEach((library, pattern) -> {
                                if (pattern.matcher(text).find()) {
                                    found.libraries.merge(library, 1, Integer::sum);
                                }
                            }));
                }
                found.files++;
                found.first = found.first.isEmpty() ? path : found.first;
            }
        }
        return all;
    }
}
