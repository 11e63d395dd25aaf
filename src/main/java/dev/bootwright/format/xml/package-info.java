/** XML with the lines of its elements; no document type, nothing external. */
@NullMarked
package dev.bootwright.format.xml;

import org.jspecify.annotations.NullMarked;
