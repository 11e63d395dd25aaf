package dev.bootwright.testreport;

import dev.bootwright.base.TestId;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Reads JUnit XML for runs that no streaming reporter could listen to. Counts its cases, never its totals. */
public final class JUnitXmlReader {
    private static final long MAX_BYTES = 256L << 20;
    private static final int MAX_CASES = 500_000;
    private static final int MAX_DEPTH = 64;

    /** The name within its class of a case that stands for the class as a whole. */
    public static final String WHOLE_CLASS = "(class)";

    private final String runner;
    private final String project;
    private final BiFunction<String, String, String> fileOf;
    private final BiFunction<String, String, String> nameOf;
    private final Instant begun;
    private final List<TestCase> cases = new ArrayList<>();
    private final List<String> mismatches = new ArrayList<>();
    private final Map<String, Integer> occurrences = new HashMap<>();

    /**
     * @param fileOf the test file relative to the tree, from a case's {@code classname} and {@code file} attributes
     *     (either may be empty)
     * @param begun when the step began; reports that are older are refused
     */
    public JUnitXmlReader(String runner, String project, BiFunction<String, String, String> fileOf, Instant begun) {
        this(runner, project, fileOf, (className, name) -> name.isEmpty() ? className : name, begun);
    }

    /** @param nameOf a test's name within its file, from a case's {@code classname} and {@code name} attributes */
    public JUnitXmlReader(
            String runner,
            String project,
            BiFunction<String, String, String> fileOf,
            BiFunction<String, String, String> nameOf,
            Instant begun) {
        this.runner = runner;
        this.project = project;
        this.fileOf = fileOf;
        this.nameOf = nameOf;
        this.begun = begun;
    }

    /**
     * Reads one more report; the cases of all that were read so far are given back. One that cannot be read, or is older
     * than the step, gives no case and a mismatch.
     */
    public TestReport read(Path file) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return TestReport.empty(runner);
        }
        String name = CleanText.line(String.valueOf(file.getFileName()), 100);
        try {
            if (Files.size(file) > MAX_BYTES) {
                return refused("the report " + name + " is larger than " + (MAX_BYTES >> 20) + " MiB");
            }
            if (Files.getLastModifiedTime(file).toInstant().isBefore(begun)) {
                return refused("the report " + name + " was written before the step began");
            }
            // Runners write UTF-8; a test's stray bytes in it must not cost the whole report.
            try (Reader in = new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8)) {
                XMLStreamReader xml = JUnitXml.open(in);
                try {
                    document(xml, name);
                } finally {
                    xml.close();
                }
            }
        } catch (XMLStreamException e) {
            return refused(
                    "the report " + name + " is not whole XML: " + CleanText.line(String.valueOf(e.getMessage()), 200));
        } catch (IOException e) {
            return refused("the report " + name + " cannot be read");
        }
        return new TestReport(runner, cases, List.of(), true, mismatches);
    }

    private TestReport refused(String why) {
        return new TestReport(runner, List.of(), List.of(), false, List.of(why));
    }

    private void document(XMLStreamReader xml, String name) throws XMLStreamException {
        int depth = 0;
        while (xml.hasNext()) {
            int event = xml.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                if (++depth > MAX_DEPTH || cases.size() > MAX_CASES) {
                    throw new XMLStreamException("too deep or too many cases");
                }
                if (xml.getLocalName().equals("testcase")) {
                    testCase(xml);
                    depth--;
                } else if (isOld(xml.getAttributeValue(null, "timestamp"))) {
                    throw new XMLStreamException("its time stamp is older than the step");
                }
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
            } else if (event == XMLStreamConstants.DTD) {
                throw new XMLStreamException("a document type in " + name);
            }
        }
    }

    private boolean isOld(@Nullable String timestamp) {
        if (timestamp == null) {
            return false;
        }
        try {
            Instant at = timestamp.length() > 19 && timestamp.substring(19).matches(".*(Z|[+-]\\d\\d:?\\d\\d)")
                    ? OffsetDateTime.parse(timestamp).toInstant()
                    : LocalDateTime.parse(timestamp).toInstant(ZoneOffset.UTC);
            // A report's clock may stand in any zone.
            return at.isBefore(begun.minusSeconds(15 * 3600));
        } catch (DateTimeException e) {
            return false;
        }
    }

    private void testCase(XMLStreamReader xml) throws XMLStreamException {
        String className = JUnitXml.attribute(xml, "classname");
        String name = JUnitXml.attribute(xml, "name");
        String file = fileOf.apply(className, JUnitXml.attribute(xml, "file"));
        long millis = JUnitXml.millis(JUnitXml.attribute(xml, "time"));
        TestStatus status = TestStatus.PASSED;
        StringBuilder detail = new StringBuilder();
        int depth = 1;
        int told = 0;
        while (depth > 0) {
            int event = xml.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                depth++;
                TestStatus said = depth == 2 ? status(xml) : null;
                if (said != null) {
                    status = told++ == 0 || status == TestStatus.SKIPPED ? said : worse(status, said);
                    detail.append(JUnitXml.attribute(xml, "message")).append('\n');
                }
                if (depth > MAX_DEPTH) {
                    throw new XMLStreamException("too deep");
                }
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
            } else if (event == XMLStreamConstants.CHARACTERS && depth == 2 && told > 0) {
                if (detail.length() < 4 * TestCase.DETAIL_LIMIT) {
                    detail.append(xml.getText());
                }
            }
        }
        add(className, name, file, status, millis, detail.toString());
    }

    private static @Nullable TestStatus status(XMLStreamReader xml) {
        return switch (xml.getLocalName()) {
            case "failure" -> TestStatus.FAILED;
            case "error" -> TestStatus.ERRORED;
            case "skipped" ->
                JUnitXml.attribute(xml, "type").equals("pytest.xfail")
                        ? TestStatus.EXPECTED_FAILURE
                        : TestStatus.SKIPPED;
            default -> null;
        };
    }

    private static TestStatus worse(TestStatus first, TestStatus second) {
        return first == TestStatus.FAILED || second == TestStatus.FAILED ? TestStatus.FAILED : TestStatus.ERRORED;
    }

    private void add(String className, String name, String file, TestStatus status, long millis, String detail) {
        String shownName = CleanText.line(nameOf.apply(className, name), 2000);
        if (shownName.isEmpty()) {
            mismatches.add("a test case without a name");
            return;
        }
        String identity = file + "\0" + className + "\0" + name;
        int occurrence = occurrences.merge(identity, 1, Integer::sum) - 1;
        if (occurrence > 0
                && runner.equals("pytest")
                && status == TestStatus.ERRORED
                && replaceLast(file, shownName, detail)) {
            occurrences.merge(identity, -1, Integer::sum);
            return;
        }
        TestId id = new TestId(runner, project, file, shownName, occurrence);
        cases.add(new TestCase(id, status, millis, CleanText.detail(detail), ""));
    }

    /** pytest writes a broken teardown as a second case of the same test. */
    private boolean replaceLast(String file, String name, String detail) {
        TestCase last = cases.getLast();
        if (!last.id().file().equals(file) || !last.id().name().equals(name)) {
            return false;
        }
        if (last.status() != TestStatus.FAILED && last.status() != TestStatus.ERRORED) {
            cases.set(
                    cases.size() - 1,
                    new TestCase(last.id(), TestStatus.ERRORED, last.durationMillis(), CleanText.detail(detail), ""));
        }
        return true;
    }
}
