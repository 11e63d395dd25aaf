/** The run journal: typed events that every display and report is a fold over. */
@NullMarked
package dev.bootwright.event;

import org.jspecify.annotations.NullMarked;
