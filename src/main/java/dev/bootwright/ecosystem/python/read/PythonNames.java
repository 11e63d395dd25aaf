package dev.bootwright.ecosystem.python.read;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which modules Python itself has, which distributions bring which modules, and which plug-ins pytest options belong to. */
public final class PythonNames {
    private static final Map<String, String> STANDARD = new LinkedHashMap<>();
    private static final Map<String, String> DISTRIBUTIONS = new LinkedHashMap<>();
    private static final Map<String, String> PLUGIN_KEYS = new LinkedHashMap<>();
    private static final Map<String, String> PLUGIN_FIXTURES = new LinkedHashMap<>();
    private static final Map<String, String> PLUGIN_MARKS = new LinkedHashMap<>();
    private static final Map<String, String> PLUGIN_OPTIONS = new LinkedHashMap<>();

    static {
        for (List<String> words : lines("standard-library.txt")) {
            STANDARD.put(words.getFirst(), words.size() > 1 ? words.get(1) : "");
        }
        for (List<String> words : lines("distributions.txt")) {
            DISTRIBUTIONS.put(words.getFirst(), words.get(1));
        }
        for (List<String> words : lines("pytest-plugins.txt")) {
            Map<String, String> table = switch (words.getFirst()) {
                case "key" -> PLUGIN_KEYS;
                case "fixture" -> PLUGIN_FIXTURES;
                case "mark" -> PLUGIN_MARKS;
                default -> PLUGIN_OPTIONS;
            };
            table.put(words.get(1), words.get(2));
        }
    }

    private PythonNames() {}

    private static List<List<String>> lines(String resource) {
        List<List<String>> found = new ArrayList<>();
        try (InputStream in = PythonNames.class.getResourceAsStream("/python/" + resource)) {
            if (in == null) {
                throw new IllegalStateException("the product lacks its resource python/" + resource);
            }
            BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    found.add(List.of(line.split(" ")));
                }
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether some supported Python has this module in its standard library. */
    public static boolean isStandard(String topLevel) {
        return STANDARD.containsKey(topLevel);
    }

    /** The first Python version, for example {@code 3.12}, whose standard library lacks a module that older ones had. */
    public static Optional<String> removedIn(String topLevel) {
        return Optional.ofNullable(STANDARD.get(topLevel)).filter(v -> !v.isEmpty());
    }

    /** The requirement that brings a module; the longest known prefix decides. Empty for modules that are not known. */
    public static Optional<String> distributionOf(String module) {
        String prefix = module;
        while (!prefix.isEmpty()) {
            String found = DISTRIBUTIONS.get(prefix);
            if (found != null) {
                return Optional.of(found);
            }
            prefix = prefix.contains(".") ? prefix.substring(0, prefix.lastIndexOf('.')) : "";
        }
        return Optional.empty();
    }

    /** The plug-in that a setting of pytest belongs to. */
    public static Optional<String> pluginOfKey(String key) {
        return Optional.ofNullable(PLUGIN_KEYS.get(key));
    }

    /** The plug-in that brings a fixture. */
    public static Optional<String> pluginOfFixture(String name) {
        return Optional.ofNullable(PLUGIN_FIXTURES.get(name));
    }

    /** The plug-in that gives a mark its meaning. */
    public static Optional<String> pluginOfMark(String name) {
        return Optional.ofNullable(PLUGIN_MARKS.get(name));
    }

    /** The plug-in that a word of pytest's command line belongs to. */
    public static Optional<String> pluginOfOption(String word) {
        String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
        for (Map.Entry<String, String> entry : PLUGIN_OPTIONS.entrySet()) {
            String pattern = entry.getKey();
            boolean prefix = pattern.endsWith("*");
            String fixed = prefix ? pattern.substring(0, pattern.length() - 1) : pattern;
            boolean cluster = fixed.length() == 2
                    && name.length() > 2
                    && !name.substring(2).matches("[0-9]+|auto|logical");
            if (!cluster && (prefix ? name.startsWith(fixed) : name.equals(fixed))) {
                return Optional.of(entry.getValue());
            }
        }
        return Optional.empty();
    }
}
