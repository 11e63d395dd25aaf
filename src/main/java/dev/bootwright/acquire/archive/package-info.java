/** Archives of unknown origin as streams of entries, with names as bytes. */
@NullMarked
package dev.bootwright.acquire.archive;

import org.jspecify.annotations.NullMarked;
