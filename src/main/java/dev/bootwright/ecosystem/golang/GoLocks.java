package dev.bootwright.ecosystem.golang;

import dev.bootwright.contract.ProjectNames;
import dev.bootwright.contract.StepProposal.LockSpec;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The lock files of Go modules below {@code .bootstrap/lock} and how the dependency step uses them. */
final class GoLocks {
    private static final String RESOLVED =
            "go list -e -deps -test -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}' ./... | sed '/^$/d' | sort -u";

    private static final Pattern ENTERED = Pattern.compile("(?m)^cd \"\\$\\{HOME}/go/src/([^\"]+)\"$");

    private GoLocks() {}

    private static String name(String project, String file) {
        return project.equals(".") ? file : ProjectNames.slug(project) + "-" + file;
    }

    /** The lock file's path from the project's folder. */
    private static String path(String project, String file) {
        String up = project.equals(".") ? "" : "../".repeat(project.split("/").length);
        return up + ".bootstrap/lock/" + name(project, file);
    }

    private static String capture(String project, String command) {
        return project.equals(".") ? command : "cd '" + project.replace("'", "'\\''") + "'\n" + command;
    }

    /** The modules that packages and tests really use. The repository's own go.sum locks; this shows and checks it. */
    static LockSpec modules(String project) {
        return new LockSpec(name(project, "go-modules.txt"), capture(project, RESOLVED));
    }

    static String check(String project) {
        String lock = path(project, "go-modules.txt");
        return "if [ -s " + lock + " ]; then\n  " + RESOLVED + " | diff " + lock + " -\nfi";
    }

    static LockSpec sum(String project) {
        return new LockSpec(name(project, "go.sum"), capture(project, "cat go.sum"));
    }

    /** go.mod names every version, but nothing says what they hold: the first download does, the lock keeps it. */
    static String withoutSum(String project) {
        String lock = path(project, "go.sum");
        return """
                if [ -s %s ]; then
                  cp %s go.sum
                fi
                GOFLAGS=-mod=mod go mod download
                GOFLAGS=-mod=mod go list -deps -test ./... > /dev/null""".formatted(lock, lock);
    }

    /** What {@link GoSteps} puts before commands on such code. */
    static String enter(String importPath) {
        return "cd \"${HOME}/go/src/" + importPath + "\"\n";
    }

    /** The import path that a step enters; empty for modules. */
    static Optional<String> entered(String block) {
        Matcher matcher = ENTERED.matcher(block);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** Nothing is fetched: such code carries what it imports, or lacks it. */
    static String link(String importPath) {
        String folder = importPath.contains("/") ? "/" + importPath.substring(0, importPath.lastIndexOf('/')) : "";
        return "mkdir -p \"${HOME}/go/src" + folder + "\"\nln -sfn \"$PWD\" \"${HOME}/go/src/" + importPath + "\"";
    }
}
