/** Code blocks of Markdown and reStructuredText documents. */
@NullMarked
package dev.bootwright.format.markdown;

import org.jspecify.annotations.NullMarked;
