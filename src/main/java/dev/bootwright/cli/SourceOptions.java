package dev.bootwright.cli;

import dev.bootwright.acquire.PackageUrl;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.plan.Overrides;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What is set up, and what the user decides about it. */
final class SourceOptions {
    @Parameters(
            paramLabel = "REPO",
            arity = "0..1",
            defaultValue = ".",
            description = "A folder, a Git URL or path (with @REF), an archive (.tar.*, .zip), or a package URL: "
                    + PackageUrl.FORMS + ". Default: the current folder.")
    String source = ".";

    @Option(
            names = "--into",
            paramLabel = "DIR",
            description = "Where anything but a local folder is put. Default: ./NAME, as 'git clone' would.")
    @Nullable
    Path into;

    @Option(names = "--committed", description = "Of a local folder take what is committed, not what lies there.")
    boolean committed;

    @Option(names = "--submodules", description = "Of a Git URL or path also fetch the submodules.")
    boolean submodules;

    @Option(
            names = "--base",
            paramLabel = "ROOT",
            description = "A root file system (folder or tar) to start from instead of a distribution's base.")
    @Nullable
    Path base;

    @Option(
            names = "--language",
            paramLabel = "NAME",
            description = "The ecosystem to set up: python, go, javascript, maven, rust or cpp.")
    @Nullable
    String language;

    @Option(
            names = "--project",
            paramLabel = "DIR",
            description = "The folder of a project to set up, where a repository has several; may be given again."
                    + " '.' is the one at the root.")
    List<String> projects = new ArrayList<>();

    @Option(
            names = "--toolchain",
            paramLabel = "NAME=VERSION",
            description = "A toolchain version, for example python=3.12, go=1.22 or java=17.")
    Map<String, String> toolchains = new LinkedHashMap<>();

    @Option(
            names = "--system-package",
            paramLabel = "PACKAGE",
            description = "A package of the distribution to install besides; may be given again.")
    List<String> systemPackages = new ArrayList<>();

    @Option(names = "--env", paramLabel = "NAME=VALUE", description = "A variable of all steps; may be given again.")
    Map<String, String> environment = new LinkedHashMap<>();

    @Option(names = "--working-directory", paramLabel = "DIR", description = "Where tests run, relative to the tree.")
    @Nullable
    String workingDirectory;

    @Option(names = "--test-command", paramLabel = "COMMAND", description = "The command that runs the whole suite.")
    @Nullable
    String testCommand;

    Overrides overrides() {
        Map<String, String> recorded = new LinkedHashMap<>();
        record(recorded, "language", language);
        record(recorded, "projects", projects.isEmpty() ? null : String.join(" ", projects));
        toolchains.forEach((name, version) -> record(recorded, "toolchain." + name, version));
        record(recorded, "system-packages", systemPackages.isEmpty() ? null : String.join(" ", systemPackages));
        environment.forEach((name, value) -> record(recorded, "environment." + name, value));
        record(recorded, "working-directory", workingDirectory);
        record(recorded, "test-command", testCommand);
        return new Overrides(
                language,
                toolchains,
                systemPackages,
                environment,
                workingDirectory,
                testCommand,
                List.of(),
                List.of(),
                projects,
                recorded);
    }

    private static void record(Map<String, String> recorded, String key, @Nullable String value) {
        if (value != null) {
            recorded.put(key, value + " (flag)");
        }
    }

    @Nullable
    Path base() {
        Path given = base;
        if (given != null && !Files.exists(given)) {
            throw ToolException.of(
                    FailureCode.USAGE,
                    "base",
                    "the root file system " + given + " does not exist",
                    "name a folder or a tar file with a root file system");
        }
        return given;
    }
}
