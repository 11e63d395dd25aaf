/** The port to isolated environments: the only place where repository code may run. */
@NullMarked
package dev.bootwright.sandbox;

import org.jspecify.annotations.NullMarked;
