package dev.bootwright.plan;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.base.Cause;
import dev.bootwright.base.StepId;
import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.format.toml.TomlDocument;
import dev.bootwright.format.toml.TomlValue;
import dev.bootwright.step.ExcludedTest;
import dev.bootwright.step.ServiceSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a committed {@code bootwright.toml} and lets flags win over it. All problems of the file are told together, each
 * with its line. {@code docs/configuration.md} describes the keys.
 */
public final class OverridesReader {
    public static final String FILE = "bootwright.toml";

    /** Toolchains whose version can be chosen. */
    public static final List<String> TOOLCHAINS = List.of("go", "java", "maven", "node", "python", "rust");

    private static final List<String> KEYS = List.of(
            "language",
            "projects",
            "toolchain",
            "system-packages",
            "environment",
            "working-directory",
            "test-command",
            "exclude",
            "probe");
    private static final List<String> EXCLUDE_KEYS = List.of("test", "reason", "cause");

    private static final List<String> PROBE_KEYS = List.of("name", "start", "query", "ready-seconds");
    private static final Pattern PROBE_NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,40}");
    private static final long READY_SECONDS = 30;

    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern PACKAGE = Pattern.compile("[a-z0-9][a-z0-9+.-]+");

    private final SourceTree tree;
    private final List<String> problems = new ArrayList<>();
    private final Map<String, String> recorded = new TreeMap<>();
    private final Map<String, String> toolchains = new TreeMap<>();
    private final Map<String, String> environment = new TreeMap<>();
    private final Set<String> packages = new LinkedHashSet<>();
    private final List<ExcludedTest> excluded = new ArrayList<>();
    private final List<ServiceSpec> probes = new ArrayList<>();
    private final Set<String> projects = new LinkedHashSet<>();
    private @Nullable String language;
    private @Nullable String workingDirectory;
    private @Nullable String testCommand;

    private OverridesReader(SourceTree tree) {
        this.tree = tree;
    }

    /**
     * What the user decided.
     *
     * @param flags of the command line; they win over the file key by key, system packages add up
     * @throws ToolException with {@link FailureCode#INVALID_CONFIGURATION} when the file or a flag is not understood
     */
    public static Overrides read(SourceTree tree, Overrides flags) {
        OverridesReader reader = new OverridesReader(tree);
        tree.find(FILE).ifPresent(reader::file);
        reader.checkFlags(flags);
        if (!reader.problems.isEmpty()) {
            throw reader.failure();
        }
        return reader.merged(flags);
    }

    private ToolException failure() {
        String count = problems.size() == 1 ? "a problem" : problems.size() + " problems";
        return new ToolException(
                new Failure(
                        FailureCode.INVALID_CONFIGURATION,
                        "configuration",
                        "the configuration has " + count + ": " + String.join("; ", problems),
                        problems,
                        "correct what is named; docs/configuration.md lists every key of " + FILE),
                null);
    }

    private void file(SourceTree.Entry entry) {
        if (entry.kind() == SourceTree.Kind.LINK || entry.size() > SourceTree.MANIFEST_LIMIT) {
            problems.add(FILE + ": is no plain file of at most " + SourceTree.MANIFEST_LIMIT + " bytes");
            return;
        }
        Optional<String> text = tree.read(entry, SourceTree.MANIFEST_LIMIT);
        if (text.isEmpty()) {
            problems.add(FILE + ": cannot be read");
            return;
        }
        TomlDocument document = TomlDocument.parse(text.get());
        document.problems().forEach(p -> problem(p.line(), p.message()));
        document.root().entries().forEach(this::entry);
    }

    private void problem(int line, String message) {
        problems.add(FILE + ":" + line + ": " + message);
    }

    private void entry(String key, TomlValue value) {
        switch (key) {
            case "language" -> language = string(key, value);
            case "test-command" -> testCommand = string(key, value);
            case "working-directory" -> workingDirectory = folder(value);
            case "projects" -> projects(value);
            case "system-packages" -> packages(value);
            case "toolchain" -> table(key, value).ifPresent(t -> t.entries().forEach(this::toolchain));
            case "environment" -> table(key, value).ifPresent(t -> t.entries().forEach(this::variable));
            case "exclude" -> tables("exclude", value, this::exclusion);
            case "probe" -> tables("probe", value, this::probe);
            default ->
                problem(
                        value.line(),
                        "unknown key “" + key + "”" + NearMiss.hint(key, KEYS) + "; known: " + String.join(", ", KEYS));
        }
    }

    private @Nullable String string(String key, TomlValue value) {
        if (value instanceof TomlValue.Text text && !text.value().isBlank()) {
            record(key, text.value(), text.line());
            return text.value();
        }
        problem(value.line(), "“" + key + "” is a string that is not empty");
        return null;
    }

    private void record(String key, String value, int line) {
        recorded.put(key, value + " (" + FILE + ":" + line + ")");
    }

    private @Nullable String folder(TomlValue value) {
        String folder = string("working-directory", value);
        if (folder == null) {
            return null;
        }
        Optional<String> inside = insideTree(folder);
        if (inside.isEmpty()) {
            problem(value.line(), "“working-directory” is a folder of the repository; there is no " + folder);
        }
        return inside.orElse(null);
    }

    /** The folder in plain form; empty when it is none of the tree's. */
    private Optional<String> insideTree(String folder) {
        String plain = folder.replaceAll("/+$", "").replaceAll("^(?:\\./)+", "");
        boolean inside = !plain.startsWith("/")
                && List.of(plain.split("/")).stream().noneMatch(p -> p.equals("..") || p.isEmpty());
        boolean there = plain.equals(".")
                || tree.entries().stream().anyMatch(e -> e.path().toString().startsWith(plain + "/"));
        return inside && there ? Optional.of(plain) : Optional.empty();
    }

    private void packages(TomlValue value) {
        if (!(value instanceof TomlValue.Items items)) {
            problem(value.line(), "“system-packages” is an array of package names");
            return;
        }
        for (TomlValue item : items.values()) {
            if (item instanceof TomlValue.Text text
                    && PACKAGE.matcher(text.value()).matches()) {
                packages.add(text.value());
            } else {
                problem(item.line(), "“" + item.plain().orElse("…") + "” is not a package name of the distribution");
            }
        }
        record("system-packages", String.join(" ", packages), value.line());
    }

    private void projects(TomlValue value) {
        if (!(value instanceof TomlValue.Items items)) {
            problem(value.line(), "“projects” is an array of folders");
            return;
        }
        for (TomlValue item : items.values()) {
            String folder = item.plain().orElse("…");
            insideTree(folder)
                    .ifPresentOrElse(
                            projects::add,
                            () -> problem(
                                    item.line(), "“projects” are folders of the repository; there is no " + folder));
        }
        record("projects", String.join(" ", projects), value.line());
    }

    private Optional<TomlValue.Table> table(String key, TomlValue value) {
        if (value instanceof TomlValue.Table table) {
            return Optional.of(table);
        }
        problem(value.line(), "“" + key + "” is a table: [" + key + "]");
        return Optional.empty();
    }

    private void toolchain(String name, TomlValue value) {
        if (!TOOLCHAINS.contains(name)) {
            problem(
                    value.line(),
                    "unknown toolchain “" + name + "”" + NearMiss.hint(name, TOOLCHAINS) + "; known: "
                            + String.join(", ", TOOLCHAINS));
        } else if (value instanceof TomlValue.Text text && !text.value().isBlank()) {
            toolchains.put(name, text.value());
            record("toolchain." + name, text.value(), text.line());
        } else {
            problem(value.line(), "the version of " + name + " is a string, for example \"" + example(name) + "\"");
        }
    }

    private static String example(String name) {
        return name.equals("go") ? "1.22" : "3.12";
    }

    private void variable(String name, TomlValue value) {
        if (!VARIABLE.matcher(name).matches()) {
            problem(value.line(), "“" + name + "” is not a name of a variable");
        } else if (value.plain().isPresent()) {
            environment.put(name, value.plain().get());
            record("environment." + name, value.plain().get(), value.line());
        } else {
            problem(value.line(), "the variable " + name + " has one value");
        }
    }

    private void tables(String key, TomlValue value, Consumer<TomlValue.Table> reader) {
        if (!(value instanceof TomlValue.Items items)) {
            problem(value.line(), "“" + key + "” is an array of tables: [[" + key + "]]");
            return;
        }
        for (TomlValue item : items.values()) {
            if (item instanceof TomlValue.Table table) {
                reader.accept(table);
            } else {
                problem(item.line(), "“" + key + "” is an array of tables: [[" + key + "]]");
            }
        }
    }

    private void probe(TomlValue.Table table) {
        unknownKeys("probe", table, PROBE_KEYS);
        Optional<String> name = table.text("name").map(TomlValue.Text::value);
        Optional<String> start = table.text("start").map(TomlValue.Text::value).filter(s -> !s.isBlank());
        Optional<String> query = table.text("query").map(TomlValue.Text::value).filter(s -> !s.isBlank());
        if (name.isEmpty() || !PROBE_NAME.matcher(name.get()).matches() || start.isEmpty() || query.isEmpty()) {
            problem(
                    table.line(),
                    "[[probe]] has a “name” (lower case letters, digits, dashes), a “start” and a “query” command");
            return;
        }
        String seconds = table.get("ready-seconds").flatMap(TomlValue::plain).orElse(Long.toString(READY_SECONDS));
        if (!seconds.matches("[1-9]\\d{0,3}")) {
            problem(table.line(), "“ready-seconds” is a whole number of seconds, 1 to 9999");
            return;
        }
        probes.add(new ServiceSpec(
                new StepId("probe-" + name.get()), start.get(), query.get(), Long.parseLong(seconds), true));
        record("probe." + name.get(), start.get() + " / " + query.get(), table.line());
    }

    private void unknownKeys(String name, TomlValue.Table table, List<String> known) {
        table.entries().forEach((key, value) -> {
            if (!known.contains(key)) {
                problem(
                        value.line(),
                        "unknown key “" + key + "” of [[" + name + "]]" + NearMiss.hint(key, known) + "; known: "
                                + String.join(", ", known));
            }
        });
    }

    private void exclusion(TomlValue.Table table) {
        unknownKeys("exclude", table, EXCLUDE_KEYS);
        Optional<String> test = table.text("test").map(TomlValue.Text::value).filter(s -> !s.isBlank());
        Optional<String> reason =
                table.text("reason").map(TomlValue.Text::value).filter(s -> !s.isBlank());
        if (test.isEmpty() || reason.isEmpty()) {
            problem(table.line(), "[[exclude]] has a “test” and a “reason”, both strings that are not empty");
            return;
        }
        Cause cause = Cause.ENVIRONMENT;
        Optional<TomlValue> named = table.get("cause");
        if (named.isPresent()) {
            String word = named.get().plain().orElse("").toLowerCase(Locale.ROOT);
            List<String> known =
                    List.of(Cause.values()).stream().map(Cause::toString).toList();
            if (!known.contains(word)) {
                problem(
                        named.get().line(),
                        "“" + word + "” is no cause" + NearMiss.hint(word, known) + "; known: "
                                + String.join(", ", known));
                return;
            }
            cause = Cause.parse(word);
        }
        excluded.add(new ExcludedTest(test.get(), cause, reason.get(), FILE));
        record("exclude." + test.get(), reason.get(), table.line());
    }

    private void checkFlags(Overrides flags) {
        String folder = flags.workingDirectory();
        if (folder != null) {
            Optional<String> inside = insideTree(folder);
            if (inside.isEmpty()) {
                problems.add("--working-directory: a folder of the repository; there is no " + folder);
            }
            workingDirectory = inside.orElse(null);
        }
        if (!flags.projects().isEmpty()) {
            projects.clear();
        }
        for (String asked : flags.projects()) {
            insideTree(asked)
                    .ifPresentOrElse(
                            projects::add,
                            () -> problems.add("--project: a folder of the repository; there is no " + asked));
        }
        for (String name : flags.toolchains().keySet()) {
            if (!TOOLCHAINS.contains(name)) {
                problems.add("--toolchain: unknown toolchain “" + name + "”" + NearMiss.hint(name, TOOLCHAINS)
                        + "; known: " + String.join(", ", TOOLCHAINS));
            }
        }
        for (String name : flags.environment().keySet()) {
            if (!VARIABLE.matcher(name).matches()) {
                problems.add("--env: “" + name + "” is not a name of a variable");
            }
        }
        for (String name : flags.systemPackages()) {
            if (!PACKAGE.matcher(name).matches()) {
                problems.add("--system-package: “" + name + "” is not a package name of the distribution");
            }
        }
    }

    private Overrides merged(Overrides flags) {
        Map<String, String> tools = new LinkedHashMap<>(toolchains);
        tools.putAll(flags.toolchains());
        Map<String, String> variables = new LinkedHashMap<>(environment);
        variables.putAll(flags.environment());
        Set<String> allPackages = new LinkedHashSet<>(packages);
        allPackages.addAll(flags.systemPackages());
        List<ExcludedTest> allExcluded = new ArrayList<>(flags.excluded());
        allExcluded.addAll(excluded);
        Map<String, String> decisions = new TreeMap<>(recorded);
        flags.recorded().forEach((key, value) -> decisions.merge(key, value, (file, flag) -> flag + ", over " + file));
        return new Overrides(
                flags.language() == null ? language : flags.language(),
                tools,
                List.copyOf(allPackages),
                variables,
                workingDirectory,
                flags.testCommand() == null ? testCommand : flags.testCommand(),
                allExcluded,
                probes,
                List.copyOf(projects),
                decisions);
    }
}
