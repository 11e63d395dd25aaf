/** Step, route, plan-independent contract records: nothing but data. */
@NullMarked
package dev.bootwright.step;

import org.jspecify.annotations.NullMarked;
