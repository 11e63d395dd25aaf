package dev.bootwright.ecosystem.maven;

import dev.bootwright.testreport.JUnitXmlReader;
import dev.bootwright.testreport.TestCase;
import dev.bootwright.testreport.TestReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the XML reports of all modules that one call of Maven tested; each finished class has its own. */
final class SurefireReports {
    private static final int MOST = 50_000;
    private static final Pattern PLACE =
            Pattern.compile("((?:(?!target/)[^/]+/)*)target/[^/]*-reports/TEST-[^/]*\\.xml");
    private static final Pattern FRAME = Pattern.compile(
            "(?m)^\\s*at (?:[^/\\s]+/)*([A-Za-z0-9_.$]{1,300})\\.[^.(\\s]{1,200}\\(([^():]{1,200}):(\\d{1,7})\\)");

    private final String project;
    private final TestSources sources;
    private final JUnitXmlReader reader;
    private String module = ".";

    /** @param project the reactor's folder relative to the tree */
    SurefireReports(String project, TestSources sources, Instant begun) {
        this.project = project;
        this.sources = sources;
        this.reader = new JUnitXmlReader(
                SurefireSupport.RUNNER,
                project,
                (className, file) -> sources.fileOf(module, className, ""),
                SurefireReports::name,
                begun);
    }

    static String name(String className, String method) {
        return className.isEmpty()
                ? method
                : className + "::" + (method.isEmpty() ? JUnitXmlReader.WHOLE_CLASS : method);
    }

    /** Every case of every report below a folder. */
    TestReport read(Path folder) {
        List<String> mismatches = new ArrayList<>();
        List<TestCase> cases = List.of();
        for (Path file : files(folder)) {
            Matcher place = PLACE.matcher(folder.relativize(file).toString());
            if (!place.matches()) {
                continue;
            }
            module = MavenPaths.resolve(project, place.group(1)).orElse(project);
            TestReport read = reader.read(file);
            if (read.complete()) {
                cases = read.cases();
            }
            mismatches.addAll(read.mismatches());
        }
        return new TestReport(
                SurefireSupport.RUNNER,
                cases.stream().map(this::located).toList(),
                List.of(),
                true,
                mismatches.stream().distinct().toList());
    }

    private static List<Path> files(Path folder) {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(p -> Files.isRegularFile(p, LinkOption.NOFOLLOW_LINKS))
                    .filter(p -> p.toString().endsWith(".xml"))
                    .sorted()
                    .limit(MOST)
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** With the place of the failure in the repository's own files, and causes written as the classifier reads them. */
    private TestCase located(TestCase test) {
        if (test.detail().isEmpty()) {
            return test;
        }
        String line = "";
        Matcher frame = FRAME.matcher(test.detail());
        while (line.isEmpty() && frame.find()) {
            String file = sources.fileOf(project, frame.group(1), "");
            if (!file.isEmpty() && file.endsWith("/" + frame.group(2))) {
                line = file + ":" + frame.group(3);
            }
        }
        String detail = test.detail().replace("\nCaused by: ", "\ncaused by: ");
        return new TestCase(test.id(), test.status(), test.durationMillis(), detail, line);
    }
}
