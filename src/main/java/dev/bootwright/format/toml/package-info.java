/** Reads TOML and keeps the line of every value. The only package that knows tomlj. */
@NullMarked
package dev.bootwright.format.toml;

import org.jspecify.annotations.NullMarked;
