package dev.bootwright.discover.general;

import dev.bootwright.discover.Detector;
import dev.bootwright.discover.actions.ActionsDetector;
import dev.bootwright.discover.ci.AppVeyorDetector;
import dev.bootwright.discover.ci.AzureDetector;
import dev.bootwright.discover.ci.BitbucketDetector;
import dev.bootwright.discover.ci.CircleDetector;
import dev.bootwright.discover.ci.GitLabDetector;
import dev.bootwright.discover.ci.JenkinsDetector;
import dev.bootwright.discover.ci.StepListDetector;
import dev.bootwright.discover.ci.TravisDetector;
import java.util.List;

/** The detectors that every repository is read with, whatever its languages. */
public final class GeneralDetectors {
    private GeneralDetectors() {}

    public static List<Detector> all() {
        return List.of(
                new ActionsDetector(),
                new TravisDetector(),
                new GitLabDetector(),
                new CircleDetector(),
                new AzureDetector(),
                new StepListDetector(),
                new AppVeyorDetector(),
                new BitbucketDetector(),
                new JenkinsDetector(),
                new TaskFileDetector(),
                new ContainerDetector(),
                new DocumentDetector(),
                new RepositoryDetector(),
                new TestFilesDetector());
    }
}
