/** Bash read into a tree that keeps what decides a script's status: lists, conditions, pipes, background, redirections. */
@NullMarked
package dev.bootwright.repair.shell;

import org.jspecify.annotations.NullMarked;
