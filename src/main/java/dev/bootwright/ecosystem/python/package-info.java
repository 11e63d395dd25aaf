/** Python: what a repository says about its interpreter, dependencies and tests, and the ways and steps that follow. */
@NullMarked
package dev.bootwright.ecosystem.python;

import org.jspecify.annotations.NullMarked;
