/** JSON with comments and line numbers. */
@NullMarked
package dev.bootwright.format.json;

import org.jspecify.annotations.NullMarked;
