package dev.bootwright.sandbox.namespace;

import dev.bootwright.sandbox.Store;
import dev.bootwright.sandbox.StoreOwner;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
            for (Path folder : dead) {
                endProcesses(folder);
            }
        } catch (IOException e) {
            throw LayerStore.unusable("cannot look for leftovers below " + store.tmp(), e);
        }
        if (!dead.isEmpty()) {
            tools.remove(dead);
        }
    }

    private static void endProcesses(Path folder) throws IOException {
        Path list = folder.resolve("cgroups");
        if (!Files.exists(list)) {
            return;
        }
        List<Path> groups = new ArrayList<>();
        for (String line : Files.readAllLines(list)) {
            Path group = Path.of(line);
            if (Files.isDirectory(group)) {
                groups.add(group);
            }
        }
        CommandGroup.killAll(groups);
        CommandGroup.removeAll(groups);
        for (Path group : groups) {
            Path parent = group.getParent();
            if (parent != null) {
                Cgroups.removeGroup(parent);
            }
        }
    }
}
