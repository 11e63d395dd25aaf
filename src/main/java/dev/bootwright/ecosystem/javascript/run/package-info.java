/** How the test runners of Node are listened to, read and narrowed. */
@NullMarked
package dev.bootwright.ecosystem.javascript.run;

import org.jspecify.annotations.NullMarked;
