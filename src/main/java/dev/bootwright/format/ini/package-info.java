/** Reads INI files as Python's configparser does, and keeps the line of every value. */
@NullMarked
package dev.bootwright.format.ini;

import org.jspecify.annotations.NullMarked;
