/** What executions printed, normalised, and the signatures that read causes out of it. */
@NullMarked
package dev.bootwright.trace;

import org.jspecify.annotations.NullMarked;
