/** Stage 5 of 7. Reads a Contract, produces a VerificationReport. */
@NullMarked
package dev.bootwright.verify;

import org.jspecify.annotations.NullMarked;
