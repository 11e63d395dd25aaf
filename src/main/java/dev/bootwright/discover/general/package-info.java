/** Detectors of what is not one ecosystem's: CI, build files, containers, documents, Git, tests by name. */
@NullMarked
package dev.bootwright.discover.general;

import org.jspecify.annotations.NullMarked;
