package dev.bootwright.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.acquire.SourceTree;
import dev.bootwright.ecosystem.EcosystemPlans;
import dev.bootwright.ecosystem.python.PythonEcosystem;
import dev.bootwright.failure.ToolException;
import dev.bootwright.plan.BootstrapPlan.PlannedProject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is set up of a repository with several projects when the user names some. */
class ProjectChoiceTest {
    private static final String MANIFEST = "[project]\nname = \"x\"\nversion = \"1\"\n";
    private static final String TEST = "def test_a():\n    assert True\n";

    private static SourceTree tree(String configuration) {
        return MemoryTree.of(
                "api/pyproject.toml", MANIFEST,
                "api/tests/test_api.py", TEST,
                "worker/pyproject.toml", MANIFEST,
                "worker/tests/test_worker.py", TEST,
                "bootwright.toml", configuration);
    }

    private static Overrides flags(String... projects) {
        return new Overrides(
                null,
                Map.of(),
                List.of(),
                Map.of(),
                null,
                null,
                List.of(),
                List.of(),
                List.of(projects),
                projects.length == 0 ? Map.of() : Map.of("projects", String.join(" ", projects) + " (flag)"));
    }

    private static BootstrapPlan plan(String configuration, String... projects) {
        SourceTree tree = tree(configuration);
        return EcosystemPlans.of(new PythonEcosystem(List.of()), tree)
                .overrides(OverridesReader.read(tree, flags(projects)))
                .plan();
    }

    @Test
    void allAreTakenWhenNoneIsNamed() {
        assertThat(plan("").projects()).extracting(PlannedProject::path).containsExactly("api", "worker");
    }

    @Test
    void theNamedAreTakenAndTheOthersAreSaid() {
        BootstrapPlan plan = plan("", "./worker/");

        assertThat(plan.projects()).extracting(PlannedProject::path).containsExactly("worker");
        assertThat(plan.constraints())
                .filteredOn(c -> c.subject().equals(BootstrapPlan.NOT_COVERED))
                .extracting(BootstrapPlan.Constraint::value)
                .containsExactly("projects that were not asked for: api");
    }

    @Test
    void theFileNamesThemTooAndFlagsWin() {
        assertThat(plan("projects = [\"api\"]").projects())
                .extracting(PlannedProject::path)
                .containsExactly("api");
        assertThat(plan("projects = [\"api\"]", "worker").projects())
                .extracting(PlannedProject::path)
                .containsExactly("worker");
    }

    @Test
    void aFolderThatIsNoneAndOneWithoutAProjectAreRefused() {
        assertThatThrownBy(() -> plan("", "wroker"))
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("--project: a folder of the repository; there is no wroker");
        assertThatThrownBy(() -> plan("projects = \"api\""))
                .hasMessageContaining("bootwright.toml:1: “projects” is an array of folders");
        assertThatThrownBy(() -> plan("projects = [\"api/tests\"]"))
                .hasMessageContaining("a project in “api/tests” was asked for, but none was recognised there");
    }
}
