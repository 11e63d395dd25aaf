/** Small value types that every room shares: digests, paths, test ids, readiness, verdicts. */
@NullMarked
package dev.bootwright.base;

import org.jspecify.annotations.NullMarked;
