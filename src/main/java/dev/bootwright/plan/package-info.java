/** Stage 3 of 7. Reads a DiscoveryReport, produces a BootstrapPlan. */
@NullMarked
package dev.bootwright.plan;

import org.jspecify.annotations.NullMarked;
