/** CI systems beside GitHub Actions: their files read into the same commands and findings. */
@NullMarked
package dev.bootwright.discover.ci;

import org.jspecify.annotations.NullMarked;
