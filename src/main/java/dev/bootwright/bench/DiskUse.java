package dev.bootwright.bench;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.TreeSet;

/** Adds up what a row takes on the disk. */
final class DiskUse {
    private DiskUse() {}

    /** The names of the layers that the store holds. */
    static Set<String> layers(Path layers) {
        Set<String> names = new TreeSet<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(layers.resolve("d"))) {
            for (Path layer : all) {
                names.add(layer.getFileName().toString());
            }
        } catch (IOException e) {
            // No layer yet, or an engine that keeps its layers elsewhere.
            return names;
        }
        return names;
    }

    /** Bytes of the layers that were not there before. */
    static long added(Path layers, Set<String> before) {
        return layers(layers).stream()
                .filter(name -> !before.contains(name))
                .mapToLong(name -> ofFolder(layers.resolve("d").resolve(name)))
                .sum();
    }

    /** Bytes of the regular files of a folder; no link is followed. */
    static long ofFolder(Path folder) {
        long[] sum = {0};
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    sum[0] += attributes.isRegularFile() ? attributes.size() : 0;
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            return sum[0];
        }
        return sum[0];
    }
}
