package dev.bootwright.discover.actions;

import dev.bootwright.format.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The cells of a job's matrix.
 *
 * @param cells in GitHub's order; one empty cell without a matrix
 * @param computed names of values that only a run computes; {@code *} when that holds for all
 * @param reason what they are computed from; empty when all cells are known
 * @param line of the matrix; 0 without one
 */
record Matrix(List<Map<String, Node>> cells, Set<String> computed, Optional<String> reason, int line) {
    private static final int CELL_LIMIT = 512;

    static Matrix of(Node job, Scope scope) {
        Optional<Node> written = job.at("strategy", "matrix");
        if (written.isEmpty()) {
            return new Matrix(List.of(Map.of()), Set.of(), Optional.empty(), 0);
        }
        Node node = written.get();
        Resolved matrix = resolve(node, scope);
        if (matrix.unknown().isPresent()) {
            return new Matrix(List.of(Map.of()), Set.of("*"), matrix.unknown(), node.line());
        }
        List<Map<String, Node>> cells = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        Set<String> computed = new TreeSet<>();
        Map<String, List<Node>> axes = new LinkedHashMap<>();
        matrix.node().entries().forEach((name, value) -> {
            if (!name.equals("include") && !name.equals("exclude")) {
                Resolved axis = resolve(value, scope);
                if (axis.unknown().isPresent()) {
                    unknown.add(axis.unknown().get());
                    computed.add(name);
                    return;
                }
                axes.put(
                        name,
                        axis.node().list().stream()
                                .map(n -> resolve(n, scope).node())
                                .toList());
            }
        });
        product(axes, cells);
        list(matrix.node(), "exclude", scope, unknown)
                .forEach(excluded -> cells.removeIf(cell -> agrees(cell, excluded.entries())));
        include(cells, axes, list(matrix.node(), "include", scope, unknown), scope);
        if (unknown.size() > computed.size()) {
            computed.add("*"); // an include or exclude list: its names are not known
        }
        return new Matrix(
                cells.isEmpty() ? List.of(Map.of()) : List.copyOf(cells),
                computed,
                unknown.stream().findFirst(),
                node.line());
    }

    private record Resolved(Node node, Optional<String> unknown) {}

    /** A scalar that holds an expression becomes that expression's value. */
    private static Resolved resolve(Node node, Scope scope) {
        if (!(node instanceof Node.Scalar scalar) || !scalar.value().contains("${{")) {
            return new Resolved(node, Optional.empty());
        }
        StaticValue value = Expressions.value(scalar.value(), scope);
        return switch (value) {
            case StaticValue.Unknown(String what) -> new Resolved(node, Optional.of(what));
            case StaticValue.Tree(Node tree) -> new Resolved(tree, Optional.empty());
            case StaticValue.Text text -> scalar(scalar, text);
            case StaticValue.Numeric number -> scalar(scalar, number);
            case StaticValue.Truth truth -> scalar(scalar, truth);
            case StaticValue.Nothing nothing -> scalar(scalar, nothing);
        };
    }

    private static Resolved scalar(Node.Scalar from, StaticValue value) {
        return new Resolved(new Node.Scalar(value.text(), from.line(), from.textLine(), false), Optional.empty());
    }

    private static List<Node> list(Node matrix, String key, Scope scope, List<String> unknown) {
        Optional<Node> node = matrix.get(key);
        if (node.isEmpty()) {
            return List.of();
        }
        Resolved resolved = resolve(node.get(), scope);
        resolved.unknown().ifPresent(unknown::add);
        return resolved.node().list().stream()
                .filter(n -> n instanceof Node.Mapping)
                .toList();
    }

    private static void product(Map<String, List<Node>> axes, List<Map<String, Node>> cells) {
        if (axes.values().stream().allMatch(List::isEmpty)) {
            return;
        }
        cells.add(Map.of());
        axes.forEach((name, values) -> {
            List<Map<String, Node>> longer = new ArrayList<>();
            for (Map<String, Node> cell : cells) {
                for (Node value : values) {
                    if (longer.size() < CELL_LIMIT) {
                        Map<String, Node> copy = new LinkedHashMap<>(cell);
                        copy.put(name, value);
                        longer.add(copy);
                    }
                }
            }
            cells.clear();
            cells.addAll(longer);
        });
    }

    private static boolean agrees(Map<String, Node> cell, Map<String, Node> wanted) {
        return wanted.entrySet().stream()
                .allMatch(e -> cell.containsKey(e.getKey()) && same(cell.get(e.getKey()), e.getValue()));
    }

    private static boolean same(Node a, Node b) {
        return a != null && shape(a).equals(shape(b));
    }

    private static String shape(Node node) {
        return switch (node) {
            case Node.Scalar scalar -> scalar.value();
            case Node.Sequence sequence ->
                sequence.items().stream().map(Matrix::shape).toList().toString();
            case Node.Mapping mapping -> {
                StringBuilder out = new StringBuilder("{");
                mapping.entries()
                        .forEach((k, v) ->
                                out.append(k).append('=').append(shape(v)).append(','));
                yield out.append('}').toString();
            }
        };
    }

    /** An entry extends every cell whose original values it does not contradict; where there is none it is a cell. */
    private static void include(
            List<Map<String, Node>> cells, Map<String, List<Node>> axes, List<Node> entries, Scope scope) {
        int originals = cells.size();
        for (Node entry : entries) {
            Map<String, Node> values = new LinkedHashMap<>();
            entry.entries().forEach((k, v) -> values.put(k, resolve(v, scope).node()));
            Map<String, Node> onAxes = new LinkedHashMap<>(values);
            onAxes.keySet().retainAll(axes.keySet());
            boolean added = false;
            for (int i = 0; i < originals; i++) {
                if (agrees(cells.get(i), onAxes)) {
                    Map<String, Node> copy = new LinkedHashMap<>(cells.get(i));
                    copy.putAll(values);
                    cells.set(i, copy);
                    added = true;
                }
            }
            if (!added && cells.size() < CELL_LIMIT) {
                cells.add(values);
            }
        }
    }
}
