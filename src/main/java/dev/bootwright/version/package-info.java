/** Versions and ranges; each ecosystem's own rules live in a package below. */
@NullMarked
package dev.bootwright.version;

import org.jspecify.annotations.NullMarked;
