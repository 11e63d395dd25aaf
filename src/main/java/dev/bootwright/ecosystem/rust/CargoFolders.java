package dev.bootwright.ecosystem.rust;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Where packages lie below the folder in which cargo ran, to find the file that a test binary was made of. */
final class CargoFolders {
    private static final int DEPTH = 6;
    private static final int MOST = 1000;
    private static final int LIMIT = 1 << 20;
    private static final Set<String> PASSED_BY = Set.of("target", "node_modules", "vendor", ".git");

    private final Path host;
    private final String project;
    private final List<CargoManifest> manifests = new ArrayList<>();

    private CargoFolders(Path host, String project) {
        this.host = host;
        this.project = project;
    }

    static CargoFolders of(Path host, String project) {
        CargoFolders folders = new CargoFolders(host, project);
        try {
            folders.walk();
        } catch (IOException e) {
            // What can't be read names no file; the tests keep the path that cargo gave.
        }
        return folders;
    }

    private void walk() throws IOException {
        Path start = project.equals(".") ? host : host.resolve(project);
        Files.walkFileTree(
                start, EnumSet.noneOf(java.nio.file.FileVisitOption.class), DEPTH, new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                        return PASSED_BY.contains(String.valueOf(folder.getFileName()))
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                        if (file.endsWith("Cargo.toml") && attributes.isRegularFile() && attributes.size() <= LIMIT) {
                            String folder = host.relativize(file).toString();
                            manifests.add(CargoManifest.parse(CargoManifest.folderOf(folder), Files.readString(file)));
                        }
                        return manifests.size() < MOST ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException e) {
                        return FileVisitResult.CONTINUE;
                    }
                });
    }

    /** The path in the tree of a file that cargo names relative to its package, or to where it ran. */
    String path(String crate, String file) {
        List<CargoManifest> holding = manifests.stream()
                .filter(m -> isFile(CargoManifest.in(m.folder(), file)))
                .toList();
        return holding.stream()
                .filter(m -> m.crateNames().contains(crate))
                .findFirst()
                .or(() -> holding.size() == 1 ? holding.stream().findFirst() : java.util.Optional.empty())
                .map(m -> CargoManifest.in(m.folder(), file))
                .orElseGet(() -> CargoManifest.in(project, file));
    }

    private boolean isFile(String path) {
        return Files.isRegularFile(host.resolve(path), LinkOption.NOFOLLOW_LINKS);
    }
}
