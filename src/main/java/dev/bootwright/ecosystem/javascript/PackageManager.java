package dev.bootwright.ecosystem.javascript;

import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.Finding;
import dev.bootwright.ecosystem.javascript.read.NodeSubjects;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.toolchain.NodeReleases;
import dev.bootwright.version.npm.NpmVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The program that installs one root's dependencies.
 *
 * @param kind {@code npm}, {@code yarn}, {@code yarn-berry}, {@code pnpm} or {@code bun}
 * @param version as the repository asks for it; empty where it does not
 * @param lock name of the lock file beside the manifest; empty without one
 * @param format of the lock file; empty where it is not known
 * @param options of CI's own installation that change what is installed
 */
record PackageManager(
        String root,
        String kind,
        String version,
        String lock,
        String format,
        List<String> options,
        List<String> evidence) {
    private static final Set<String> KEPT = Set.of(
            "--legacy-peer-deps",
            "--force",
            "-f",
            "--ignore-scripts",
            "--ignore-engines",
            "--no-optional",
            "--ignore-optional",
            "--ignore-workspace",
            "--shamefully-hoist",
            "--no-strict-peer-dependencies",
            "--strict-peer-deps",
            "--include=optional");
    private static final Pattern INSTALL =
            Pattern.compile("(?m)(?:^|[;&|]\\s*)\\s*(npm|yarn|pnpm|bun)((?:\\s+[^\\s;&|]+)*)");

    PackageManager {
        options = List.copyOf(options);
        evidence = List.copyOf(evidence);
    }

    static PackageManager of(PlanningInput input, NodeFacts facts, String root) {
        List<Finding> named = facts.report().of(NodeSubjects.MANAGER, root);
        Optional<Finding> asked = named.stream()
                .filter(f -> f.attributes().containsKey("version"))
                .findFirst();
        List<Finding> locks =
                named.stream().filter(f -> f.attributes().containsKey("lock")).toList();
        List<Called> calls = calls(input);
        String kind = asked.map(Finding::value)
                .or(() -> locks.stream()
                        .map(Finding::value)
                        .filter(k -> calls.stream().anyMatch(c -> k.startsWith(c.program())))
                        .findFirst())
                .or(() -> locks.stream().map(Finding::value).findFirst())
                .or(() -> calls.stream().map(Called::program).findFirst())
                .orElse("npm");
        Optional<Finding> lock =
                locks.stream().filter(f -> f.value().equals(kind)).findFirst();
        List<String> evidence = new ArrayList<>();
        asked.ifPresent(f -> evidence.add(f.id()));
        lock.ifPresent(f -> evidence.add(f.id()));
        List<String> options = new ArrayList<>();
        for (Called call : calls) {
            if (kind.startsWith(call.program())) {
                call.options().stream().filter(o -> !options.contains(o)).forEach(options::add);
                if (!call.options().isEmpty()) {
                    evidence.add(call.evidence());
                }
            }
        }
        String version = asked.map(f -> f.attributes().getOrDefault("version", ""))
                .orElseGet(() -> kind.equals("pnpm")
                        ? ciVersion(facts, NodeSubjects.CI_PNPM_VERSION)
                        : kind.equals("bun") ? ciVersion(facts, NodeSubjects.CI_BUN_VERSION) : "");
        return new PackageManager(
                root,
                kind,
                version,
                lock.map(f -> f.attributes().getOrDefault("lock", "")).orElse(""),
                lock.map(f -> f.attributes().getOrDefault("format", "")).orElse(""),
                options,
                evidence);
    }

    private static String ciVersion(NodeFacts facts, String subject) {
        return facts.report().of(subject).stream()
                .map(Finding::value)
                .filter(v -> v.matches("[0-9]+(?:\\.[0-9]+){0,2}"))
                .findFirst()
                .orElse("");
    }

    private record Called(String program, List<String> options, String evidence) {}

    /** Installations in CI jobs, with the options that matter. */
    private static List<Called> calls(PlanningInput input) {
        List<Called> calls = new ArrayList<>();
        for (CiCommand ci : input.report().ciCommands()) {
            Matcher m = INSTALL.matcher(ci.command());
            while (ci.reproducible() && m.find()) {
                List<String> words = List.of(m.group(2).strip().split("\\s+"));
                boolean bare = m.group(2).isBlank() && m.group(1).equals("yarn");
                boolean installs = bare
                        || Set.of(
                                        "ci",
                                        "install",
                                        "i",
                                        "clean-install",
                                        "--frozen-lockfile",
                                        "--immutable",
                                        "--ignore-engines")
                                .contains(words.getFirst());
                boolean others = words.stream().skip(1).anyMatch(w -> !w.startsWith("-")) || words.contains("-g");
                if (installs && !others) {
                    calls.add(new Called(
                            m.group(1), words.stream().filter(KEPT::contains).toList(), ci.id()));
                }
            }
        }
        return calls;
    }

    boolean isLocked() {
        return !lock.isEmpty();
    }

    boolean skipsScripts(NodeFacts facts) {
        return options.contains("--ignore-scripts")
                || facts.option(root, "ignore-scripts")
                        .map(f -> f.attributes().getOrDefault("value", "").equals("true"))
                        .orElse(false);
    }

    /** What the registry's client is told to bring, for example {@code pnpm@9.15.9}; npm comes with every Node. */
    List<String> packages(NpmVersion node) {
        List<String> all = new ArrayList<>(List.of("npm@" + npmFor(node)));
        switch (kind) {
            case "yarn" -> all.add("yarn@" + (complete(version) ? version : "1.22.22"));
            case "yarn-berry" -> all.add("@yarnpkg/cli-dist@" + (version.isEmpty() ? "4" : version));
            case "pnpm" -> all.add("pnpm@" + (version.isEmpty() ? pnpmFor(node) : version));
            case "bun" -> all.add("bun@" + (version.isEmpty() ? "1" : version));
            default -> {}
        }
        return all;
    }

    private static boolean complete(String version) {
        return NpmVersion.tryParse(version).isPresent();
    }

    private String npmFor(NpmVersion node) {
        boolean own = kind.equals("npm") && complete(version);
        return own ? version : NodeReleases.majorOf(node).npm();
    }

    /** The newest pnpm that reads the lock file as it is and runs on this Node. */
    private String pnpmFor(NpmVersion node) {
        if (node.major() < 14) {
            return "5";
        }
        if (node.major() < 16) {
            return "6";
        }
        if (node.major() < 18) {
            return format.startsWith("5") ? "7" : "8";
        }
        return format.startsWith("5") ? "7" : format.startsWith("6") ? "8" : format.isEmpty() ? "9" : "10";
    }

    /** Bash that installs what the lock file names, or what the manifest allows where there is none. */
    String install(NodeFacts facts, String before) {
        String more = options.isEmpty() ? "" : " " + String.join(" ", options);
        return switch (kind) {
            case "yarn" ->
                "yarn install --non-interactive" + (isLocked() ? " --frozen-lockfile" : " --no-lockfile") + more;
            case "yarn-berry" -> "yarn install" + (isLocked() ? " --immutable" : "");
            case "pnpm" -> "pnpm install" + (isLocked() ? " --frozen-lockfile" : " --no-frozen-lockfile") + more;
            case "bun" -> "bun install" + (isLocked() ? " --frozen-lockfile" : "") + more;
            default -> isLocked() ? "npm ci --no-audit --no-fund" + more : unlocked(more, before);
        };
    }

    /** The first installation decides the versions; the lock keeps them. */
    private String unlocked(String more, String before) {
        String lock = NodeLocks.path(root);
        return """
                if [ -s %s ]; then
                  cp %s package-lock.json
                  npm ci --no-audit --no-fund%s
                else
                  npm install --package-lock --no-audit --no-fund%s%s
                fi""".formatted(lock, lock, more, before.isEmpty() ? "" : " --before=" + before, more);
    }
}
