package dev.bootwright.ecosystem.python;

import java.nio.file.Path;

/** Paths of test files as a command in a working directory names them. */
final class PythonPaths {
    private PythonPaths() {}

    /** @param file relative to the tree, like the directory; absolute ones stay as they are */
    static String fromDirectory(String directory, String file) {
        if (directory.equals(".") || file.startsWith("/")) {
            return file;
        }
        return Path.of("/" + directory)
                .normalize()
                .relativize(Path.of("/" + file).normalize())
                .toString();
    }
}
