/** Ecosystems: each bundles detector, routes, steps, runners and diagnoser. */
@NullMarked
package dev.bootwright.ecosystem;

import org.jspecify.annotations.NullMarked;
