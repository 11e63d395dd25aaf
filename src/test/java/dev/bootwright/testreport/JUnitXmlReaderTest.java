package dev.bootwright.testreport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JUnitXmlReaderTest {
    @TempDir
    Path folder;

    private TestReport read(String xml) throws IOException {
        Path file = Files.writeString(folder.resolve("junit.xml"), xml);
        return read(file, Instant.now().minusSeconds(60));
    }

    private static TestReport read(Path file, Instant begun) {
        return new JUnitXmlReader("pytest", ".", (c, f) -> f.isEmpty() ? c.replace('.', '/') + ".py" : f, begun)
                .read(file);
    }

    @Test
    void readsWhatPytestWrites() throws IOException {
        Files.writeString(folder.resolve("test_a.py"), """
                import pytest
                def test_ok(): pass
                def test_bad(): assert 0
                @pytest.mark.xfail
                def test_expected(): assert 0
                @pytest.mark.skip(reason="why")
                def test_skip(): pass
                @pytest.fixture
                def td():
                    yield
                    raise RuntimeError("td")
                def test_td(td): pass
                @pytest.fixture
                def su(): raise RuntimeError("su")
                def test_su(su): pass
                """);
        PythonVenv.PYTEST_9.run(
                folder, java.util.Map.of(), List.of("-m", "pytest", "-q", "--junitxml=junit.xml", "test_a.py"));

        TestReport report = read(folder.resolve("junit.xml"), Instant.now().minusSeconds(60));

        assertThat(report.mismatches()).isEmpty();
        assertThat(report.cases())
                .extracting(c -> c.id().display() + " " + c.status())
                .containsExactly(
                        "test_a.py::test_ok passed",
                        "test_a.py::test_bad failed",
                        "test_a.py::test_expected expected-failure",
                        "test_a.py::test_skip skipped",
                        "test_a.py::test_td errored",
                        "test_a.py::test_su errored");
    }

    @Test
    void totalsAreNotBelieved() throws IOException {
        TestReport report = read("<testsuite tests='100' failures='0'><testcase classname='a' name='b'/></testsuite>");

        assertThat(report.counts().collected()).isEqualTo(1);
    }

    @Test
    void aReportFromBeforeTheStepIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("old.xml"), "<testsuite><testcase name='a'/></testsuite>");
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(3600)));
        TestReport old = read(file, Instant.now().minusSeconds(60));
        assertThat(old.cases()).isEmpty();
        assertThat(old.mismatches()).singleElement().asString().contains("before the step began");

        TestReport stamped =
                read("<testsuite timestamp='2020-01-01T00:00:00'><testcase name='a' classname='b'/></testsuite>");
        assertThat(stamped.cases()).isEmpty();
        assertThat(stamped.mismatches()).singleElement().asString().contains("time stamp");
    }

    @Test
    void hostileAndBrokenContentIsRefused() throws IOException {
        for (String xml : List.of(
                "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><testsuite><testcase name='&x;'/></testsuite>",
                "<!DOCTYPE a [<!ENTITY x 'y'>]><testsuite/>",
                "<testsuite><testcase name='a'>",
                "not xml",
                "<a>".repeat(200))) {
            TestReport report = read(xml);
            assertThat(report.cases()).as(xml).isEmpty();
            assertThat(report.mismatches()).as(xml).hasSize(1);
        }
        assertThat(read(folder.resolve("missing.xml"), Instant.EPOCH).complete())
                .isFalse();
    }

    @Test
    void equalNamesAreToldApart() throws IOException {
        TestReport report = read("<t><testcase classname='a' name='b'/><testcase classname='a' name='b'>"
                + "<failure message='m'/></testcase></t>");

        assertThat(report.cases())
                .extracting(c -> c.id().display() + " " + c.status())
                .containsExactly("a.py::b passed", "a.py::b#2 failed");
    }
}
