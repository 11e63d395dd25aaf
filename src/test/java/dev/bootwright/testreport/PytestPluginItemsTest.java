package dev.bootwright.testreport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that plug-ins add: of the project as a whole, or beside a file's own. */
class PytestPluginItemsTest {
    @TempDir
    Path tree;

    static Stream<PythonVenv> versions() {
        return PythonVenv.usual().stream();
    }

    @ParameterizedTest
    @MethodSource("versions")
    void aTestOfTheWholeProjectCountsOnce(PythonVenv venv) throws IOException {
        Files.writeString(tree.resolve("conftest.py"), """
                import pytest

                class Project(pytest.Item):
                    def runtest(self):
                        pass

                def pytest_collection_modifyitems(session, items):
                    items.append(Project.from_parent(session, name="project", nodeid=".::project"))
                """);
        Files.writeString(tree.resolve("test_it.py"), "def test_it(): pass\n");

        TestReport report = venv.listen(tree, List.of("-m", "pytest", "-q")).report("pytest");

        assertThat(report.mismatches()).isEmpty();
        assertThat(report.cases())
                .extracting(c -> c.id().name(), TestCase::status)
                .containsExactlyInAnyOrder(tuple("test_it", TestStatus.PASSED), tuple("project", TestStatus.PASSED));
    }
}
