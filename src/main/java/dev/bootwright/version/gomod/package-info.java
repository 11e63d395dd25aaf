/** Versions of Go modules and of the Go language and toolchains, in Go's own order. */
@NullMarked
package dev.bootwright.version.gomod;

import org.jspecify.annotations.NullMarked;
