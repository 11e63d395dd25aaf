package dev.bootwright.trace;

import dev.bootwright.base.Cause;
import java.util.regex.Pattern;

/**
 * A pattern of failure text that names a cause.
 *
 * @param id stable, for example {@code python-module-missing}
 * @param pattern matched anywhere in normalised text; group {@code need}, where present, names the lacking thing
 * @param needKind {@code module}, {@code command}, {@code header}, {@code library}, {@code service}, {@code host},
 *     {@code display}, {@code device}, {@code permission}, {@code locale}; empty for {@link Cause#OWN} patterns
 */
public record Signature(String id, Pattern pattern, Cause cause, String needKind) {}
