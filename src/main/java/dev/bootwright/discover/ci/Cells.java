package dev.bootwright.discover.ci;

import dev.bootwright.discover.CellChoice;
import dev.bootwright.format.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The cells of a matrix and the one that is followed. */
record Cells(List<Map<String, Node>> all, Map<String, Node> chosen) {
    private static final int MOST = 2_000;

    static Cells of(List<Map<String, Node>> cells, Predicate<Map<String, Node>> linux) {
        List<Map<String, Node>> some = cells.isEmpty() ? List.of(Map.of()) : cells;
        return new Cells(some, CellChoice.choose(some, linux, new HashMap<>()));
    }

    /** Every combination of the axes' values. */
    static List<Map<String, Node>> product(Map<String, List<Node>> axes) {
        List<Map<String, Node>> cells = new ArrayList<>(List.of(Map.of()));
        axes.forEach((name, values) -> {
            if (values.isEmpty() || (long) cells.size() * values.size() > MOST) {
                return;
            }
            List<Map<String, Node>> more = new ArrayList<>();
            for (Map<String, Node> cell : cells) {
                for (Node value : values) {
                    Map<String, Node> extended = new LinkedHashMap<>(cell);
                    extended.put(name, value);
                    more.add(extended);
                }
            }
            cells.clear();
            cells.addAll(more);
        });
        return cells;
    }

    /** The texts that the cells give an axis, each once. */
    List<String> texts(String axis) {
        return all.stream()
                .flatMap(cell -> Optional.ofNullable(cell.get(axis)).flatMap(Node::text).stream())
                .distinct()
                .toList();
    }

    Optional<Node> value(String axis) {
        return Optional.ofNullable(chosen.get(axis));
    }
}
