package dev.bootwright.ecosystem.cpp;

import java.util.List;

/** What builds a project and runs its tests; the constants stand in the order in which a tie is decided. */
enum BuildSystem {
    CMAKE("cmake", "ctest"),
    MESON("meson", "meson"),
    AUTOTOOLS("autotools", "automake"),
    MAKE("make", "make");

    private final String id;
    private final String runner;

    BuildSystem(String id, String runner) {
        this.id = id;
        this.runner = runner;
    }

    /** Its name in findings and routes. */
    String id() {
        return id;
    }

    /** The test runner that counts. */
    String runner() {
        return runner;
    }

    /** Files in a project's folder that show it, the telling one first. */
    List<String> manifests() {
        return switch (this) {
            case CMAKE -> List.of("CMakeLists.txt");
            case MESON -> List.of("meson.build");
            case AUTOTOOLS -> List.of("configure.ac", "configure.in", "configure");
            case MAKE -> List.of("GNUmakefile", "makefile", "Makefile");
        };
    }
}
