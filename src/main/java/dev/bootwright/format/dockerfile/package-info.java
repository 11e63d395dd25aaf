/** Dockerfile and Containerfile instructions. */
@NullMarked
package dev.bootwright.format.dockerfile;

import org.jspecify.annotations.NullMarked;
