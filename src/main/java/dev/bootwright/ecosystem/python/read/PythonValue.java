package dev.bootwright.ecosystem.python.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What an expression in Python source is without running it; most are not understood. */
sealed interface PythonValue {
    int line();

    record Text(String value, int line) implements PythonValue {}

    record Items(List<PythonValue> values, int line) implements PythonValue {
        public Items {
            values = List.copyOf(values);
        }
    }

    record Pair(PythonValue key, PythonValue value) {}

    record Pairs(List<Pair> pairs, int line) implements PythonValue {
        public Pairs {
            pairs = List.copyOf(pairs);
        }
    }

    /** An argument with its keyword; empty for one by position. */
    record Argument(String keyword, PythonValue value) {}

    record Call(String function, List<Argument> arguments, int line) implements PythonValue {
        public Call {
            arguments = List.copyOf(arguments);
        }

        Optional<PythonValue> argument(String keyword) {
            return arguments.stream()
                    .filter(a -> a.keyword().equals(keyword))
                    .map(Argument::value)
                    .findFirst();
        }

        /** The strings given by position, lists unfolded. */
        List<Text> positional() {
            List<Text> found = new ArrayList<>();
            arguments.stream()
                    .filter(a -> a.keyword().isEmpty())
                    .forEach(a -> found.addAll(a.value().texts()));
            return found;
        }
    }

    /** An expression that only running would give; {@code text} is its beginning. */
    record Opaque(String text, int line) implements PythonValue {}

    /** The string itself, or the strings of a list. */
    default List<Text> texts() {
        return switch (this) {
            case Text text -> List.of(text);
            case Items items ->
                items.values().stream()
                        .filter(Text.class::isInstance)
                        .map(Text.class::cast)
                        .toList();
            case Pairs _, Call _, Opaque _ -> List.of();
        };
    }

    /** Whether nothing of it is opaque. */
    default boolean isKnown() {
        return switch (this) {
            case Text _ -> true;
            case Items items -> items.values().stream().allMatch(PythonValue::isKnown);
            case Pairs pairs ->
                pairs.pairs().stream()
                        .allMatch(p -> p.key().isKnown() && p.value().isKnown());
            case Call _, Opaque _ -> false;
        };
    }
}
