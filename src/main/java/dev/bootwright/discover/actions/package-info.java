/** GitHub Actions, evaluated statically for one concrete cell of each matrix. */
@NullMarked
package dev.bootwright.discover.actions;

import org.jspecify.annotations.NullMarked;
