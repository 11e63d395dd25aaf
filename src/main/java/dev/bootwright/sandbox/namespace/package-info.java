/** The engine without a daemon: bubblewrap on overlay mounts, in a shifted user namespace. */
@NullMarked
package dev.bootwright.sandbox.namespace;

import org.jspecify.annotations.NullMarked;
