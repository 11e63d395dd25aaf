/** Stage 1 of 7. Reads what the user named, produces a Workspace. */
@NullMarked
package dev.bootwright.acquire;

import org.jspecify.annotations.NullMarked;
