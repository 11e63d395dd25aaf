/** Runs host processes from one immortal launcher thread, with limits. */
@NullMarked
package dev.bootwright.process;

import org.jspecify.annotations.NullMarked;
