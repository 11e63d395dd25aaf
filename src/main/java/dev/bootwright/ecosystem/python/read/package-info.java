/** One reader for each file format in which a Python project says something about itself; they run nothing. */
@NullMarked
package dev.bootwright.ecosystem.python.read;

import org.jspecify.annotations.NullMarked;
