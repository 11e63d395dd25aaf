package dev.bootwright.format.toml;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A value of a TOML document with the line, from 1, on which it starts. */
public sealed interface TomlValue {
    int line();

    /** A string. */
    record Text(String value, int line) implements TomlValue {}

    /** A number, truth value or date, as text. */
    record Scalar(String value, int line) implements TomlValue {}

    /** An array. */
    record Items(List<TomlValue> values, int line) implements TomlValue {
        public Items {
            values = List.copyOf(values);
        }
    }

    /** A table, keys in document order. */
    record Table(Map<String, TomlValue> entries, int line) implements TomlValue {
        public Table {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }

        /** The value at a path of keys. */
        public Optional<TomlValue> get(String... path) {
            TomlValue current = this;
            for (String key : path) {
                if (!(current instanceof Table table) || !table.entries.containsKey(key)) {
                    return Optional.empty();
                }
                current = table.entries.getOrDefault(key, current);
            }
            return Optional.of(current);
        }

        public Optional<Text> text(String... path) {
            return get(path).filter(Text.class::isInstance).map(Text.class::cast);
        }

        public Optional<Table> table(String... path) {
            return get(path).filter(Table.class::isInstance).map(Table.class::cast);
        }

        /** The elements of an array; empty when there is none. */
        public List<TomlValue> items(String... path) {
            return get(path)
                    .filter(Items.class::isInstance)
                    .map(v -> ((Items) v).values())
                    .orElse(List.of());
        }

        /** The strings among the elements of an array; empty when there is none. */
        public List<Text> texts(String... path) {
            List<Text> found = new ArrayList<>();
            for (TomlValue item : items(path)) {
                if (item instanceof Text text) {
                    found.add(text);
                }
            }
            return found;
        }
    }

    /** A string, number, truth value or date as text; empty for arrays and tables. */
    default Optional<String> plain() {
        return switch (this) {
            case Text text -> Optional.of(text.value());
            case Scalar scalar -> Optional.of(scalar.value());
            case Items _, Table _ -> Optional.empty();
        };
    }
}
