/** Git through its command line: repositories are read without their own configuration, and cloned without side effects. */
@NullMarked
package dev.bootwright.git;

import org.jspecify.annotations.NullMarked;
