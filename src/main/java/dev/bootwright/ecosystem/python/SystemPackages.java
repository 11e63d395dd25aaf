package dev.bootwright.ecosystem.python;

import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.Finding;
import dev.bootwright.ecosystem.python.read.Subjects;
import dev.bootwright.format.shell.Invocation;
import dev.bootwright.format.shell.ShellCommand;
import dev.bootwright.format.shell.ShellScript;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The distribution's packages that a project needs.
 *
 * @param needed installed always
 * @param asked what CI installs for its own distribution; installed where this suite has it
 * @param evidence ids of findings and CI commands
 */
record SystemPackages(List<String> needed, List<String> asked, List<String> evidence) {
    /** What a bare system needs for every Python project. */
    private static final List<String> ALWAYS = List.of("ca-certificates", "git", "netbase", "python3", "python3-venv");

    /** Distributions without wheels, and what their build wants. */
    private static final Map<String, List<String>> BUILDS = new TreeMap<>(Map.ofEntries(
            Map.entry("psycopg2", List.of("libpq-dev")),
            Map.entry("mysqlclient", List.of("default-libmysqlclient-dev", "pkg-config")),
            Map.entry("python-ldap", List.of("libldap2-dev", "libsasl2-dev")),
            Map.entry("pycairo", List.of("libcairo2-dev", "pkg-config")),
            Map.entry(
                    "pygobject",
                    List.of("gobject-introspection", "libcairo2-dev", "libgirepository1.0-dev", "pkg-config")),
            Map.entry("dbus-python", List.of("libdbus-1-dev", "libglib2.0-dev", "pkg-config")),
            Map.entry("pyaudio", List.of("portaudio19-dev")),
            Map.entry("pygraphviz", List.of("graphviz", "libgraphviz-dev")),
            Map.entry("pycurl", List.of("libcurl4-openssl-dev", "libssl-dev")),
            Map.entry("xmlsec", List.of("libxmlsec1-dev", "pkg-config"))));

    /** Packages that install an interpreter or a container runtime of CI's own machine. */
    private static final String NOT_ASKED =
            "python[0-9.]*(?:-dev|-venv|-distutils|-pip)?|pypy.*|software-properties-common|docker.*|apt-.*|sudo|curl|wget|git|ca-certificates|gnupg.*|lsb-release";

    SystemPackages {
        needed = List.copyOf(needed);
        asked = List.copyOf(asked);
        evidence = List.copyOf(evidence);
    }

    static SystemPackages of(
            List<PythonEvidence> projects,
            List<TestPlan> tests,
            List<InstallSelection> selections,
            boolean ownHeaders) {
        Set<String> needed = new TreeSet<>(ALWAYS);
        Set<String> asked = new TreeSet<>();
        Set<String> ids = new LinkedHashSet<>();
        for (int i = 0; i < projects.size(); i++) {
            PythonEvidence evidence = projects.get(i);
            for (Finding finding : evidence.of(Subjects.NATIVE)) {
                needed.addAll(compilers(finding.value(), ownHeaders));
                ids.add(finding.id());
            }
            for (Finding dependency : installed(evidence, selections.get(i))) {
                List<String> build = BUILDS.get(PythonEvidence.distribution(dependency));
                if (build != null) {
                    needed.addAll(compilers("c", ownHeaders));
                    asked.addAll(build);
                    ids.add(dependency.id());
                }
            }
            ciCommands(evidence, tests.get(i)).forEach(command -> {
                List<String> packages = aptPackages(command);
                if (!packages.isEmpty()) {
                    asked.addAll(packages);
                    ids.add(command.id());
                }
            });
        }
        asked.removeAll(needed);
        return new SystemPackages(List.copyOf(needed), List.copyOf(asked), List.copyOf(ids));
    }

    private static List<String> compilers(String need, boolean ownHeaders) {
        List<String> packages = new ArrayList<>(List.of("g++", "gcc", "libc6-dev", "make"));
        if (!ownHeaders) {
            packages.add("python3-dev");
        }
        if (need.equals("rust")) {
            packages.addAll(List.of("cargo", "rustc"));
        }
        return packages;
    }

    private static List<Finding> installed(PythonEvidence evidence, InstallSelection selection) {
        List<Finding> found =
                new ArrayList<>(evidence.dependencies(dev.bootwright.ecosystem.python.read.Sources.RUNTIME));
        selection.sources().forEach(s -> found.addAll(evidence.dependencies(s)));
        return found;
    }

    /** The commands of the job that the tests follow; without one, those of every job that runs tests. */
    private static List<CiCommand> ciCommands(PythonEvidence evidence, TestPlan tests) {
        if (tests.ci().isPresent()) {
            return evidence.jobOf(tests.ci().get());
        }
        Set<CiCommand> found = new LinkedHashSet<>();
        evidence.ciCommands().stream()
                .filter(c -> c.purpose() == CiCommand.Purpose.TEST && c.reproducible())
                .forEach(c -> found.addAll(evidence.jobOf(c)));
        return List.copyOf(found);
    }

    static List<String> aptPackages(CiCommand command) {
        List<String> packages = new ArrayList<>();
        ShellScript.read(command.command(), command.line()).toOptional().ifPresent(script -> {
            for (ShellCommand simple : script.commands()) {
                Invocation invocation = simple.invocation();
                boolean apt = invocation.program().equals("apt-get")
                        || invocation.program().equals("apt");
                if (apt && invocation.hasArgument("install")) {
                    invocation.arguments().stream()
                            .filter(a -> a.matches("[a-z0-9][a-z0-9+.-]+") && !a.equals("install"))
                            .filter(a -> !a.matches(NOT_ASKED))
                            .forEach(packages::add);
                }
            }
        });
        return packages;
    }
}
