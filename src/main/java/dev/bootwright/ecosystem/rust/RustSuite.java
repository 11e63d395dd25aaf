package dev.bootwright.ecosystem.rust;

import dev.bootwright.discover.CiCommand;
import dev.bootwright.plan.PlanningInput;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The suite of one folder where cargo runs, as the project's own CI runs it.
 *
 * @param selection which packages, ready for the command line
 * @param features ready for the command line
 * @param harness what the test binaries are told
 * @param env kept of the command and its CI job
 * @param notes what this suite does not cover, one sentence each
 */
record RustSuite(
        List<String> selection,
        List<String> features,
        List<String> harness,
        Map<String, String> env,
        List<String> evidence,
        List<String> notes) {
    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_.,:/@ +=-]{1,300}");
    private static final Pattern DROPPED = Pattern.compile(
            "CI|HOME|PATH|USER|SHELL|PWD|RUSTFLAGS|RUSTDOCFLAGS|RUSTC.*|RUSTUP_.*|CARGO_.*|CARGO|GITHUB_.*|RUNNER_.*|CODECOV.*|SCCACHE.*|CC|CXX|AR|TARGET|.*TOKEN.*|.*SECRET.*");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    RustSuite {
        selection = List.copyOf(selection);
        features = List.copyOf(features);
        harness = List.copyOf(harness);
        env = Collections.unmodifiableMap(new TreeMap<>(env));
        evidence = List.copyOf(evidence);
        notes = List.copyOf(notes);
    }

    private record Source(CargoCommand command, CiCommand ci) {}

    static RustSuite of(PlanningInput input, String project) {
        RustFacts facts = new RustFacts(input);
        List<Source> sources = sources(input, project);
        List<String> notes = new ArrayList<>();
        List<String> selection = new ArrayList<>(facts.isWorkspace(project) ? List.of("--workspace") : List.of());
        if (sources.isEmpty()) {
            return new RustSuite(selection, List.of(), List.of(), Map.of(), List.of(), notes);
        }
        Source best = sources.getFirst();
        if (facts.isWorkspace(project)) {
            best.command().values("--exclude").stream()
                    .filter(RustSuite::isSafe)
                    .distinct()
                    .forEach(name -> {
                        selection.add("--exclude=" + name);
                        notes.add("the package " + name + ", which the project's own command leaves out");
                    });
        }
        List<String> features = features(best.command());
        TreeSet<String> others = new TreeSet<>();
        sources.stream()
                .map(s -> String.join(" ", features(s.command())))
                .filter(text -> !text.isEmpty() && !text.equals(String.join(" ", features)))
                .forEach(others::add);
        others.forEach(text -> notes.add("the project also tests with " + text));
        if (best.command().has("--release")) {
            notes.add("the project tests a release build; this suite does not");
        }
        return new RustSuite(
                selection,
                features,
                harness(best.command()),
                env(best, input),
                List.of(best.ci().id()),
                notes);
    }

    /** Commands of CI for this folder on this platform, the widest first. */
    private static List<Source> sources(PlanningInput input, String project) {
        List<Source> sources = new ArrayList<>();
        for (CiCommand ci : input.report().ciCommands()) {
            if (!ci.reproducible()) {
                continue;
            }
            for (CargoCommand command : CargoCommand.tests(ci.command(), ci.line())) {
                boolean foreign = command.values("--target").stream()
                        .anyMatch(t -> !t.equals("x86_64-unknown-linux-gnu") && !t.contains("$"));
                if (!foreign && folder(ci, command).map(project::equals).orElse(false)) {
                    sources.add(new Source(command, ci));
                }
            }
        }
        return sources.stream()
                .sorted(Comparator.comparingInt((Source s) -> -width(s.command()))
                        .thenComparingInt(s -> s.command().values("--exclude").size()))
                .toList();
    }

    private static Optional<String> folder(CiCommand ci, CargoCommand command) {
        String start = ci.workingDirectory().isEmpty() ? "." : ci.workingDirectory();
        Optional<String> at = CargoTree.resolve(start, command.directory().isEmpty() ? "." : command.directory());
        List<String> manifest = command.values("--manifest-path");
        return manifest.isEmpty()
                ? at
                : at.flatMap(folder -> CargoTree.resolve(folder, CargoManifest.folderOf(manifest.getFirst())));
    }

    private static int width(CargoCommand command) {
        int width = command.has("--workspace", "--all") ? 1 : 0;
        width += command.has("--all-features") ? 8 : 0;
        width += command.values("--features", "-F").isEmpty() ? 0 : 4;
        width -= command.has("--no-default-features") ? 6 : 0;
        width -= command.values("-p", "--package").isEmpty() ? 0 : 2;
        width -= command.has("--doc", "--lib", "--bins") ? 1 : 0;
        return width;
    }

    private static List<String> features(CargoCommand command) {
        List<String> features = new ArrayList<>();
        if (command.has("--all-features")) {
            features.add("--all-features");
        }
        if (command.has("--no-default-features")) {
            features.add("--no-default-features");
        }
        command.values("--features", "-F").stream()
                .filter(RustSuite::isSafe)
                .forEach(value -> features.add("--features=" + value.strip().replaceAll("[ ,]+", ",")));
        return features;
    }

    /** Only how tests run beside each other is kept: names would be a part of the suite. */
    private static List<String> harness(CargoCommand command) {
        List<String> kept = new ArrayList<>();
        List<String> words = command.harness();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (word.matches("--test-threads=[0-9]{1,3}")) {
                kept.add(word);
            } else if (word.equals("--test-threads")
                    && i + 1 < words.size()
                    && words.get(i + 1).matches("[0-9]{1,3}")) {
                kept.add("--test-threads=" + words.get(++i));
            }
        }
        return kept;
    }

    private static boolean isSafe(String text) {
        return SAFE.matcher(text).matches() && !text.contains("$");
    }

    private static Map<String, String> env(Source source, PlanningInput input) {
        Map<String, String> all = new TreeMap<>(source.ci().env());
        all.putAll(source.command().env());
        Map<String, String> env = new TreeMap<>();
        all.forEach((name, value) -> {
            boolean known = !value.isEmpty() && !value.contains("$") && value.length() <= 1000;
            if (known
                    && VARIABLE.matcher(name).matches()
                    && !DROPPED.matcher(name).matches()
                    && !input.overrides().environment().containsKey(name)) {
                env.put(name, value);
            }
        });
        return env;
    }
}
