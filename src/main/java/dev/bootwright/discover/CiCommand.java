package dev.bootwright.discover;

import dev.bootwright.format.Scrubber;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One command that a CI file runs, statically evaluated for one concrete matrix cell.
 *
 * @param id stable for equal content
 * @param cell the chosen matrix cell, for example {@code os=ubuntu-latest, python-version=3.13}; empty without a matrix
 * @param command the script, expressions replaced where they are known and left as {@code ${{ … }}} where not
 * @param env merged of workflow, job and step
 * @param workingDirectory relative to the tree
 * @param purpose what it seems to do
 * @param reproducible whether it can run locally
 * @param reason why it cannot; empty when it can
 * @param services names of service containers that the job starts
 * @param condition the {@code if} that could not be decided statically; empty when there is none or it holds
 */
public record CiCommand(
        String id,
        String file,
        int line,
        String workflow,
        String job,
        String cell,
        String command,
        Map<String, String> env,
        String workingDirectory,
        Purpose purpose,
        boolean reproducible,
        String reason,
        List<String> services,
        String condition) {
    public enum Purpose {
        TEST,
        INSTALL,
        BUILD,
        LINT,
        DOCUMENTATION,
        DEPLOY,
        OTHER
    }

    public CiCommand {
        env = Collections.unmodifiableMap(new TreeMap<>(env));
        services = List.copyOf(services);
    }

    /** The same, fit to be shown: values that look like secrets are masked. */
    CiCommand scrubbed() {
        Map<String, String> shown = new TreeMap<>();
        env.forEach((name, value) -> shown.put(name, Scrubber.attribute(name, value)));
        return new CiCommand(
                id,
                file,
                line,
                workflow,
                job,
                cell,
                Scrubber.text(command),
                shown,
                workingDirectory,
                purpose,
                reproducible,
                reason,
                services,
                condition);
    }

    public String location() {
        return file + ":" + line;
    }
}
