/** Measures the product over a suite of repositories: runs, results, reports, comparisons. */
@NullMarked
package dev.bootwright.bench;

import org.jspecify.annotations.NullMarked;
