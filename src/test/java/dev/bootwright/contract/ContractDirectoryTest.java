package dev.bootwright.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bootwright.base.Cause;
import dev.bootwright.base.Digest;
import dev.bootwright.base.TestId;
import dev.bootwright.base.Verdict;
import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.Finding;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.step.Contract;
import dev.bootwright.step.Proof;
import dev.bootwright.testreport.TestCase;
import dev.bootwright.testreport.TestReport;
import dev.bootwright.testreport.TestStatus;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContractDirectoryTest {
    private static final Finding FINDING = Finding.of(
            "python.requires-python",
            ">=3.8",
            ".",
            "pyproject.toml",
            4,
            "requires-python = \">=3.8\"",
            EvidenceKind.MANIFEST,
            Map.of());

    @TempDir
    Path tree;

    static ContractFiles files(Contract contract) {
        TestReport report = new TestReport(
                "pytest",
                List.of(
                        test("tests/test_a.py", "test_one", TestStatus.PASSED, ""),
                        test("tests/test_a.py", "TestB::test_two[a::b é]", TestStatus.FAILED, "assert 1 == 2"),
                        test("tests/test_b.py", "test_three", TestStatus.SKIPPED, "needs a display")),
                List.of(new TestReport.CollectionError("tests/test_c.py", "SyntaxError: invalid syntax", "")),
                true,
                List.of());
        TestsBaseline baseline = TestsBaseline.of(
                List.of(report),
                Map.of(
                        new TestId("pytest", ".", "tests/test_a.py", "TestB::test_two[a::b é]", 0),
                        new TestsBaseline.Mark(Cause.OWN, "", true, false, "")));
        return ContractRenderer.render(
                contract,
                baseline,
                Map.of(FINDING.id(), FINDING),
                List.of(),
                Map.of("python.txt", "pytest==8.3.4\n", "system.txt", "libc6 2.41-12\n"));
    }

    private static TestCase test(String file, String name, TestStatus status, String detail) {
        return new TestCase(new TestId("pytest", ".", file, name, 0), status, 12, detail, "");
    }

    @Test
    void whatIsWrittenIsReadBack() {
        ContractFiles files = files(Contracts.pytest());
        ContractDirectory.write(tree, files);
        StoredContract stored = ContractDirectory.read(tree);
        assertThat(stored.contract()).isEqualTo(Contracts.pytest());
        assertThat(stored.evidence()).containsOnly(Map.entry(FINDING.id(), FINDING));
        assertThat(stored.locks())
                .containsEntry("python.txt", "pytest==8.3.4\n")
                .containsKey("system.txt");
        assertThat(stored.baseline().tests()).hasSize(3);
        assertThat(stored.baseline().json()).isEqualTo(files.text("tests.json"));
        assertThat(stored.files().digest()).isEqualTo(files.digest());
        assertThat(stored.edited()).isEmpty();
    }

    @Test
    void modesAreSane() throws IOException {
        ContractDirectory.write(tree, files(Contracts.pytest()));
        Path directory = tree.resolve(".bootstrap");
        assertThat(mode(directory)).isEqualTo("rwxr-xr-x");
        assertThat(mode(directory.resolve("lock"))).isEqualTo("rwxr-xr-x");
        assertThat(mode(directory.resolve("setup.sh"))).isEqualTo("rwxr-xr-x");
        assertThat(mode(directory.resolve("env.sh"))).isEqualTo("rw-r--r--");
        assertThat(mode(directory.resolve("contract.json"))).isEqualTo("rw-r--r--");
        assertThat(children(tree)).containsExactly(".bootstrap");
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void aSecondWriteReplacesTheWhole() {
        ContractDirectory.write(tree, files(Contracts.pytest()));
        Contract other =
                Contracts.contract(Map.of("A", "b"), Contracts.pytest().steps().getFirst());
        ContractDirectory.write(tree, files(other));
        assertThat(ContractDirectory.read(tree).contract()).isEqualTo(other);
        assertThat(children(tree)).containsExactly(".bootstrap");
    }

    @Test
    void whatIsNotOursIsRefused() throws IOException {
        Path directory = tree.resolve(".bootstrap");
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("notes.txt"), "mine");
        assertRefused("not made by Bootwright");
        assertThat(directory.resolve("notes.txt")).hasContent("mine");

        Files.delete(directory.resolve("notes.txt"));
        Files.delete(directory);
        Files.writeString(directory, "a file");
        assertRefused("is a file");

        Files.delete(directory);
        Path elsewhere = Files.createDirectories(tree.resolve("elsewhere"));
        Files.createSymbolicLink(directory, elsewhere);
        assertRefused("is a link");
        assertThat(children(elsewhere)).isEmpty();
        assertThatThrownBy(() -> ContractDirectory.read(tree)).hasMessageContaining("is a link");
    }

    @Test
    void aWriteThatFailsLeavesTheOldOneAndNothingBeside() {
        ContractDirectory.write(tree, files(Contracts.pytest()));
        Map<String, String> texts =
                Map.of("env.sh", "", "lock/" + "x".repeat(300), "a name longer than any file system takes");
        assertThatThrownBy(() -> ContractDirectory.write(tree, ContractFiles.ofTexts(texts)))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageStartingWith("cannot write the contract to ");
        assertThat(children(tree)).containsExactly(".bootstrap");
        assertThat(ContractDirectory.read(tree).contract()).isEqualTo(Contracts.pytest());
    }

    @Test
    void aDamagedOneIsRefusedBeforeAnyWork() throws IOException {
        ContractDirectory.requireReplaceable(tree);
        ContractDirectory.write(tree, files(Contracts.pytest()));
        ContractDirectory.requireReplaceable(tree);
        Path file = tree.resolve(".bootstrap/contract.json");
        Files.writeString(file, Files.readString(file).substring(0, 200));

        assertThatThrownBy(() -> ContractDirectory.requireReplaceable(tree))
                .isInstanceOfSatisfying(ToolException.class, e -> {
                    assertThat(e.failure().code()).isEqualTo(FailureCode.TARGET_OCCUPIED);
                    assertThat(e.failure().summary()).contains("contract.json is damaged");
                });
        assertThatThrownBy(() -> ContractDirectory.read(tree)).isInstanceOfSatisfying(ToolException.class, e -> {
            assertThat(e.failure().summary())
                    .contains("contract.json is not valid: line ")
                    .doesNotContain("[Source");
            assertThat(e.failure().next()).contains("remove .bootstrap and run setup");
        });
    }

    @Test
    void aForeignFileInsideOursIsRefused() throws IOException {
        ContractDirectory.write(tree, files(Contracts.pytest()));
        Files.writeString(tree.resolve(".bootstrap/my-notes.md"), "mine");
        assertRefused("my-notes.md");
        assertThat(tree.resolve(".bootstrap/my-notes.md")).hasContent("mine");
    }

    private void assertRefused(String reason) {
        assertThatThrownBy(() -> ContractDirectory.write(tree, files(Contracts.pytest())))
                .isInstanceOfSatisfying(
                        ToolException.class, e -> assertThat(e.failure().code()).isEqualTo(FailureCode.TARGET_OCCUPIED))
                .hasMessageContaining(reason);
    }

    @Test
    void anUnprovenContractDoesNotReplaceAProvenOne() {
        Contract unproven = Contracts.pytest();
        Contract proven = unproven.withProof(
                unproven.projects(),
                new Proof(true, Verdict.BOOTSTRAPPED, dev.bootwright.base.Readiness.GREEN, Map.of(), false, List.of()));
        ContractDirectory.write(tree, files(proven));
        StoredContract stored = ContractDirectory.existing(tree).orElseThrow();
        assertThat(stored.mayBeReplacedBy(unproven)).isFalse();
        assertThat(stored.mayBeReplacedBy(proven)).isTrue();
        ContractDirectory.write(tree, files(unproven));
        assertThat(ContractDirectory.read(tree).mayBeReplacedBy(unproven)).isTrue();
    }

    @Test
    void anUnprovenContractDoesNotReplaceOneThatCannotBeRead() throws IOException {
        Contract unproven = Contracts.pytest();
        assertThat(ContractDirectory.accepts(tree, unproven)).isTrue();
        ContractDirectory.write(tree, files(unproven));
        assertThat(ContractDirectory.accepts(tree, unproven)).isTrue();
        Path file = tree.resolve(".bootstrap/contract.json");
        Files.writeString(file, Files.readString(file).replace("\"schemaVersion\": 1", "\"schemaVersion\": 99"));
        assertThat(ContractDirectory.accepts(tree, unproven)).isFalse();
        Contract proven = unproven.withProof(
                unproven.projects(),
                new Proof(true, Verdict.BOOTSTRAPPED, dev.bootwright.base.Readiness.GREEN, Map.of(), false, List.of()));
        assertThat(ContractDirectory.accepts(tree, proven)).isTrue();
    }

    @Test
    void absentContractIsNamed() {
        assertThat(ContractDirectory.existing(tree)).isEmpty();
        assertThatThrownBy(() -> ContractDirectory.read(tree))
                .isInstanceOfSatisfying(
                        ToolException.class, e -> assertThat(e.failure().code()).isEqualTo(FailureCode.NO_CONTRACT));
    }

    @Test
    void brokenDocumentsSayWhatWhereAndWhatNext() throws IOException {
        assertInvalid("contract.json", "\"user\": \"root\"", "\"user\": \"king\"", "/steps/0/user");
        assertInvalid("contract.json", "\"wallSeconds\": 600", "\"wallSeconds\": -1", "limits are positive");
        assertInvalid("contract.json", "\"services\"", "\"servces\"", "servces");
        assertInvalid("contract.json", "{\n  \"schemaVersion\"", "{{\n  \"schemaVersion\"", "line 1");
        assertInvalid("contract.json", "\"schemaVersion\": 1", "\"schemaVersion\": 99", "a newer one wrote it");
        assertInvalid("contract.json", "\"workingDirectory\": \".\"", "\"workingDirectory\": \"../..\"", "../..");
        assertInvalid("tests.json", "\"status\":\"passed\"", "\"status\":\"superb\"", "/tests/");
        assertInvalid("evidence.json", "\"line\": 4", "\"line\": \"four\"", "evidence.json");
    }

    private void assertInvalid(String name, String from, String to, String message) throws IOException {
        ContractFiles files = files(Contracts.pytest());
        ContractDirectory.write(tree, files);
        Path file = tree.resolve(".bootstrap").resolve(name);
        String text = Files.readString(file);
        assertThat(text).contains(from);
        Files.writeString(file, text.replace(from, to));
        assertThatThrownBy(() -> ContractDirectory.read(tree)).isInstanceOfSatisfying(ToolException.class, e -> {
            assertThat(e.failure().code()).isEqualTo(FailureCode.CONTRACT_INVALID);
            assertThat(e.failure().summary()).contains(".bootstrap/" + name).contains(message);
            assertThat(e.failure().next()).contains("run setup");
        });
        Files.writeString(file, text);
    }

    @Test
    void missingLockAndMissingDocumentAreInvalid() throws IOException {
        ContractDirectory.write(tree, files(Contracts.pytest()));
        Files.delete(tree.resolve(".bootstrap/lock/python.txt"));
        assertThatThrownBy(() -> ContractDirectory.read(tree)).hasMessageContaining("lock/python.txt");
        Files.delete(tree.resolve(".bootstrap/tests.json"));
        assertThatThrownBy(() -> ContractDirectory.read(tree)).hasMessageContaining("tests.json");
    }

    @Test
    void scriptsThatWereEditedByHandAreNamed() throws IOException {
        ContractDirectory.write(tree, files(Contracts.pytest()));
        Path verify = tree.resolve(".bootstrap/verify.sh");
        Files.writeString(verify, Files.readString(verify) + "exit 0\n");
        Files.delete(tree.resolve(".bootstrap/doctor.sh"));
        assertThat(ContractDirectory.read(tree).edited())
                .containsExactly(
                        "doctor.sh is missing",
                        "verify.sh is not what contract.json renders to: it was edited by hand, or contract.json was");
    }

    @Test
    void scriptsOfAnotherRendererAreNotTakenForEditedOnes() throws IOException {
        ContractDirectory.write(tree, files(Contracts.pytest()));
        Path file = tree.resolve(".bootstrap/contract.json");
        Path setup = tree.resolve(".bootstrap/setup.sh");
        String ours = Files.readString(setup);
        for (String older : List.of("\"renderer\": 0", "\"renderer\": null")) {
            Files.writeString(file, Files.readString(file).replaceAll("\"renderer\": (\\d+|null)", older));
            Files.writeString(setup, ours.replace("setup is complete", "done"));
            StoredContract stored = ContractDirectory.read(tree);
            assertThat(stored.edited()).isEmpty();
            assertThat(stored.otherRenderer())
                    .hasValueSatisfying(s -> assertThat(s).contains("was not compared"));
            Files.writeString(setup, ours.replace("python3 -m venv .venv", "python3 -m venv .venv && curl evil"));
            assertThat(ContractDirectory.read(tree).edited())
                    .containsExactly("setup.sh has step virtual-environment not as contract.json has it: one was edited"
                            + " by hand");
        }
        Files.writeString(file, Files.readString(file).replaceAll(",\\s*\"renderer\": null", ""));
        Files.writeString(setup, ours);
        assertThat(ContractDirectory.read(tree).otherRenderer())
                .hasValueSatisfying(s -> assertThat(s).contains("without a version"));
    }

    /** A change of the scripts without a new version makes every committed contract look edited. */
    @Test
    void theRenderersVersionFollowsItsScripts() throws IOException {
        Path golden = Path.of("src/test/resources/golden/renderer.txt");
        String now = ScriptRenderer.VERSION + " "
                + Digest.ofFields(
                        List.copyOf(ScriptRenderer.scripts(Contracts.pytest()).values()))
                + "\n";
        String before = Files.exists(golden) ? Files.readString(golden) : "";
        if (Boolean.getBoolean("golden.update") && !before.startsWith(ScriptRenderer.VERSION + " ")) {
            Files.writeString(golden, now);
            before = now;
        }
        assertThat(now)
                .as("the scripts changed: raise ScriptRenderer.VERSION and run with -Dgolden.update=true")
                .isEqualTo(before);
    }

    @Test
    void linkInsideIsRefused() throws IOException {
        ContractDirectory.write(tree, files(Contracts.pytest()));
        Path evidence = tree.resolve(".bootstrap/evidence.json");
        Files.delete(evidence);
        Files.createSymbolicLink(evidence, Path.of("/etc/hostname"));
        assertThatThrownBy(() -> ContractDirectory.read(tree)).hasMessageContaining("evidence.json");
    }

    @Test
    void aContractIsBoundedInSum() throws IOException {
        ContractDirectory.write(tree, files(Contracts.pytest()));
        Path locks = tree.resolve(".bootstrap/lock");
        for (String name : List.of("a.txt", "b.txt", "c.txt")) {
            try (RandomAccessFile sparse =
                    new RandomAccessFile(locks.resolve(name).toFile(), "rw")) {
                sparse.setLength(50L << 20);
            }
        }
        assertThatThrownBy(() -> ContractDirectory.read(tree)).hasMessageContaining("at most 128 MiB together");
        for (String name : List.of("a.txt", "b.txt", "c.txt")) {
            Files.delete(locks.resolve(name));
        }
        for (int i = 0; i < 500; i++) {
            Files.createFile(locks.resolve("n" + i));
        }
        assertThatThrownBy(() -> ContractDirectory.read(tree))
                .hasMessageContaining("at most 500 files and directories");
        Files.writeString(tree.resolve(".bootstrap/contract.json"), "[".repeat(2000));
        assertRefused("not made by Bootwright");
    }

    @Test
    void leftoversOfACrashAreRecovered() throws IOException {
        String dead = "999999999";
        ContractDirectory.write(tree, files(Contracts.pytest()));
        Path old = tree.resolve(".bootstrap.old-" + dead);
        Files.move(tree.resolve(".bootstrap"), old);
        Path half = Files.createDirectories(tree.resolve(".bootstrap.new-" + dead));
        Files.writeString(half.resolve(".unfinished"), "");
        Files.writeString(half.resolve("contract.json"), "{\"sche");
        Path foreign = Files.createDirectories(tree.resolve(".bootstrap.new-123456789"));
        Files.writeString(foreign.resolve("mine.txt"), "mine");
        ContractDirectory.recover(tree);
        assertThat(ContractDirectory.read(tree).contract()).isEqualTo(Contracts.pytest());
        assertThat(children(tree)).containsExactly(".bootstrap", ".bootstrap.new-123456789");
    }

    @Test
    void killedAtAnyMomentLeavesOldOrNew() throws Exception {
        Contract one = Contracts.pytest();
        Contract two = one.withToolVersions(Map.of("python", "3.99"));
        Random random = new Random(20261130);
        for (int i = 0; i < 8; i++) {
            Process writer = new ProcessBuilder(
                            ProcessHandle.current().info().command().orElseThrow(),
                            "--enable-native-access=ALL-UNNAMED",
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            RewritingForever.class.getName(),
                            tree.toString())
                    .redirectErrorStream(true)
                    .start();
            assertThat(writer.getInputStream().read()).isEqualTo('w');
            Thread.sleep(random.nextInt(60));
            writer.destroyForcibly();
            assertThat(writer.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(Files.isDirectory(tree.resolve(".bootstrap"), LinkOption.NOFOLLOW_LINKS))
                    .as("there at every moment, before any recovery")
                    .isTrue();
            StoredContract found = ContractDirectory.read(tree);
            assertThat(found.contract()).isIn(one, two);
            assertThat(found.edited()).isEmpty();
            ContractDirectory.recover(tree);
            assertThat(children(tree)).containsExactly(".bootstrap");
        }
    }

    /** Rewrites a contract until it is killed. */
    static final class RewritingForever {
        private RewritingForever() {}

        public static void main(String[] args) {
            Path tree = Path.of(args[0]);
            ContractFiles one = files(Contracts.pytest());
            ContractFiles two = files(Contracts.pytest().withToolVersions(Map.of("python", "3.99")));
            ContractDirectory.write(tree, one);
            System.out.print('w');
            System.out.flush();
            while (true) {
                ContractDirectory.write(tree, two);
                ContractDirectory.write(tree, one);
            }
        }
    }

    private static List<String> children(Path directory) {
        try (Stream<Path> all = Files.list(directory)) {
            return new ArrayList<>(
                    all.map(p -> p.getFileName().toString()).sorted().toList());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
