package dev.bootwright.sandbox;

import java.nio.file.Path;

/**
 * A host file or folder shown read-only inside a sandbox; never part of a layer.
 *
 * @param target an absolute path inside the sandbox
 */
public record ReadOnlyBind(Path source, String target) {}
