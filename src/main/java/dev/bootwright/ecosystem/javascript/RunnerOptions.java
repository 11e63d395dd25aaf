package dev.bootwright.ecosystem.javascript;

import java.util.Set;

/**
 * The options of one runner, as far as a call has to be read or changed.
 *
 * @param programs by which it is called
 * @param droppedWithValue options that choose, measure or report and whose value is the next word
 * @param dropped options of that kind without a value
 * @param withValue options that are kept and whose value is the next word
 */
record RunnerOptions(Set<String> programs, Set<String> droppedWithValue, Set<String> dropped, Set<String> withValue) {
    static final RunnerOptions JEST = new RunnerOptions(
            Set.of("jest", "jest-cli", "react-scripts"),
            Set.of(
                    "--reporters",
                    "--outputFile",
                    "--coverageReporters",
                    "--coverageDirectory",
                    "--collectCoverageFrom",
                    "--coverageThreshold",
                    "--coverageProvider",
                    "-t",
                    "--testNamePattern",
                    "--changedSince",
                    "--shard"),
            Set.of(
                    "--coverage",
                    "--collectCoverage",
                    "--watch",
                    "--watchAll",
                    "--bail",
                    "-b",
                    "--passWithNoTests",
                    "--json",
                    "--verbose",
                    "--silent",
                    "--updateSnapshot",
                    "-u",
                    "--onlyChanged",
                    "-o",
                    "--findRelatedTests",
                    "--no-cache",
                    "--ci",
                    "--listTests",
                    "--notify",
                    "--colors",
                    "--color",
                    "--no-coverage",
                    "--no-watchman",
                    "--no-watch"),
            Set.of(
                    "-c",
                    "--config",
                    "--rootDir",
                    "--projects",
                    "--selectProjects",
                    "--testTimeout",
                    "-w",
                    "--maxWorkers",
                    "--env",
                    "--testEnvironment",
                    "--setupFiles",
                    "--testPathIgnorePatterns",
                    "--testMatch",
                    "--testRegex",
                    "--roots",
                    "--runner",
                    "--seed",
                    "--testRunner",
                    "--transform",
                    "--preset",
                    "--globals"));

    static final RunnerOptions VITEST = new RunnerOptions(
            Set.of("vitest"),
            Set.of("--reporter", "--outputFile", "-t", "--testNamePattern", "--bail", "--changed", "--shard"),
            Set.of(
                    "--coverage",
                    "--watch",
                    "-w",
                    "--ui",
                    "--passWithNoTests",
                    "-u",
                    "--update",
                    "--silent",
                    "--open",
                    "--no-watch",
                    "--watch=false",
                    "--hideSkippedTests"),
            Set.of(
                    "-c",
                    "--config",
                    "-r",
                    "--root",
                    "--dir",
                    "--environment",
                    "--project",
                    "--pool",
                    "--workspace",
                    "--exclude",
                    "--testTimeout",
                    "--hookTimeout",
                    "--mode",
                    "-m",
                    "--retry",
                    "--maxWorkers",
                    "--minWorkers",
                    "--sequence.seed"));

    static final RunnerOptions MOCHA = new RunnerOptions(
            Set.of("mocha", "_mocha", "ts-mocha"),
            Set.of(
                    "--reporter",
                    "-R",
                    "--reporter-option",
                    "--reporter-options",
                    "-O",
                    "--grep",
                    "-g",
                    "--fgrep",
                    "-f",
                    "--invert"),
            Set.of("--bail", "-b", "--watch", "-w", "--colors", "--color", "-c", "-G", "--growl", "--dry-run"),
            Set.of(
                    "--require",
                    "-r",
                    "--config",
                    "--timeout",
                    "-t",
                    "--timeouts",
                    "--ui",
                    "-u",
                    "--file",
                    "--ignore",
                    "--exclude",
                    "--extension",
                    "--slow",
                    "-s",
                    "--retries",
                    "--jobs",
                    "-j",
                    "--spec",
                    "--import",
                    "--loader",
                    "--experimental-loader",
                    "--package",
                    "--opts",
                    "--compilers",
                    "--globals",
                    "-p",
                    "--node-option",
                    "-n",
                    "--type-check",
                    "--paths"));

    static final RunnerOptions NODE_TEST = new RunnerOptions(
            Set.of("node", "tsx", "ts-node", "borp", "nub"),
            Set.of(
                    "--test-reporter",
                    "--test-reporter-destination",
                    "--test-name-pattern",
                    "--test-skip-pattern",
                    "--reporter",
                    "--test-coverage-include",
                    "--test-coverage-exclude",
                    "--coverage-exclude",
                    "-X",
                    "--lines",
                    "--branches",
                    "--functions",
                    "--statements",
                    "--test-shard"),
            Set.of(
                    "--experimental-test-coverage",
                    "--coverage",
                    "-C",
                    "--check-coverage",
                    "--watch",
                    "--test-update-snapshots"),
            Set.of(
                    "--import",
                    "--require",
                    "-r",
                    "--loader",
                    "--experimental-loader",
                    "--conditions",
                    "--env-file",
                    "--tsconfig",
                    "--timeout",
                    "-t",
                    "-p",
                    "--pattern",
                    "-i",
                    "--ignore",
                    "-c",
                    "--concurrency"));

    static final RunnerOptions AVA = new RunnerOptions(
            Set.of("ava"),
            Set.of("--match", "-m"),
            Set.of("--verbose", "-v", "--watch", "-w", "--fail-fast", "--tap", "-t", "--update-snapshots", "-u"),
            Set.of("--config", "--timeout", "-T", "--concurrency", "-c", "--node-arguments"));

    static final RunnerOptions TAP = new RunnerOptions(
            Set.of("tap"),
            Set.of("--reporter", "-R", "--coverage-report", "--output-file", "-o", "--grep", "-g", "--test-regex"),
            Set.of(
                    "--cov",
                    "--coverage",
                    "--no-cov",
                    "--no-coverage",
                    "--100",
                    "--check-coverage",
                    "--no-check-coverage",
                    "--disable-coverage",
                    "--allow-incomplete-coverage",
                    "--allow-empty-coverage",
                    "--show-full-coverage",
                    "--bail",
                    "-b",
                    "--watch",
                    "-w",
                    "--no-browser",
                    "--no-coverage-report",
                    "--color",
                    "-C",
                    "--only",
                    "-O",
                    "--snapshot"),
            Set.of("--timeout", "-t", "--jobs", "--node-arg", "--test-arg", "--plugin", "--before", "--after"));

    static final RunnerOptions JASMINE = new RunnerOptions(
            Set.of("jasmine"),
            Set.of("--reporter", "--filter"),
            Set.of("--fail-fast", "--color", "--no-color"),
            Set.of("--config", "--helper", "--require", "--seed", "--random", "--parallel"));

    static final RunnerOptions UVU = new RunnerOptions(
            Set.of("uvu"),
            Set.of(),
            Set.of("--bail", "-b", "--quiet", "-q", "--color", "-c"),
            Set.of("--require", "-r", "--cwd", "-C", "--ignore", "-i"));

    static final RunnerOptions SCRIPT = new RunnerOptions(Set.of(), Set.of(), Set.of(), Set.of());

    RunnerOptions {
        programs = Set.copyOf(programs);
        droppedWithValue = Set.copyOf(droppedWithValue);
        dropped = Set.copyOf(dropped);
        withValue = Set.copyOf(withValue);
    }
}
