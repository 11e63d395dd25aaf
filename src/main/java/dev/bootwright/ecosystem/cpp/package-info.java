/** C and C++: CMake, Meson, Autotools, plain Make; CTest and what test programs report of their cases. */
@NullMarked
package dev.bootwright.ecosystem.cpp;

import org.jspecify.annotations.NullMarked;
