/** Package sources, brought by the registries' own clients in a sandbox. */
@NullMarked
package dev.bootwright.acquire.registry;

import org.jspecify.annotations.NullMarked;
