/** The whole flow as one readable list of steps. */
@NullMarked
package dev.bootwright.pipeline;

import org.jspecify.annotations.NullMarked;
