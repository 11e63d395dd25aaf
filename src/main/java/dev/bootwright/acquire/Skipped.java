package dev.bootwright.acquire;

import dev.bootwright.base.RelativePath;

/** Something that lies in the folder but was left out of the tree, and why. */
public record Skipped(RelativePath path, String reason) {}
