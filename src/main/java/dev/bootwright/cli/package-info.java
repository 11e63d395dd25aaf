/** The command line: options in, one document or plain lines out. */
@NullMarked
package dev.bootwright.cli;

import org.jspecify.annotations.NullMarked;
