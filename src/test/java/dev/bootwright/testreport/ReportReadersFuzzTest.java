package dev.bootwright.testreport;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.step.TestCounts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** No content makes a reader throw, and none breaks the arithmetic; broken content never gives an unmarked success. */
class ReportReadersFuzzTest {
    private static final ExecOutcome ZERO = new ExecOutcome.Exited(0, LocalCommand.NO_USAGE);
    private static final EventKey KEY = EventKey.ofBytes(new byte[] {1, 2, 3});

    private static void holds(TestReport report) {
        TestCounts counts = report.counts();
        assertThat(counts.collected()).isEqualTo(report.cases().size());
        report.cases().forEach(c -> {
            assertThat(c.detail().length()).isLessThanOrEqualTo(TestCase.DETAIL_LIMIT + 20);
            assertThat(c.detail()).doesNotContain("\u001b");
            assertThat(c.id().display()).doesNotContain("\u001b", "\n");
        });
    }

    private static Path file(String name, byte[] content) throws IOException {
        Path folder = Files.createTempDirectory("fuzz");
        return Files.write(folder.resolve(name), content);
    }

    private static void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
        Files.deleteIfExists(Optional.ofNullable(file.getParent()).orElseThrow());
    }

    @FuzzTest
    void events(byte[] content) throws IOException {
        Path file = file("pytest-0.jsonl", content);
        TestReport report = new StreamedEventsReader(KEY, ".", "/workspace")
                .read("pytest", Optional.ofNullable(file.getParent()).orElseThrow(), ZERO);
        delete(file);
        holds(report);
        boolean oneLine = new String(content, StandardCharsets.ISO_8859_1).indexOf('\n') >= 0;
        assertThat(report.complete() && report.mismatches().isEmpty() && oneLine)
                .as("nobody but the reporter has the key")
                .isFalse();
    }

    /** What a reporter with the key could write, however odd. */
    @FuzzTest
    void signedEvents(byte[] content) throws IOException {
        StringBuilder signed = new StringBuilder();
        String previous = "";
        for (String line : new String(content, StandardCharsets.ISO_8859_1).split("\n", -1)) {
            String previousCheck = previous;
            byte[] body = line.getBytes(StandardCharsets.ISO_8859_1);
            previous = EventKey.check(KEY.ofSession(0), previousCheck, body);
            signed.append(line).append(",\"check\":\"").append(previous).append("\"}\n");
        }
        Path file = file("pytest-0.jsonl", signed.toString().getBytes(StandardCharsets.ISO_8859_1));
        TestReport report = new StreamedEventsReader(KEY, ".", "/workspace")
                .read("pytest", Optional.ofNullable(file.getParent()).orElseThrow(), ZERO);
        delete(file);
        holds(report);
    }

    @FuzzTest
    void goEvents(byte[] content) throws IOException {
        Path file = file("go.json", content);
        Path none = file.resolveSibling("none");
        GoTestJsonReader.Sources sources = new GoTestJsonReader.Sources(
                "/workspace", "/workspace", p -> Optional.of("a"), p -> Optional.of(Set.of("TestA")));
        holds(new GoTestJsonReader(".", sources).read(file, none, ZERO));
        holds(new GoTestJsonReader(".", sources).read(file, file, ZERO));
        holds(new GoTestJsonReader(".", sources).readList(file, file, ZERO));
        delete(file);
    }

    @FuzzTest
    void junitXml(byte[] content) throws IOException {
        Path file = file("junit.xml", content);
        holds(new JUnitXmlReader("pytest", ".", (c, f) -> c, Instant.EPOCH).read(file));
        delete(file);
    }

    /** The seeds, and thousands of small changes of them. */
    @Test
    void changedSeeds() throws IOException {
        byte[] go = Files.readAllBytes(Path.of("src/test/resources/golden/go-test-json/go-1.19.13.json"));
        byte[] xml = """
                <?xml version="1.0"?><testsuites><testsuite name="pytest" timestamp="2026-01-01T00:00:00">
                <testcase classname="tests.test_a" name="test_1" time="0.1"><failure message="x&lt;">y</failure></testcase>
                <testcase classname="tests.test_a" name="test_2"><skipped type="pytest.xfail" message=""/></testcase>
                </testsuite></testsuites>
                """.getBytes(StandardCharsets.UTF_8);
        byte[] events = """
                {"event":"session","format":1,"runner":"pytest","ordinal":0,"root":"/workspace","directory":"/workspace"
                {"event":"collected","id":"tests/test_a.py::test_1"
                {"event":"started","id":"tests/test_a.py::test_1"
                {"event":"finished","id":"tests/test_a.py::test_1","status":"failed","ms":3,"failures":1,"frames":["a.py:3"]
                {"event":"end","exit":1,"collected":1,"failed":1
                """.getBytes(StandardCharsets.US_ASCII);
        signedEvents(events);
        events(events);
        goEvents(go);
        junitXml(xml);
        Random random = new Random(7);
        for (int i = 0; i < 100; i++) {
            signedEvents(changed(events, random));
            junitXml(changed(xml, random));
            if (i % 10 == 0) {
                goEvents(changed(go, random));
            }
        }
    }

    private static byte[] changed(byte[] seed, Random random) {
        byte[] copy = java.util.Arrays.copyOf(seed, seed.length - random.nextInt(seed.length / 2 + 1));
        for (int i = 0; i < 1 + random.nextInt(8) && copy.length > 0; i++) {
            copy[random.nextInt(copy.length)] = (byte) "\"\n{}[]:,\\\u00ff\u001b09-<>&".charAt(random.nextInt(17));
        }
        return copy;
    }
}
