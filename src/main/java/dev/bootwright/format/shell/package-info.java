/** Shell scripts split into simple commands; nothing is expanded or run. */
@NullMarked
package dev.bootwright.format.shell;

import org.jspecify.annotations.NullMarked;
