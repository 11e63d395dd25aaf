package dev.bootwright.ecosystem.python;

import static dev.bootwright.contract.ShellText.quote;

import dev.bootwright.discover.Finding;
import dev.bootwright.ecosystem.python.PythonSteps.ProjectSteps;
import dev.bootwright.ecosystem.python.read.Requirement;
import dev.bootwright.ecosystem.python.read.Sources;
import dev.bootwright.ecosystem.python.read.Subjects;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.step.DependencyPolicy;
import dev.bootwright.step.Route;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How one project and what its tests need get into the environment. */
final class PythonInstall {
    /** When each build backend learnt to install a project in place without running setup.py. */
    private static final Map<String, LocalDate> EDITABLE_SINCE = Map.of(
            "setuptools", LocalDate.of(2022, 8, 12),
            "poetry", LocalDate.of(2022, 2, 28),
            "flit_core", LocalDate.of(2021, 10, 20),
            "flit", LocalDate.of(2021, 10, 20));

    private final PlanningInput input;
    private final Route route;
    private final ProjectSteps project;

    PythonInstall(PlanningInput input, Route route, ProjectSteps project) {
        this.input = input;
        this.route = route;
        this.project = project;
    }

    String block() {
        List<String> options = new ArrayList<>();
        InstallSelection selection = project.selection();
        String group = project.path().equals(".") ? "" : project.path() + "/pyproject.toml:";
        boolean exported = isExported();
        if (!exported) {
            selection.named("group").forEach(g -> options.add("--group " + quote(group + g)));
        }
        selection.named("file").forEach(f -> options.add("--requirements " + quote(f)));
        selection.listed(project.evidence()).forEach(r -> options.add(quote(r)));
        return PythonBlocks.dependencies(
                new PythonBlocks.Install(
                        project.path(),
                        selection.installable() ? target() : null,
                        options,
                        lock(),
                        route.policy() == DependencyPolicy.AS_OF_DATE ? route.asOf() : null),
                exportOptions());
    }

    private Optional<Finding> lock() {
        return route.policy() == DependencyPolicy.LOCKED
                ? PythonRoutes.usableLock(project.evidence())
                : Optional.empty();
    }

    private boolean isExported() {
        return lock().filter(f -> "uv".equals(f.attributes().get("kind"))).isPresent();
    }

    private List<String> exportOptions() {
        List<String> options = new ArrayList<>();
        project.selection().named("group").forEach(g -> options.add("--group " + quote(g)));
        project.selection().named("uv").forEach(g -> options.add("--group " + quote(g)));
        project.selection().named("extra").forEach(e -> options.add("--extra " + quote(e)));
        return options;
    }

    private String target() {
        List<String> extras = project.selection().named("extra");
        String path = project.path().equals(".") ? "." : "./" + project.path();
        String named = extras.isEmpty() ? path : path + "[" + String.join(",", extras) + "]";
        return (isEditable() ? "--editable " : "") + quote(named);
    }

    /** Some backends rebuild at import, and old ones have no editable install at all. */
    boolean isEditable() {
        String backend = project.evidence()
                .first(Subjects.BUILD_BACKEND)
                .map(Finding::value)
                .orElse("setuptools.build_meta")
                .replaceFirst("[.:].*", "");
        if (backend.equals("mesonpy")) {
            return false;
        }
        LocalDate asOf = route.asOf();
        LocalDate since = EDITABLE_SINCE.get(backend);
        return asOf == null || since == null || asOf.isAfter(since);
    }

    /** Installs the project again after a change of its compiled parts or metadata, nothing else. */
    List<String> rebuild() {
        List<String> words = new ArrayList<>(List.of(
                "uv",
                "pip",
                "install",
                "--no-deps",
                "--reinstall-package",
                project.evidence().name()));
        if (project.evidence().name().isEmpty()) {
            words = new ArrayList<>(List.of("uv", "pip", "install", "--no-deps"));
        }
        if (route.asOf() != null) {
            words.addAll(List.of("--exclude-newer", route.asOf() + "T00:00:00Z"));
        }
        if (isEditable()) {
            words.add("--editable");
        }
        words.add(project.path().equals(".") ? "." : "./" + project.path());
        return words;
    }

    /** What stands in for the history of a repository that has none. */
    Map<String, String> versionVariables() {
        Map<String, String> env = new LinkedHashMap<>();
        if (input.repository().commit() != null) {
            return env;
        }
        for (Finding finding : project.evidence().of(Subjects.HISTORY_NEEDED)) {
            Optional<String> version =
                    project.evidence().first(Subjects.SDIST_VERSION).map(Finding::value);
            String value = version.orElse("0.0.0");
            switch (finding.value()) {
                case "setuptools_scm", "hatch-vcs" -> {
                    if (version.isEmpty()) {
                        env.put("SETUPTOOLS_SCM_PRETEND_VERSION", value);
                    }
                }
                case "pbr" -> env.put("PBR_VERSION", value);
                case "pdm-scm" -> env.put("PDM_BUILD_SCM_VERSION", value);
                case "poetry-dynamic-versioning" -> env.put("POETRY_DYNAMIC_VERSIONING_BYPASS", value);
                default -> {}
            }
        }
        return env;
    }

    List<String> evidence() {
        List<String> ids = new ArrayList<>();
        project.evidence().first(Subjects.NAME).ifPresent(f -> ids.add(f.id()));
        project.evidence().first(Subjects.BUILD_BACKEND).ifPresent(f -> ids.add(f.id()));
        lock().ifPresent(f -> ids.add(f.id()));
        files().forEach(f -> ids.add(f.id()));
        project.evidence().of(Subjects.HISTORY_NEEDED).forEach(f -> ids.add(f.id()));
        project.evidence().of(Subjects.IMPORT).stream()
                .filter(f -> project.selection()
                        .undeclared()
                        .containsKey(f.attributes().getOrDefault("distribution", "")))
                .forEach(f -> ids.add(f.id()));
        return ids;
    }

    /** For each requirements file that is installed, and each that it includes, its first line that asks for something. */
    private List<Finding> files() {
        Map<String, Finding> first = new LinkedHashMap<>();
        for (String file : project.selection().named("file")) {
            project.evidence().dependencies(Sources.file(file)).stream()
                    .filter(f -> !f.attributes()
                            .getOrDefault("source", Sources.RUNTIME)
                            .equals(Sources.RUNTIME))
                    .forEach(f -> first.putIfAbsent(f.file(), f));
        }
        return List.copyOf(first.values());
    }

    /** Run-time dependencies without any bound, which drift with every release. */
    List<Finding> unbounded() {
        return project.evidence().dependencies(Sources.RUNTIME).stream()
                .filter(f -> Requirement.tryParse(f.value())
                        .filter(r -> r.specifier().isEmpty() && r.url().isEmpty())
                        .isPresent())
                .toList();
    }
}
