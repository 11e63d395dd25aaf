package dev.bootwright.ecosystem.python.read;

import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.format.toml.TomlDocument;
import dev.bootwright.format.toml.TomlValue;
import dev.bootwright.format.toml.TomlValue.Table;
import dev.bootwright.format.toml.TomlValue.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code pyproject.toml}: metadata, build system, dependency groups and the tables of build tools. */
final class PyprojectReader {
    private static final EvidenceKind KIND = EvidenceKind.MANIFEST;

    private static final Pattern CLASSIFIER =
            Pattern.compile("Programming Language :: Python :: (?<version>[0-9]+\\.[0-9]+)");

    private final EvidenceFile file;
    private final Table root;

    private PyprojectReader(EvidenceFile file, Table root) {
        this.file = file;
        this.root = root;
    }

    static void read(EvidenceFile file, TomlDocument document) {
        document.problems().forEach(p -> file.unknown(p.line(), "broken TOML: " + p.message()));
        PyprojectReader reader = new PyprojectReader(file, document.root());
        reader.buildSystem();
        reader.metadata();
        reader.groups();
        reader.poetry();
        reader.otherTools();
        reader.versionFromGit();
    }

    /** A Pipfile has the tables of a Poetry project under other names. */
    static void readPipfile(EvidenceFile file, TomlDocument document) {
        document.problems().forEach(p -> file.unknown(p.line(), "broken TOML: " + p.message()));
        PyprojectReader reader = new PyprojectReader(file, document.root());
        document.root().table("packages").ifPresent(t -> reader.poetryDependencies(t, Sources.RUNTIME));
        document.root()
                .table("dev-packages")
                .ifPresent(t -> reader.poetryDependencies(t, Sources.listed("pipenv", "dev")));
        document.root()
                .text("requires", "python_version")
                .ifPresent(v -> file.found(Subjects.PINNED_VERSION, v.value(), v.line(), KIND));
    }

    /** The classifiers' Python versions, for example {@code 3.12}. */
    static Optional<String> claimedVersion(String classifier) {
        Matcher m = CLASSIFIER.matcher(classifier.strip());
        return m.matches() ? Optional.of(m.group("version")) : Optional.empty();
    }

    private void buildSystem() {
        root.text("build-system", "build-backend")
                .ifPresent(b -> file.found(Subjects.BUILD_BACKEND, b.value(), b.line(), KIND));
        for (Text requirement : root.texts("build-system", "requires")) {
            Requirement.tryParse(requirement.value()).ifPresent(r -> {
                file.found(
                        Subjects.BUILD_REQUIREMENT,
                        r.toString(),
                        requirement.line(),
                        KIND,
                        Map.of("distribution", r.name()));
                nativeNeed(r.name(), requirement.line());
            });
        }
    }

    private void nativeNeed(String distribution, int line) {
        String need = switch (distribution) {
            case "cython" -> "cython";
            case "maturin", "setuptools-rust" -> "rust";
            case "scikit-build", "scikit-build-core", "cmake" -> "cmake";
            case "meson-python", "meson" -> "meson";
            case "cffi", "pybind11", "nanobind", "numpy" -> "c";
            default -> "";
        };
        if (!need.isEmpty()) {
            file.found(Subjects.NATIVE, need, line, KIND, Map.of("because", distribution));
        }
    }

    private void metadata() {
        root.text("project", "name").ifPresent(n -> file.found(Subjects.NAME, n.value(), n.line(), KIND));
        root.text("project", "requires-python")
                .ifPresent(r -> file.found(Subjects.REQUIRES_PYTHON, r.value(), r.line(), KIND));
        for (Text classifier : root.texts("project", "classifiers")) {
            claimedVersion(classifier.value())
                    .ifPresent(v -> file.found(Subjects.CLAIMED_VERSION, v, classifier.line(), KIND));
        }
        for (Text dependency : root.texts("project", "dependencies")) {
            file.dependency(dependency.value(), Sources.RUNTIME, dependency.line(), KIND);
        }
        root.table("project", "optional-dependencies")
                .ifPresent(
                        t -> t.entries().keySet().forEach(extra -> dependencies(t.texts(extra), Sources.extra(extra))));
    }

    private void dependencies(List<Text> requirements, String source) {
        requirements.forEach(r -> file.dependency(r.value(), source, r.line(), KIND));
    }

