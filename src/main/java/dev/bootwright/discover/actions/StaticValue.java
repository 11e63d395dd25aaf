package dev.bootwright.discover.actions;

import dev.bootwright.format.Node;

/** What an expression is worth as far as it can be told without running anything. */
sealed interface StaticValue {
    record Text(String value) implements StaticValue {}

    record Numeric(double value) implements StaticValue {}

    record Truth(boolean value) implements StaticValue {}

    record Nothing() implements StaticValue {}

    /** A sequence or mapping. */
    record Tree(Node node) implements StaticValue {}

    /**
     * @param what the part that is known only at run time, for example {@code secrets.TOKEN}
     */
    record Unknown(String what) implements StaticValue {}

    static StaticValue nothing() {
        return new Nothing();
    }

    static StaticValue of(boolean value) {
        return new Truth(value);
    }

    static StaticValue of(Node node) {
        return switch (node) {
            case Node.Scalar scalar when scalar.isNull() -> nothing();
            case Node.Scalar scalar when !scalar.quoted() && scalar.value().equals("true") -> of(true);
            case Node.Scalar scalar when !scalar.quoted() && scalar.value().equals("false") -> of(false);
            case Node.Scalar scalar -> new Text(scalar.value());
            case Node.Sequence sequence -> new Tree(sequence);
            case Node.Mapping mapping -> new Tree(mapping);
        };
    }

    default boolean known() {
        return !(this instanceof Unknown);
    }

    /** Whether it counts as true; an unknown does not. */
    default boolean truthy() {
        return switch (this) {
            case Text(String value) -> !value.isEmpty();
            case Numeric(double value) -> value != 0 && !Double.isNaN(value);
            case Truth(boolean value) -> value;
            case Nothing() -> false;
            case Tree(Node node) -> true;
            case Unknown(String what) -> false;
        };
    }

    /** As it appears in a script. */
    default String text() {
        return switch (this) {
            case Text(String value) -> value;
            case Numeric(double value) ->
                value == Math.rint(value) && Math.abs(value) < 1e15
                        ? Long.toString((long) value)
                        : Double.toString(value);
            case Truth(boolean value) -> Boolean.toString(value);
            case Nothing() -> "";
            case Tree(Node node) -> node instanceof Node.Sequence ? "Array" : "Object";
            case Unknown(String what) -> "${{ " + what + " }}";
        };
    }

    /** As GitHub compares: numbers as numbers, texts without regard to case. */
    default double number() {
        return switch (this) {
            case Text(String value) -> parse(value.strip());
            case Numeric(double value) -> value;
            case Truth(boolean value) -> value ? 1 : 0;
            case Nothing() -> 0;
            case Tree(Node node) -> Double.NaN;
            case Unknown(String what) -> Double.NaN;
        };
    }

    private static double parse(String text) {
        if (text.isEmpty()) {
            return 0;
        }
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
