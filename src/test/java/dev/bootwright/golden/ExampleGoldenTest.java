package dev.bootwright.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.contract.ContractJson;
import dev.bootwright.contract.ContractWriter;
import dev.bootwright.contract.StepProposal;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.repair.Grounds;
import dev.bootwright.repair.SanityRules;
import dev.bootwright.step.Contract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Each folder below {@code examples/} is a small repository; its {@code expected.json} holds what is found, planned and
 * proposed for it. {@code -Dgolden.update=true} writes these files anew.
 */
class ExampleGoldenTest {
    private static final Path EXAMPLES = Path.of("examples");
    private static final String EXPECTED = "expected.json";

    @TestFactory
    List<DynamicTest> examples() {
        List<Path> folders = folders();
        assertThat(folders).hasSizeGreaterThanOrEqualTo(5);
        return folders.stream()
                .map(folder -> DynamicTest.dynamicTest(folder.getFileName().toString(), () -> check(folder)))
                .toList();
    }

    private static List<Path> folders() {
        try (Stream<Path> list = Files.list(EXAMPLES)) {
            return list.filter(Files::isDirectory)
                    // Python's examples have a test of their own beside the ecosystem
                    .filter(p -> !p.getFileName().toString().startsWith("python-"))
                    .sorted(Comparator.comparing(p -> p.getFileName().toString()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void check(Path folder) throws IOException {
        ExampleRun run = ExampleRun.of(folder, EXPECTED);
        String text = ContractJson.write(ExampleSummary.of(run));
        Path expected = folder.resolve(EXPECTED);
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(expected, text, StandardCharsets.UTF_8);
        }
        assertThat(Files.isRegularFile(expected))
                .as("%s is missing: run with -Dgolden.update=true and read what it says", expected)
                .isTrue();
        assertThat(text).isEqualTo(Files.readString(expected, StandardCharsets.UTF_8));
        assertThat(ContractJson.write(ExampleSummary.of(ExampleRun.of(folder, EXPECTED))))
                .as("equal input gives equal bytes")
                .isEqualTo(text);
        sound(run);
    }

    /** The first contract can be put together and breaks no sanity rule. */
    private static void sound(ExampleRun run) {
        BootstrapPlan plan = run.plan();
        StepProposal proposal = run.proposal();
        if (proposal == null) {
            return;
        }
        Contract contract =
                ContractWriter.write(run.input(), plan, plan.routes().getFirst(), proposal, run.tree());
        assertThat(SanityRules.check(
                        contract,
                        plan,
                        new Grounds(
                                ContractWriter.evidence(
                                        contract,
                                        plan,
                                        proposal.warnings(),
                                        run.input().report()),
                                run.input().overrides(),
                                run.tree())))
                .isEmpty();
    }
}
