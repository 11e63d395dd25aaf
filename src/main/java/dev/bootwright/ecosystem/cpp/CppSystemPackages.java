package dev.bootwright.ecosystem.cpp;

import dev.bootwright.contract.AptInstall;
import dev.bootwright.discover.Finding;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.toolchain.FileIndex;
import dev.bootwright.toolchain.FileIndex.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The distribution's packages that a build needs: the tools of its build system, what the build looks for as the
 * distribution's file index knows it, and what CI installs.
 */
final class CppSystemPackages {
    private static final int MOST = 80;

    /** What belongs to CI's own machine, or is chosen here. */
    private static final String NOT_ASKED =
            "docker.*|podman.*|apt-.*|sudo|curl|wget|software-properties-common|gnupg.*|lsb-release|.*:i386|.*-multilib"
                    + "|(?:gcc|g\\+\\+|clang|llvm|lld|libc\\+\\+|libc\\+\\+abi)-?[0-9.]*(?:-dev)?|clang-(?:tidy|format|tools).*"
                    + "|lcov|gcovr|cppcheck|doxygen|graphviz|texlive.*|mingw.*|.*-mingw.*|qemu.*|.*-cross";

    /** Packages of CMake, and programs, that make documents, measure or package; no test is built with them. */
    private static final Set<String> NOT_FOR_TESTS = Set.of(
            "doxygen",
            "latex",
            "sphinx",
            "perl",
            "clangformat",
            "clangtidy",
            "cppcheck",
            "git",
            "threads",
            "pkgconfig",
            "ccache",
            "dpkg",
            "rpmbuild",
            "lcov",
            "gcov",
            "gcovr",
            "valgrind",
            "cuda",
            "cudatoolkit",
            "subversion",
            "hg",
            "gcc",
            "g++",
            "cc",
            "clang",
            "clang++",
            "sccache",
            "a2x",
            "asciidoc",
            "asciidoctor",
            "xmlto",
            "dot",
            "ar",
            "ranlib");

    private final TreeSet<String> needed =
            new TreeSet<>(List.of("build-essential", "ca-certificates", "git", "pkg-config"));
    private final TreeSet<String> asked = new TreeSet<>();
    private final TreeSet<String> evidence = new TreeSet<>();
    private final Map<String, String> sources = new TreeMap<>();
    private final List<Finding> missing = new ArrayList<>();
    private final FileIndex index;

    private CppSystemPackages(FileIndex index) {
        this.index = index;
    }

    static CppSystemPackages of(PlanningInput input, List<CppFacts> projects, FileIndex index) {
        CppSystemPackages packages = new CppSystemPackages(index);
        for (Finding named : input.report().of(CppSubjects.SYSTEM_PACKAGE)) {
            boolean tests = "true".equals(named.attributes().get("tests"));
            if (tests && !named.value().matches(NOT_ASKED)) {
                packages.asked.add(named.value());
                packages.evidence.add(named.id());
            }
        }
        projects.forEach(packages::project);
        packages.asked.removeAll(packages.needed);
        return packages;
    }

    private void project(CppFacts facts) {
        for (BuildSystem system : BuildSystem.values()) {
            if (facts.has(system)) {
                needed.addAll(tools(system, facts));
            }
        }
        if (facts.input().report().of("language.files").stream()
                .anyMatch(f -> f.value().equals("python"))) {
            needed.add("python3");
        }
        for (Finding fetched : facts.of(CppSubjects.FETCHED)) {
            String name = fetched.value();
            index.best(Kind.SOURCES, name.toLowerCase(Locale.ROOT)).ifPresent(p -> {
                needed.add(p);
                evidence.add(fetched.id());
                sources.put(name, "/usr/src/" + name.toLowerCase(Locale.ROOT));
            });
        }
        for (Finding wanted : facts.of(CppSubjects.WANTED)) {
            if (needed.size() > MOST || NOT_FOR_TESTS.contains(wanted.value().toLowerCase(Locale.ROOT))) {
                continue;
            }
            List<String> holders = holders(wanted);
            if (holders.isEmpty()) {
                missing.add(wanted);
            } else if (holders.stream().noneMatch(asked::contains)) {
                needed.add(holders.getFirst());
                evidence.add(wanted.id());
            }
        }
    }

