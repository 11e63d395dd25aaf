/** Stage 6 of 7. Reads a Contract and its evidence, produces sanity findings (and later diagnoses and deltas). */
@NullMarked
package dev.bootwright.repair;

import org.jspecify.annotations.NullMarked;
