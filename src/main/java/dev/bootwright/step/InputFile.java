package dev.bootwright.step;

import dev.bootwright.base.Digest;

/** A repository file that the contract was derived from. */
public record InputFile(String path, Digest digest) {}
