/** Main and wiring: the only place that constructs implementations. */
@NullMarked
package dev.bootwright.app;

import org.jspecify.annotations.NullMarked;
