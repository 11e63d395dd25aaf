/** What can go wrong, as typed codes with an exit code and a page each. */
@NullMarked
package dev.bootwright.failure;

import org.jspecify.annotations.NullMarked;
