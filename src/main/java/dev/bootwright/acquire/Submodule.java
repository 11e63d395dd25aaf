package dev.bootwright.acquire;

import dev.bootwright.base.RelativePath;

/**
 * A submodule that the repository names.
 *
 * @param commit the commit that the repository wants
 * @param present whether its files are there and part of the tree
 */
public record Submodule(RelativePath path, String commit, boolean present) {}
