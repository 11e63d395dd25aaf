package dev.bootwright.format;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One value of a structured file, as text and with the line it stands on, from 1. */
public sealed interface Node {
    int line();

    /**
     * @param line where the value begins; for a block scalar the line of its {@code |}
     * @param textLine where the first line of the text itself stands
     * @param quoted whether the file quotes it or writes it as a block, so that {@code null} or {@code ~} means the text
     */
    record Scalar(String value, int line, int textLine, boolean quoted) implements Node {
        public boolean isNull() {
            return !quoted && (value.isEmpty() || value.equals("~") || value.equals("null"));
        }
    }

    record Sequence(List<Node> items, int line) implements Node {
        public Sequence {
            items = List.copyOf(items);
        }
    }

    /**
     * @param entries in file order; of equal keys the last
     * @param keyLines the line of each key
     */
    record Mapping(Map<String, Node> entries, Map<String, Integer> keyLines, int line) implements Node {
        public Mapping {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
            keyLines = Collections.unmodifiableMap(new LinkedHashMap<>(keyLines));
        }

        public int keyLine(String key) {
            return keyLines.getOrDefault(key, line);
        }
    }

    /** The value of a key; empty when this is no mapping or has no such key. */
    default Optional<Node> get(String key) {
        return this instanceof Mapping mapping
                ? Optional.ofNullable(mapping.entries().get(key))
                : Optional.empty();
    }

    /** The value below several keys. */
    default Optional<Node> at(String... keys) {
        Optional<Node> node = Optional.of(this);
        for (String key : keys) {
            node = node.flatMap(n -> n.get(key));
        }
        return node;
    }

    /** The text of a scalar that is not null. */
    default Optional<String> text() {
        return this instanceof Scalar scalar && !scalar.isNull() ? Optional.of(scalar.value()) : Optional.empty();
    }

    /** The text of a scalar below a key. */
    default Optional<String> text(String key) {
        return get(key).flatMap(Node::text);
    }

    /** The entries of a mapping; empty for anything else. */
    default Map<String, Node> entries() {
        return Map.of();
    }

    /** The items of a sequence, a scalar as its only item, nothing for anything else. */
    default List<Node> list() {
        return switch (this) {
            case Sequence sequence -> sequence.items();
            case Scalar scalar -> scalar.isNull() ? List.of() : List.of(scalar);
            case Mapping mapping -> List.of();
        };
    }

    /** The texts of {@link #list()}. */
    default List<String> texts() {
        return list().stream().flatMap(n -> n.text().stream()).toList();
    }
}
