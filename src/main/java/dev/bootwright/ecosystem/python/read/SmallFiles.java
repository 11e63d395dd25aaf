package dev.bootwright.ecosystem.python.read;

import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.format.make.JustReader;
import dev.bootwright.format.make.MakeFile;
import dev.bootwright.format.make.MakeReader;
import dev.bootwright.format.make.MakeTarget;
import dev.bootwright.version.pep440.Pep440Version;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads files of a line or two (version files, an sdist's metadata, lock files' heads) and the test targets of make and just. */
final class SmallFiles {
    private static final Pattern VERSION =
            Pattern.compile("(?:python-|cpython-)?(?<version>[0-9]+\\.[0-9]+(?:\\.[0-9]+)?).*");
    private static final int MOST_TARGETS = 400;

    private SmallFiles() {}

    /** {@code .python-version} and {@code runtime.txt}. */
    static void readVersionFile(EvidenceFile file) {
        List<String> lines = file.text().lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            readVersion(file, line, i + 1);
            return;
        }
    }

    /** @param written for example {@code 3.12.1} or {@code python-3.12} */
    static void readVersion(EvidenceFile file, String written, int line) {
        Matcher m = VERSION.matcher(written);
        if (m.matches() && Pep440Version.tryParse(m.group("version")).isPresent()) {
            file.found(Subjects.PINNED_VERSION, m.group("version"), line, EvidenceKind.MANIFEST);
        } else {
            file.unknown(line, "not a version of CPython: " + written);
        }
    }

    /** The metadata of a source distribution. */
    static void readPackageInfo(EvidenceFile file) {
        List<String> lines = file.text().lines().toList();
        for (int i = 0; i < lines.size() && !lines.get(i).isEmpty(); i++) {
            String line = lines.get(i);
            int colon = line.indexOf(": ");
            if (colon < 0) {
                continue;
            }
            String value = line.substring(colon + 2).strip();
            switch (line.substring(0, colon)) {
                case "Name" -> file.found(Subjects.NAME, value, i + 1, EvidenceKind.FILE_NAMES);
                case "Version" -> file.found(Subjects.SDIST_VERSION, value, i + 1, EvidenceKind.MANIFEST);
                case "Requires-Python" ->
                    file.found(Subjects.REQUIRES_PYTHON, value, i + 1, EvidenceKind.ENVIRONMENT_FILE);
                default -> {}
            }
        }
    }

    /** A lock file, by what wrote it. */
    static void readLock(EvidenceFile file, String kind) {
        int entries = 0;
        for (String line : file.text().lines().toList()) {
            if (line.equals("[[package]]") || line.startsWith("            \"version\":")) {
                entries++;
            }
        }
        file.found(
                Subjects.LOCK,
                file.path(),
                1,
                EvidenceKind.MANIFEST,
                Map.of("kind", kind, "entries", Integer.toString(entries)));
    }

    /** Targets of a Makefile or justfile that run tests, and what the others install with pip. */
    static void readMake(EvidenceFile file, boolean just) {
        MakeFile make = (just ? JustReader.read(file.text()) : MakeReader.read(file.text()))
                .orReport(u -> file.unknown(u.line(), u.reason()))
                .orElse(new MakeFile(List.of(), Map.of(), List.of()));
        for (MakeTarget target : make.targets().stream().limit(MOST_TARGETS).toList()) {
            for (MakeTarget.RecipeLine line : target.recipe()) {
                for (TestInvocation run : TestInvocation.in(TestRuns.withoutExpressions(line.command()), line.line())) {
                    TestRuns.found(
                            file, run, line.line(), ".", "target " + target.name(), EvidenceKind.TOOL_CONFIGURATION);
                }
                for (PipCommand command : PipCommand.in(line.command())) {
                    installed(file, target, line, command);
                }
            }
        }
    }

    private static void installed(
            EvidenceFile file, MakeTarget target, MakeTarget.RecipeLine line, PipCommand command) {
        boolean forTests = target.name().matches(".*(?:test|dev|deps|setup|install|init|ci).*")
                && !target.name().matches(".*(?:doc|lint|release|publish|wheel|build).*");
        if (!forTests) {
            return;
        }
        String source = Sources.listed("make", target.name());
        Map<String, String> by = Map.of("named-by", source);
        for (String path : command.files()) {
            if (!path.contains("$")) {
                file.found(
                        Subjects.TEST_SOURCE,
                        Sources.file(RequirementsReader.resolve(file.path(), path)),
                        line.line(),
                        EvidenceKind.TOOL_CONFIGURATION,
                        by);
            }
        }
        command.extras()
                .forEach(e -> file.found(
                        Subjects.TEST_SOURCE, Sources.extra(e), line.line(), EvidenceKind.TOOL_CONFIGURATION, by));
        command.groups()
                .forEach(g -> file.found(
                        Subjects.TEST_SOURCE, Sources.group(g), line.line(), EvidenceKind.TOOL_CONFIGURATION, by));
        for (String requirement : command.requirements()) {
            if (Requirement.tryParse(requirement).isPresent()) {
                file.dependency(requirement, source, line.line(), EvidenceKind.TOOL_CONFIGURATION);
            } else {
                file.unknown(line.line(), "not read as a requirement: " + requirement);
            }
        }
    }
}
