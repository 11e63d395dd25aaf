package dev.bootwright.discover.general;

import dev.bootwright.discover.Detector;
import dev.bootwright.discover.actions.ActionsDetector;
import java.util.List;

/** The detectors that every repository is read with, whatever its languages. */
public final class GeneralDetectors {
    private GeneralDetectors() {}

    public static List<Detector> all() {
        return List.of(
                new ActionsDetector(),
                new TaskFileDetector(),
                new ContainerDetector(),
                new DocumentDetector(),
                new RepositoryDetector(),
                new TestFilesDetector());
    }
}
