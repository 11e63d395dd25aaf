package dev.bootwright.cli;

import dev.bootwright.pipeline.Components;

/** Opens what commands work with; called only by commands that need it, so that {@code --help} stays quick. */
@FunctionalInterface
public interface Session {
    Components open();
}
