package dev.bootwright.sandbox.namespace;

import dev.bootwright.sandbox.Store;
import dev.bootwright.sandbox.StoreOwner;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What processes that were killed have left in a store: temporary folders, control groups, running commands. */
final class Leftovers {
    private final Store store;
    private final HostTools tools;

    Leftovers(Store store, HostTools tools) {
        this.store = store;
        this.tools = tools;
    }

    /** Ends and removes all that belongs to a process that is gone. */
    void clean() {
        List<Path> dead = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(store.tmp())) {
            for (Path folder : folders) {
                boolean gone = StoreOwner.ofName(folder.getFileName().toString())
                        .filter(owner -> !owner.isAlive())
                        .isPresent();
                if (gone) {
                    dead.add(folder);
                }
            }
            endProcesses(dead);
        } catch (IOException e) {
            throw LayerStore.unusable("cannot look for leftovers below " + store.tmp(), e);
        }
        if (!dead.isEmpty()) {
            tools.remove(dead);
        }
    }

    private static void endProcesses(List<Path> folders) throws IOException {
        List<Path> groups = new ArrayList<>();
        for (Path folder : folders) {
            Path list = folder.resolve("cgroups");
            if (!Files.exists(list)) {
                continue;
            }
            for (String line : Files.readAllLines(list)) {
                Path group = Path.of(line);
                if (Files.isDirectory(group)) {
                    groups.add(group);
                }
            }
        }
        groups.sort(Comparator.comparingInt(Path::getNameCount).reversed());
        CommandGroup.killAll(groups);
        CommandGroup.removeAll(groups);
    }
}
