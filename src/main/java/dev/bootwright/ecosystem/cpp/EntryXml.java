package dev.bootwright.ecosystem.cpp;

import dev.bootwright.testreport.JUnitXml;
import dev.bootwright.testreport.TestStatus;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Reads the JUnit XML of CTest and Meson, whose cases are whole programs with all that they printed. */
final class EntryXml {
    private static final long MAX_BYTES = 512L << 20;
    private static final int MAX_OUTPUT = 32 << 20;
    private static final int MAX_DEPTH = 64;

    private final EntryReport report;

    private EntryXml(EntryReport report) {
        this.report = report;
    }

    /** Adds what a file holds; gives back why it could not be read as a whole. */
    static Optional<String> read(Path file, EntryReport report) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of("the runner left no report");
        }
        try {
            if (Files.size(file) > MAX_BYTES) {
                return Optional.of("the report is larger than " + (MAX_BYTES >> 20) + " MiB");
            }
            try (Reader in = new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8)) {
                XMLStreamReader xml = JUnitXml.open(in);
                try {
                    new EntryXml(report).document(xml);
                } finally {
                    xml.close();
                }
            }
            return Optional.empty();
        } catch (XMLStreamException | IOException e) {
            return Optional.of("the report is not whole XML");
        }
    }

    private void document(XMLStreamReader xml) throws XMLStreamException {
        int depth = 0;
        while (xml.hasNext()) {
            int event = xml.next();
            if (event == XMLStreamConstants.DTD) {
                throw new XMLStreamException("a document type");
            }
            if (event == XMLStreamConstants.START_ELEMENT) {
                if (xml.getLocalName().equals("testcase")) {
                    testCase(xml);
                } else if (++depth > MAX_DEPTH) {
                    throw new XMLStreamException("too deep");
                }
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
            }
        }
    }

    private void testCase(XMLStreamReader xml) throws XMLStreamException {
        String name = JUnitXml.attribute(xml, "name");
        String said = JUnitXml.attribute(xml, "status");
        long millis = JUnitXml.millis(JUnitXml.attribute(xml, "time"));
        TestStatus status = said.equals("disabled") ? TestStatus.SKIPPED : TestStatus.PASSED;
        StringBuilder output = new StringBuilder();
        StringBuilder detail = new StringBuilder();
        String inside = "";
        int depth = 1;
        while (depth > 0) {
            int event = xml.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                inside = xml.getLocalName();
                TestStatus told = status(inside, JUnitXml.attribute(xml, "message"));
                if (told != null) {
                    status = told;
                    detail.append(JUnitXml.attribute(xml, "message")).append('\n');
                }
                if (++depth > MAX_DEPTH) {
                    throw new XMLStreamException("too deep");
                }
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
                inside = "";
            } else if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA) {
                if (inside.startsWith("system-") && output.length() < MAX_OUTPUT) {
                    output.append(xml.getText());
                }
            }
        }
        List<String> lines = List.of(output.toString().split("\n", -1));
        report.add(name, status, millis, detail.toString().strip(), lines);
    }

    /** CTest calls a program that was never built skipped; only what skipped itself is that. */
    private static @Nullable TestStatus status(String element, String message) {
        return switch (element) {
            case "failure" -> TestStatus.FAILED;
            case "error" -> TestStatus.ERRORED;
            case "disabled" -> TestStatus.SKIPPED;
            case "skipped" ->
                message.isEmpty() || message.startsWith("SKIP_") || message.equals("Disabled")
                        ? TestStatus.SKIPPED
                        : TestStatus.ERRORED;
            default -> null;
        };
    }
}