    private void groups() {
        root.table("dependency-groups")
                .ifPresent(t -> t.entries().keySet().forEach(group -> {
                    dependencies(t.texts(group), Sources.group(group));
                    for (TomlValue item : t.items(group)) {
                        if (item instanceof Table include) {
                            include.text("include-group")
                                    .ifPresent(i -> file.found(
                                            Subjects.GROUP_INCLUDE,
                                            Sources.group(i.value()),
                                            i.line(),
                                            KIND,
                                            Map.of("source", Sources.group(group))));
                        }
                    }
                }));
        dependencies(root.texts("tool", "uv", "dev-dependencies"), Sources.listed("uv", "dev"));
        root.table("tool", "pdm", "dev-dependencies")
                .ifPresent(t -> t.entries()
                        .keySet()
                        .forEach(group -> dependencies(t.texts(group), Sources.listed("pdm", group))));
        root.table("tool", "hatch", "envs")
                .ifPresent(envs -> envs.entries().keySet().forEach(env -> {
                    dependencies(envs.texts(env, "dependencies"), Sources.listed("hatch", env));
                    dependencies(envs.texts(env, "extra-dependencies"), Sources.listed("hatch", env));
                }));
    }

    private void poetry() {
        Optional<Table> poetry = root.table("tool", "poetry");
        if (poetry.isEmpty()) {
            return;
        }
        Table table = poetry.get();
        table.text("name").ifPresent(n -> file.found(Subjects.NAME, n.value(), n.line(), KIND));
        for (Text classifier : table.texts("classifiers")) {
            claimedVersion(classifier.value())
                    .ifPresent(v -> file.found(Subjects.CLAIMED_VERSION, v, classifier.line(), KIND));
        }
        table.table("dependencies").ifPresent(t -> poetryDependencies(t, Sources.RUNTIME));
        table.table("dev-dependencies").ifPresent(t -> poetryDependencies(t, Sources.listed("poetry", "dev")));
        table.table("group")
                .ifPresent(groups -> groups.entries()
                        .keySet()
                        .forEach(group -> groups.table(group, "dependencies")
                                .ifPresent(t -> poetryDependencies(t, Sources.listed("poetry", group)))));
        table.table("extras")
                .ifPresent(extras -> extras.entries().keySet().forEach(extra -> poetryExtra(table, extra)));
        if (table.get("build").isPresent()) {
            file.found(Subjects.NATIVE, "c", table.get("build").get().line(), KIND, Map.of("because", "poetry build"));
        }
    }

    /** An extra names optional dependencies; what they are stands with the others. */
    private void poetryExtra(Table poetry, String extra) {
        for (Text name : poetry.texts("extras", extra)) {
            file.dependency(name.value(), Sources.extra(extra), name.line(), KIND);
        }
    }

    private static boolean isOptional(TomlValue value) {
        return value instanceof Table table
                && table.get("optional")
                        .flatMap(TomlValue::plain)
                        .filter("true"::equals)
                        .isPresent();
    }

    private void poetryDependencies(Table table, String source) {
        table.entries().forEach((name, value) -> {
            if (name.equals("python")) {
                value.plain()
                        .flatMap(PoetryConstraint::toSpecifier)
                        .ifPresentOrElse(
                                s -> file.found(Subjects.REQUIRES_PYTHON, s, value.line(), KIND),
                                () -> file.unknown(value.line(), "Python constraint of another form"));
                return;
            }
            if (isOptional(value) && source.equals(Sources.RUNTIME)) {
                return;
            }
            for (TomlValue one : value instanceof TomlValue.Items items ? items.values() : List.of(value)) {
                poetryDependency(name, one, source);
            }
        });
    }

    private void poetryDependency(String name, TomlValue value, String source) {
        String version = value.plain().orElse("*");
        List<String> markers = new ArrayList<>();
        String extras = "";
        if (value instanceof Table table) {
            if (table.get("path").isPresent()) {
                file.unknown(value.line(), "a dependency by path: " + name);
                return;
            }
            version = table.text("version").map(Text::value).orElse("*");
            table.text("markers").ifPresent(m -> markers.add("(" + m.value() + ")"));
            table.text("python").ifPresent(p -> markers.addAll(pythonMarkers(p)));
            List<String> names = table.texts("extras").stream().map(Text::value).toList();
            extras = names.isEmpty() ? "" : "[" + String.join(",", names) + "]";
            if (table.text("git").isPresent()) {
                String reference = table.text("rev")
                        .or(() -> table.text("tag"))
                        .or(() -> table.text("branch"))
                        .map(r -> "@" + r.value())
                        .orElse("");
                file.dependency(
                        name + extras + " @ git+" + table.text("git").get().value() + reference,
                        source,
                        value.line(),
                        KIND);
                return;
            }
        }
        String specifier = PoetryConstraint.toSpecifier(version).orElse("");
        String marker = markers.isEmpty() ? "" : "; " + String.join(" and ", markers);
        file.dependency(name + extras + specifier + marker, source, value.line(), KIND);
    }

