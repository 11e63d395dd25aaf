/** Readers of foreign files that keep line numbers, are bounded, and never throw. */
@NullMarked
package dev.bootwright.format;

import org.jspecify.annotations.NullMarked;
