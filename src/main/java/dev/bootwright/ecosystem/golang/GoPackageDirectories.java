package dev.bootwright.ecosystem.golang;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where the packages of a tree's modules lie, and which test functions their files declare; reads files as data. */
final class GoPackageDirectories {
    private static final int MAX_DEPTH = 8;
    private static final int MAX_FOLDERS = 20_000;
    private static final int MAX_BYTES = 4 << 20;
    private static final Pattern MODULE = Pattern.compile("(?m)^module\\s+\"?([^\\s\"]+)\"?");
    private static final Pattern TEST = Pattern.compile("(?m)^func\\s+((?:Test|Fuzz|Example)[\\p{L}\\p{N}_]*)\\s*\\(");
    private static final Set<String> SKIPPED = Set.of(".git", "vendor", "node_modules", "testdata", ".bootstrap");

    private final Path tree;
    private final Map<String, String> modules;
    private final Map<String, Optional<Set<String>>> declared = new HashMap<>();

    private GoPackageDirectories(Path tree, Map<String, String> modules) {
        this.tree = tree;
        this.modules = modules;
    }

    static GoPackageDirectories of(Path tree) {
        Map<String, String> modules = new TreeMap<>();
        Deque<Path> open = new ArrayDeque<>();
        open.add(tree);
        int seen = 0;
        while (!open.isEmpty() && seen++ < MAX_FOLDERS) {
            Path folder = open.poll();
            read(folder.resolve("go.mod"))
                    .map(MODULE::matcher)
                    .filter(Matcher::find)
                    .ifPresent(m -> {
                        String directory = tree.relativize(folder).toString();
                        modules.putIfAbsent(m.group(1), directory.isEmpty() ? "." : directory);
                    });
            if (folder.getNameCount() - tree.getNameCount() >= MAX_DEPTH) {
                continue;
            }
            try (DirectoryStream<Path> children =
                    Files.newDirectoryStream(folder, c -> Files.isDirectory(c, LinkOption.NOFOLLOW_LINKS))) {
                for (Path child : children) {
                    String name = String.valueOf(child.getFileName());
                    if (!SKIPPED.contains(name) && !name.startsWith("_")) {
                        open.add(child);
                    }
                }
            } catch (IOException e) {
                // A folder that cannot be listed holds no module that could be read.
            }
        }
        return new GoPackageDirectories(tree, modules);
    }

    /** With code from before modules: its import path was given to it, no go.mod says it. */
    GoPackageDirectories with(String importPath, String directory) {
        Map<String, String> all = new TreeMap<>(modules);
        all.put(importPath, directory);
        return new GoPackageDirectories(tree, all);
    }

    /** The package's directory relative to the tree; empty when it belongs to no module of the tree. */
    Optional<String> directoryOf(String importPath) {
        String module = importPath;
        while (!module.isEmpty()) {
            String directory = modules.get(module);
            if (directory != null) {
                String rest = importPath.substring(module.length());
                String joined = directory.equals(".") ? rest.replaceFirst("^/", "") : directory + rest;
                return Optional.of(joined.isEmpty() ? "." : joined);
            }
            int slash = module.lastIndexOf('/');
            module = slash < 0 ? "" : module.substring(0, slash);
        }
        return Optional.empty();
    }

    /** Names of the package's test functions; empty when its files are not known. */
    Optional<Set<String>> declaredTests(String importPath) {
        return declared.computeIfAbsent(importPath, path -> directoryOf(path).flatMap(this::testsIn));
    }

    private Optional<Set<String>> testsIn(String directory) {
        Path folder = tree.resolve(directory).normalize();
        if (!folder.startsWith(tree) || !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        Set<String> names = new TreeSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*_test.go")) {
            for (Path file : files) {
                Optional<String> text = read(file);
                if (text.isEmpty()) {
                    return Optional.empty();
                }
                Matcher matcher = TEST.matcher(text.get());
                while (matcher.find()) {
                    names.add(matcher.group(1));
                }
            }
        } catch (IOException e) {
            return Optional.empty();
        }
        return names.isEmpty() ? Optional.empty() : Optional.of(names);
    }

    private static Optional<String> read(Path file) {
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > MAX_BYTES) {
                return Optional.empty();
            }
            try (InputStream in = Files.newInputStream(file)) {
                return Optional.of(new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
