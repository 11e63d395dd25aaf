package dev.bootwright.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.acquire.SourceTree;
import dev.bootwright.acquire.Workspace;
import dev.bootwright.base.EcosystemId;
import dev.bootwright.base.Readiness;
import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.step.ContractProject;
import dev.bootwright.step.RepositoryIdentity;
import dev.bootwright.step.TestCounts;
import dev.bootwright.verify.Conclusion;
import dev.bootwright.verify.FirstCause;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LeftBehindTest {
    private static final Failure NOTHING = failure();

    private static Failure failure(String... evidence) {
        return new Failure(
                FailureCode.ENVIRONMENT_INCOMPLETE, "strongest", "1 did not pass", List.of(evidence), "add it");
    }

    /** What is told of a folder that holds, beyond the tree, a configuration, a module of Python and one of Go. */
    private static Failure told(String line) {
        Conclusion conclusion = new Conclusion(
                FirstCause.ENVIRONMENT,
                Readiness.COLLECTED,
                TestCounts.NONE,
                false,
                Map.of(),
                List.of(),
                List.of(new ContractProject(
                        "app", new EcosystemId("javascript"), Readiness.COLLECTED, TestCounts.NONE)),
                List.of(),
                null);
        return LeftBehind.told(
                failure(line),
                conclusion,
                new Folder(Set.of("app/local.json", "conf/secret.py", "pkg/secret.go", "pkg/note.txt")));
    }

    @Test
    void aMissingFileIsFoundFromTheProjectTheTreeAndByItsModule() {
        for (String line : List.of(
                "ENOENT: no such file or directory, open '/workspace/app/local.json'",
                "open local.json: no such file or directory",
                "Cannot find module './local.json'")) {
            assertThat(told(line).evidence())
                    .as(line)
                    .containsExactly(
                            line,
                            "app/local.json lies in the folder, but is no part of the repository: Git ignores it or it is"
                                    + " not committed");
        }
        assertThat(told("ModuleNotFoundError: No module named 'conf.secret'").next())
                .startsWith("no clone has conf/secret.py: ");
    }

    @Test
    void aSourceBesideOneThatMissesANameIsFound() {
        assertThat(told("pkg/a_test.go:5: ./a_test.go:5:31: undefined: S").next())
                .startsWith("no clone has pkg/secret.go: ");
        assertThat(told("other/b_test.go:5:31: undefined: S").next()).isEqualTo(NOTHING.next());
        assertThat(told("pkg/a_test.go:5:31: unused variable").next()).isEqualTo(NOTHING.next());
    }

    @Test
    void whatIsNotSaidToBeMissingOrLiesElsewhereIsNotTold() {
        for (String line : List.of(
                "expected local.json to be empty",
                "/etc/app/local.json: No such file or directory",
                "../app/other.json: No such file or directory",
                "no such file or directory: '../../local.json'")) {
            assertThat(told(line).evidence()).as(line).containsExactly(line);
            assertThat(told(line).next()).isEqualTo(NOTHING.next());
        }
    }

    private record Folder(Set<String> beyond) implements Workspace {
        @Override
        public String source() {
            return "folder";
        }

        @Override
        public Path directory() {
            return Path.of("folder");
        }

        @Override
        public RepositoryIdentity identity() {
            throw new UnsupportedOperationException();
        }

        @Override
        public SourceTree tree() {
            return MemoryTree.of("a", "", "pkg/a_test.go", "", "other/b_test.go", "");
        }

        @Override
        public void writeTar(OutputStream out, boolean withGit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<String> leftBehindIn(String folder) {
            return beyond.stream()
                    .filter(file -> file.startsWith(folder + "/"))
                    .sorted()
                    .toList();
        }

        @Override
        public boolean isLeftBehind(String path) {
            return beyond.contains(path);
        }
    }
}
