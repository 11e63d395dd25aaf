/** Versions of npm packages and of Node, in semantic versioning's order, and npm's ranges. */
@NullMarked
package dev.bootwright.version.npm;

import org.jspecify.annotations.NullMarked;
