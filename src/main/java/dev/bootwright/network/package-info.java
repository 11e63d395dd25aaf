/** The network profile of the host: proxy, authorities, reachability of what ecosystems need. */
@NullMarked
package dev.bootwright.network;

import org.jspecify.annotations.NullMarked;
