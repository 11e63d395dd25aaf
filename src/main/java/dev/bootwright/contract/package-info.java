/** Stage 4 of 7. Reads a BootstrapPlan and a Route, produces a Contract and its files. */
@NullMarked
package dev.bootwright.contract;

import org.jspecify.annotations.NullMarked;
