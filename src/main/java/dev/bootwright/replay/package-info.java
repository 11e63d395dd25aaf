/** Stage 7 of 7. Reads a verified Contract, produces its frozen form: filled lock files, proven to change nothing. */
@NullMarked
package dev.bootwright.replay;

import org.jspecify.annotations.NullMarked;
