/** Stage 2 of 7. Reads a Workspace, produces a DiscoveryReport. */
@NullMarked
package dev.bootwright.discover;

import org.jspecify.annotations.NullMarked;
