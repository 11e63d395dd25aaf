/** Where toolchains come from: which releases there are, and which distributions and registries hold them. */
@NullMarked
package dev.bootwright.toolchain;

import org.jspecify.annotations.NullMarked;
