package dev.bootwright.format;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What a reader made of a file: the value, or why it was not understood.
 *
 * @param <T> what was to be read
 */
public sealed interface Reading<T> {
    record Value<T>(T value) implements Reading<T> {}

    /**
     * @param reason one line, for people
     * @param line from 1; 0 when the whole file is meant
     */
    record Unknown<T>(String reason, int line) implements Reading<T> {
        public Unknown {
            reason = Scrubber.snippet(reason);
        }
    }

    static <T> Reading<T> of(T value) {
        return new Value<>(value);
    }

    static <T> Reading<T> unknown(String reason, int line) {
        return new Unknown<>(reason, line);
    }

    /** The value, or empty after telling what was not understood. */
    default Optional<T> orReport(Consumer<Unknown<T>> report) {
        return switch (this) {
            case Value<T>(T value) -> Optional.of(value);
            case Unknown<T> unknown -> {
                report.accept(unknown);
                yield Optional.empty();
            }
        };
    }

    default Optional<T> toOptional() {
        return orReport(unknown -> {});
    }

    default <R> Reading<R> map(Function<T, R> function) {
        return switch (this) {
            case Value<T>(T value) -> of(function.apply(value));
            case Unknown<T>(String reason, int line) -> unknown(reason, line);
        };
    }
}
