/** Versions and ranges as Maven orders and writes them. */
@NullMarked
package dev.bootwright.version.maven;

import org.jspecify.annotations.NullMarked;