    private static List<String> tools(BuildSystem system, CppFacts facts) {
        return switch (system) {
            case CMAKE -> List.of("cmake", "ninja-build");
            case MESON -> List.of("meson", "ninja-build");
            case AUTOTOOLS ->
                facts.hasTool("configure.ac") || facts.hasTool("configure.in")
                        ? List.of(
                                "autoconf",
                                "autoconf-archive",
                                "automake",
                                "autopoint",
                                "gettext",
                                "libtool",
                                "texinfo")
                        : List.of();
            case MAKE -> List.of();
        };
    }

    /** Packages that hold what is wanted, the one to install first. */
    private List<String> holders(Finding wanted) {
        String name = wanted.value();
        return switch (wanted.attributes().getOrDefault("how", "")) {
            case "pkg-config" -> first(List.of(new Ask(Kind.PKG_CONFIG, name), new Ask(Kind.CMAKE, name)));
            case "library" -> first(List.of(new Ask(Kind.LIBRARY, name)));
            case "program" -> first(List.of(new Ask(Kind.PROGRAM, name)));
            case "macro" -> first(List.of(new Ask(Kind.MACRO, name.toLowerCase(Locale.ROOT))));
            case "python" -> first(List.of(new Ask(Kind.PYTHON, name)));
            case "python-headers" -> first(List.of(new Ask(Kind.PROGRAM, "python3-config")));
            case "header" -> header(name);
            default -> cmake(name);
        };
    }

    private record Ask(Kind kind, String name) {}

    private List<String> first(List<Ask> asks) {
        for (Ask ask : asks) {
            Optional<String> best = index.best(ask.kind(), ask.name());
            if (best.isPresent()) {
                List<String> all = new ArrayList<>(List.of(best.get()));
                all.addAll(index.packages(ask.kind(), ask.name()));
                return all;
            }
        }
        return List.of();
    }

    /** A header that configure only asks about: of a package that is named like it, not of some port of another system. */
    private List<String> header(String name) {
        String base = name.substring(name.lastIndexOf('/') + 1).replaceFirst("\\.h(pp|h)?$", "");
        return first(List.of(new Ask(Kind.HEADER, name))).stream()
                .filter(p -> base.length() > 1 && p.contains(base.toLowerCase(Locale.ROOT)))
                .toList();
    }

    /** As {@code find_package} looks: the package's own file, else what CMake's module of that name searches for. */
    private List<String> cmake(String name) {
        int slash = name.indexOf('/');
        if (slash > 0) {
            String whole = name.substring(0, slash);
            String part = name.substring(slash + 1);
            String lower = whole.toLowerCase(Locale.ROOT) + "_" + part.toLowerCase(Locale.ROOT);
            return first(List.of(new Ask(Kind.CMAKE, lower), new Ask(Kind.CMAKE, whole + part)));
        }
        String lower = name.toLowerCase(Locale.ROOT);
        return first(List.of(
                new Ask(Kind.CMAKE, name),
                new Ask(Kind.CMAKE, lower),
                new Ask(Kind.PKG_CONFIG, lower),
                new Ask(Kind.PKG_CONFIG, "lib" + lower),
                new Ask(Kind.HEADER, lower + ".h"),
                new Ask(Kind.HEADER, lower + "/" + lower + ".h"),
                new Ask(Kind.LIBRARY, lower),
                new Ask(Kind.PROGRAM, lower)));
    }

    String block() {
        return AptInstall.block(List.copyOf(needed), List.copyOf(asked));
    }

    List<String> evidence() {
        return List.copyOf(evidence);
    }

    /** What CMake would fetch, by name, and where the distribution's package has its sources. */
    Map<String, String> sources() {
        return sources;
    }

    /** What is required and no package of the suite holds. */
    List<Finding> missing() {
        return missing.stream()
                .filter(f -> "true".equals(f.attributes().get("required")) && !index.isEmpty())
                .toList();
    }

    boolean isIndexed() {
        return !index.isEmpty();
    }
}
