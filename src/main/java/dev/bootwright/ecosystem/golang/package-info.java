/** What the product knows of Go: modules, toolchains, the go command's ways. */
@NullMarked
package dev.bootwright.ecosystem.golang;

import org.jspecify.annotations.NullMarked;
