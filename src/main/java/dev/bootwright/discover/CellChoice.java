package dev.bootwright.discover;

import dev.bootwright.format.Node;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Chooses one cell of a matrix: on Linux, nothing experimental, the newest versions, else the first. */
public final class CellChoice {
    private static final int VALUE_LIMIT = 200;
    private static final Pattern VERSIONED = Pattern.compile(
            "(?i)(python|^py|golang|^go|node|java|jdk|ruby|php|rust|dotnet|toolchain|version|toxenv|tox[_-]?env)");
    private static final Pattern VERSION = Pattern.compile("[0-9]+\\.[0-9]+(?:\\.[0-9]+)?(?:\\.[x*])?");
    private static final Pattern SPECIAL = Pattern.compile(
            "(?i)(-dev\\b|alpha|beta|[0-9]rc[0-9]*|nightly|experimental|\\btip\\b|\\bmaster\\b|\\bmain\\b|\\bpre\\b"
                    + "|\\bmin(?:imum|imal)?\\b|oldest|lowest|\\bdevel?\\b|upstream|^3\\.[0-9]+t$|[0-9]t-|no-?gil)");
    private static final Pattern OTHER_IMPLEMENTATION =
            Pattern.compile("(?i)pypy|graal|jython|ironpython|tinygo|gccgo");
    private static final Pattern NUMBERS = Pattern.compile("[0-9]+(?:\\.[0-9]+)*");
    private static final Pattern ENVIRONMENT = Pattern.compile("(?i)(?:.*[^a-z])?py-?([23])([0-9]{1,2})(?:[^0-9].*)?");

    private CellChoice() {}

    private record Ranked(Map<String, Node> cell, int penalty, List<List<Integer>> versions) {}

    /**
     * @param known oddities of values that were met before, as the workflows of a repository repeat each other
     */
    public static Map<String, Node> choose(
            List<Map<String, Node>> cells, Predicate<Map<String, Node>> linux, Map<String, Integer> known) {
        if (cells.size() == 1) {
            return cells.getFirst();
        }
        return cells.stream()
                .map(cell -> new Ranked(cell, penalty(cell, linux, known), versions(cell)))
                .min(Comparator.comparingInt(Ranked::penalty).thenComparing(Ranked::versions, CellChoice::newestFirst))
                .map(Ranked::cell)
                .orElse(Map.of());
    }

    /** Not on Linux weighs most, then experimental, then another implementation, then special versions. */
    private static int penalty(Map<String, Node> cell, Predicate<Map<String, Node>> linux, Map<String, Integer> known) {
        int values = cell.values().stream()
                .flatMap(CellChoice::leaves)
                .mapToInt(text -> known.computeIfAbsent(text, CellChoice::oddity))
                .reduce(0, (a, b) -> a | b);
        return (linux.test(cell) ? 0 : 8) + (experimental(cell) ? 4 : 0) + values;
    }

    private static int oddity(String text) {
        if (text.length() > VALUE_LIMIT) {
            return 0;
        }
        return (OTHER_IMPLEMENTATION.matcher(text).find() ? 2 : 0)
                + (SPECIAL.matcher(text).find() ? 1 : 0);
    }

    /** {@code os=ubuntu-latest, python-version=3.13}; of nested values nothing is shown. */
    public static String name(Map<String, Node> cell) {
        List<String> parts = new ArrayList<>();
        cell.forEach((name, value) -> value.text().ifPresent(text -> parts.add(name + "=" + text)));
        return String.join(", ", parts);
    }

    private static boolean experimental(Map<String, Node> cell) {
        return cell.entrySet().stream()
                .filter(e -> e.getKey().contains("experimental")
                        || e.getKey().contains("allow")
                        || e.getKey().contains("continue-on-error"))
                .anyMatch(e -> e.getValue().text().orElse("").equals("true"));
    }

    private static Stream<String> leaves(Node node) {
        return switch (node) {
            case Node.Scalar scalar -> scalar.text().stream();
            case Node.Sequence sequence -> sequence.texts().stream();
            case Node.Mapping mapping -> mapping.entries().values().stream().flatMap(n -> n.text().stream());
        };
    }

    private static List<List<Integer>> versions(Map<String, Node> cell) {
        List<List<Integer>> result = new ArrayList<>();
        cell.forEach((name, value) -> {
            String text = value.text().filter(t -> t.length() <= VALUE_LIMIT).orElse("");
            if (VERSIONED.matcher(name).find() || VERSION.matcher(text).matches()) {
                result.add(numbers(text));
            }
        });
        return result;
    }

    private static List<Integer> numbers(String text) {
        Matcher environment = ENVIRONMENT.matcher(text);
        if (environment.matches()) {
            return List.of(Integer.parseInt(environment.group(1)), Integer.parseInt(environment.group(2)));
        }
        Matcher matcher = NUMBERS.matcher(text);
        List<Integer> result = new ArrayList<>();
        if (matcher.find()) {
            for (String part : matcher.group().split("\\.")) {
                result.add(part.length() > 8 ? Integer.MAX_VALUE : Integer.parseInt(part));
            }
        }
        return result;
    }

    private static int newestFirst(List<List<Integer>> a, List<List<Integer>> b) {
        for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
            int order = compare(b.get(i), a.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static int compare(List<Integer> a, List<Integer> b) {
        for (int i = 0; i < Math.max(a.size(), b.size()); i++) {
            int order = Integer.compare(i < a.size() ? a.get(i) : -1, i < b.size() ? b.get(i) : -1);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }
}
