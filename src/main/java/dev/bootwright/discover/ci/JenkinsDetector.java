package dev.bootwright.discover.ci;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.Detector;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.TreeIndex;
import java.util.Map;

/**
 * Reads a {@code Jenkinsfile}. It is a program, so only its {@code sh} steps with a literal text and the literal images of its
 * agents are taken, in the order in which they stand; what is put together at run time is told as unknown.
 */
public final class JenkinsDetector implements Detector {
    @Override
    public String name() {
        return "jenkins";
    }

    @Override
    public void detect(SourceTree source, FindingSink sink) {
        CiFile.openText(TreeIndex.of(source), "Jenkinsfile", "Jenkins", sink).ifPresent(file -> {
            CiJob job = new CiJob(file, "pipeline", 1, Map.of(), 1);
            GroovyCalls.of(file.lines().text(), "sh", "image").forEach(call -> {
                if (call.literal() == null) {
                    file.sink()
                            .unknown(
                                    file.path(), call.line(), "what " + call.name() + " is given is known at run time");
                } else if (call.name().equals("sh")) {
                    job.script(call.literal(), call.line());
                } else {
                    job.image(call.literal(), call.line());
                }
            });
            job.tell();
        });
    }
}
