/** Reads JavaScript evidence: manifests, lock files, scripts, version files. Runs nothing. */
@NullMarked
package dev.bootwright.ecosystem.javascript.read;

import org.jspecify.annotations.NullMarked;
