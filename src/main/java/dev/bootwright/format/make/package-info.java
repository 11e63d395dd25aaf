/** Makefiles and justfiles: targets, recipes and the variables whose value is written there. */
@NullMarked
package dev.bootwright.format.make;

import org.jspecify.annotations.NullMarked;
