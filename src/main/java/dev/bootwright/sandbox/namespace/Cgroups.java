package dev.bootwright.sandbox.namespace;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The control groups that this process may make: below its own group, or on a purely unified tree below the root where
 * its own can't be divided. On a hybrid machine the controllers are spread over several trees, and a command joins all.
 */
final class Cgroups {
    /** Controllers that do something for us, in the order in which a command joins their trees. */
    private static final List<String> WANTED = List.of("pids", "memory", "cpuacct");

    private final List<Place> places;

    private Cgroups(List<Place> places) {
        this.places = List.copyOf(places);
    }

    /**
     * One tree in which groups can be made.
     *
     * @param parent the folder that new groups are made in
     * @param unified whether it is a version 2 tree
     * @param controllers what can be limited or read there
     */
    record Place(Path parent, boolean unified, List<String> controllers) {
        Place {
            controllers = List.copyOf(controllers);
        }

        boolean has(String controller) {
            return controllers.contains(controller);
        }
    }

    static Cgroups none() {
        return new Cgroups(List.of());
    }

    /** Finds and tries what this machine offers; no group at all is a valid answer. */
    static Cgroups detect(String name) {
        try {
            return of(CgroupHierarchy.detect(Path.of("/proc/self")), name);
        } catch (IOException e) {
            return none();
        }
    }

    static Cgroups of(List<CgroupHierarchy> hierarchies, String name) {
        List<Place> places = new ArrayList<>();
        List<String> covered = new ArrayList<>();
        for (CgroupHierarchy hierarchy : hierarchies) {
            if (hierarchy.isUnified()) {
                unified(hierarchy, name).ifPresent(place -> {
                    places.addFirst(place);
                    covered.addAll(place.controllers());
                });
            }
        }
        boolean countsTime = !places.isEmpty();
        for (String controller : WANTED) {
            if (covered.contains(controller) || (controller.equals("cpuacct") && countsTime)) {
                continue;
            }
            for (CgroupHierarchy hierarchy : hierarchies) {
                Path parent = hierarchy.own().resolve(name);
                if (hierarchy.controllers().contains(controller) && make(parent)) {
                    places.add(new Place(parent, false, hierarchy.controllers()));
                    covered.addAll(hierarchy.controllers());
                }
            }
        }
        return new Cgroups(places);
    }

    boolean limits(String controller) {
        return places.stream().anyMatch(place -> place.has(controller));
    }

    boolean isEmpty() {
        return places.isEmpty();
    }

    /** The folders in which a group of this name would be. */
    List<Path> folders(String name) {
        return places.stream().map(place -> place.parent().resolve(name)).toList();
    }

    /** Makes a group in every tree. */
    CommandGroup create(String name) throws IOException {
        List<CommandGroup.Member> members = new ArrayList<>();
        for (Place place : places) {
            Path folder = place.parent().resolve(name);
            Files.createDirectory(folder);
            members.add(new CommandGroup.Member(folder, place));
        }
        return new CommandGroup(members);
    }

    /** Writes down where our groups are, so that the next start finds them if this process is killed. */
    void note(Path folder) {
        try {
            Files.write(
                    folder.resolve("cgroups"),
                    places.stream().map(place -> place.parent().toString()).toList());
        } catch (IOException e) {
            throw LayerStore.unusable("cannot write below " + folder, e);
        }
    }

    /** Removes the empty parents; whatever another process still uses stays. */
    void close() {
        for (Place place : places) {
            try {
                Files.deleteIfExists(place.parent());
            } catch (IOException e) {
                // Another engine on the same store has groups there.
            }
        }
    }

    private static Optional<Place> unified(CgroupHierarchy hierarchy, String name) {
        List<Path> candidates = hierarchy.own().equals(hierarchy.mount())
                ? List.of(hierarchy.mount())
                : List.of(hierarchy.own(), hierarchy.mount());
        Optional<Place> bare = Optional.empty();
        for (Path candidate : candidates) {
            Path parent = candidate.resolve(name);
            enable(candidate);
            if (!make(parent)) {
                continue;
            }
            enable(parent);
            List<String> enabled = words(parent.resolve("cgroup.subtree_control"));
            if (enabled.contains("memory") && enabled.contains("pids")) {
                return Optional.of(new Place(parent, true, enabled));
            }
            if (bare.isEmpty()) {
                bare = Optional.of(new Place(parent, true, enabled));
            }
        }
        return bare;
    }

    /** Hands memory and process counting on to the children, where the kernel lets us. */
    private static void enable(Path group) {
        TreeSet<String> missing = new TreeSet<>(words(group.resolve("cgroup.controllers")));
        missing.retainAll(List.of("memory", "pids"));
        missing.removeAll(words(group.resolve("cgroup.subtree_control")));
        for (String controller : missing) {
            try {
                Files.writeString(group.resolve("cgroup.subtree_control"), "+" + controller);
            } catch (IOException e) {
                // A group that holds processes can't be divided; the next candidate is tried.
            }
        }
    }

    private static boolean make(Path folder) {
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException e) {
            return Files.isWritable(folder);
        } catch (IOException e) {
            return false;
        }
        return true;
    }

    private static List<String> words(Path file) {
        try {
            String text = Files.readString(file).strip();
            return text.isEmpty() ? List.of() : List.of(text.split("\\s+"));
        } catch (IOException e) {
            return List.of();
        }
    }

    static boolean removeGroup(Path folder) {
        try {
            Files.deleteIfExists(folder);
            return true;
        } catch (DirectoryNotEmptyException e) {
            return false;
        } catch (IOException e) {
            return !Files.exists(folder);
        }
    }
}
