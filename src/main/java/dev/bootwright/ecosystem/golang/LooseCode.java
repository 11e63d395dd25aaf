package dev.bootwright.ecosystem.golang;

import static dev.bootwright.discover.EvidenceKind.CI;
import static dev.bootwright.discover.EvidenceKind.FILE_NAMES;
import static dev.bootwright.discover.EvidenceKind.MANIFEST;

import dev.bootwright.discover.Claims;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.ProjectMatch;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.discover.TreeScope;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Go code that no module owns: from before modules, or scripts beside something else. */
final class LooseCode {
    private static final List<String> MANIFESTS =
            List.of("Gopkg.toml", "glide.yaml", "vendor/vendor.json", "Godeps/Godeps.json");
    private static final int MOST_EXAMPLES = 5;
    private static final Pattern TRAVIS = Pattern.compile("^go_import_path:\\s*[\"']?([A-Za-z0-9._~/-]+)[\"']?\\s*$");

    private final Map<String, GoSourceFile> files = new TreeMap<>();

    void add(String path, GoSourceFile file) {
        files.put(path, file);
    }

    void report(TreeIndex tree, FindingSink sink) {
        if (files.isEmpty()) {
            return;
        }
        String first = files.keySet().iterator().next();
        String manifest = MANIFESTS.stream().filter(tree::has).findFirst().orElse(first);
        sink.project(new ProjectMatch(GoEcosystem.ID, ".", manifest, FILE_NAMES.weight()));
        Claims claims = new Claims(sink, ".");
        claims.add(
                GoSubjects.MODULE, "(none)", manifest, 0, "", FILE_NAMES, Map.of("scope", TreeScope.Kind.OWN.name()));
        Optional<String> root = commented(claims).or(() -> travis(tree, claims)).or(() -> imported(claims));
        missing(tree, root.orElse(""), claims);
    }

    /** {@code package x // import "path"}. */
    private Optional<String> commented(Claims claims) {
        for (Map.Entry<String, GoSourceFile> entry : files.entrySet()) {
            String comment = entry.getValue().importComment();
            String folder = GoModules.folder(entry.getKey());
            Optional<String> root = root(comment, folder);
            if (root.isPresent()) {
                claims.add(GoSubjects.IMPORT_PATH, root.get(), entry.getKey(), 0, comment, MANIFEST);
                return root;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> travis(TreeIndex tree, Claims claims) {
        int number = 0;
        for (String line : tree.read(".travis.yml").orElse("").split("\n", -1)) {
            number++;
            Matcher m = TRAVIS.matcher(line);
            if (m.matches() && isRemote(m.group(1))) {
                claims.add(GoSubjects.IMPORT_PATH, m.group(1), ".travis.yml", number, line, CI);
                return Optional.of(m.group(1));
            }
        }
        return Optional.empty();
    }

    /**
     * The path that an import ending in a folder of this very tree begins with, or that a package's external test
     * imports; the one met most often.
     */
    private Optional<String> imported(Claims claims) {
        Map<String, Integer> votes = new TreeMap<>();
        Map<String, String> places = new TreeMap<>();
        List<String> folders = files.keySet().stream()
                .map(GoModules::folder)
                .filter(f -> !f.equals("."))
                .distinct()
                .toList();
        files.forEach((path, file) -> {
            for (GoModFile.Word word : file.imports()) {
                List<String> here = isTestOf(file, word.value()) ? List.of(GoModules.folder(path)) : List.of();
                Stream.concat(folders.stream(), here.stream())
                        .distinct()
                        .flatMap(folder -> root(word.value(), folder).stream())
                        .forEach(root -> {
                            votes.merge(root, 1, Integer::sum);
                            places.putIfAbsent(root, path + "\n" + word.line() + "\n" + word.value());
                        });
            }
        });
        Optional<String> best = votes.entrySet().stream()
                .max(Map.Entry.<String, Integer>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                .map(Map.Entry::getKey);
        best.ifPresent(root -> {
            String[] place = places.getOrDefault(root, "\n0\n").split("\n", -1);
            claims.add(GoSubjects.IMPORT_PATH, root, place[0], Integer.parseInt(place[1]), place[2], FILE_NAMES);
        });
        return best;
    }

    /** An external test of package {@code x} is {@code x_test} and imports {@code …/x}. */
    private static boolean isTestOf(GoSourceFile file, String importPath) {
        String last = importPath.substring(importPath.lastIndexOf('/') + 1);
        return file.isTest()
                && (file.packageName().equals(last + "_test")
                        || file.packageName().equals(last.replaceFirst("^go-", "") + "_test"));
    }

    private static Optional<String> root(String importPath, String folder) {
        String tail = folder.equals(".") ? "" : "/" + folder;
        if (!isRemote(importPath) || !importPath.endsWith(tail)) {
            return Optional.empty();
        }
        String root = importPath.substring(0, importPath.length() - tail.length());
        return isRemote(root) && !root.contains("/vendor/") ? Optional.of(root) : Optional.empty();
    }

    private static boolean isRemote(String importPath) {
        int slash = importPath.indexOf('/');
        return slash > 0 && importPath.substring(0, slash).contains(".") && !importPath.startsWith(".");
    }

    private void missing(TreeIndex tree, String root, Claims claims) {
        int reported = 0;
        Map<String, String> seen = new TreeMap<>();
        for (Map.Entry<String, GoSourceFile> entry : files.entrySet()) {
            for (GoModFile.Word word : entry.getValue().imports()) {
                String path = word.value();
                boolean own = !root.isEmpty() && (path.equals(root) || path.startsWith(root + "/"));
                if (isRemote(path)
                        && !own
                        && reported < MOST_EXAMPLES
                        && tree.in("vendor/" + path).isEmpty()
                        && seen.put(path, "") == null) {
                    reported++;
                    claims.add(
                            GoSubjects.IMPORT_MISSING,
                            path,
                            entry.getKey(),
                            word.line(),
                            "\"" + path + "\"",
                            FILE_NAMES);
                }
            }
        }
    }
}