    private List<String> pythonMarkers(Text constraint) {
        Optional<String> specifier = PoetryConstraint.toSpecifier(constraint.value());
        if (specifier.isEmpty()) {
            file.unknown(constraint.line(), "Python constraint of another form: " + constraint.value());
            return List.of();
        }
        List<String> markers = new ArrayList<>();
        for (String clause : specifier.get().split(",")) {
            Matcher m = Pattern.compile("([<>=!~]+)(.+)").matcher(clause);
            if (m.matches()) {
                String variable = m.group(2).split("\\.").length > 2 ? "python_full_version" : "python_version";
                markers.add(variable + " " + m.group(1) + " '" + m.group(2) + "'");
            }
        }
        return markers;
    }

    /** Flit's old metadata and the extension modules of setuptools. */
    private void otherTools() {
        root.texts("tool", "flit", "metadata", "requires")
                .forEach(r -> file.dependency(r.value(), Sources.RUNTIME, r.line(), KIND));
        root.text("tool", "flit", "metadata", "requires-python")
                .ifPresent(r -> file.found(Subjects.REQUIRES_PYTHON, r.value(), r.line(), KIND));
        root.table("tool", "flit", "metadata", "requires-extra")
                .ifPresent(
                        t -> t.entries().keySet().forEach(extra -> dependencies(t.texts(extra), Sources.extra(extra))));
        root.get("tool", "setuptools", "ext-modules")
                .ifPresent(v -> file.found(Subjects.NATIVE, "c", v.line(), KIND, Map.of("because", "ext-modules")));
        root.table("tool", "coverage", "report")
                .flatMap(t -> t.get("fail_under"))
                .ifPresent(v -> {
                    if (!v.plain().orElse("0").equals("0")) {
                        file.found(Subjects.COVERAGE_THRESHOLD, v.plain().orElse(""), v.line(), KIND);
                    }
                });
    }

    /** Build tools that take the version from tags. */
    private void versionFromGit() {
        root.table("tool", "setuptools_scm").ifPresent(t -> history("setuptools_scm", t));
        root.table("tool", "setuptools-git-versioning").ifPresent(t -> history("setuptools-git-versioning", t));
        root.table("tool", "poetry-dynamic-versioning")
                .filter(t -> t.get("enable")
                        .flatMap(TomlValue::plain)
                        .orElse("false")
                        .equals("true"))
                .ifPresent(t -> history("poetry-dynamic-versioning", t));
        root.table("tool", "versioneer").ifPresent(t -> history("versioneer", t));
        root.table("tool", "hatch", "version")
                .filter(t ->
                        t.text("source").filter(s -> s.value().equals("vcs")).isPresent())
                .ifPresent(t -> history("hatch-vcs", t));
        root.table("tool", "pdm", "version")
                .filter(t ->
                        t.text("source").filter(s -> s.value().equals("scm")).isPresent())
                .ifPresent(t -> history("pdm-scm", t));
        boolean configured = root.table("tool", "setuptools_scm").isPresent();
        for (Text requirement : root.texts("build-system", "requires")) {
            Optional<String> name = Requirement.tryParse(requirement.value()).map(Requirement::name);
            if (!configured && name.filter("setuptools-scm"::equals).isPresent()) {
                file.found(Subjects.HISTORY_NEEDED, "setuptools_scm", requirement.line(), KIND);
            }
            if (name.filter("pbr"::equals).isPresent()) {
                file.found(Subjects.HISTORY_NEEDED, "pbr", requirement.line(), KIND);
            }
        }
    }

    private void history(String tool, Table table) {
        file.found(Subjects.HISTORY_NEEDED, tool, table.line(), KIND);
    }
}
