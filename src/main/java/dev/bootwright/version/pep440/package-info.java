/** Python's versions and specifier sets, after PEP 440. */
@NullMarked
package dev.bootwright.version.pep440;

import org.jspecify.annotations.NullMarked;
