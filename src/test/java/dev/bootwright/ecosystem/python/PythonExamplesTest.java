package dev.bootwright.ecosystem.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.contract.ContractWriter;
import dev.bootwright.contract.StepProposal;
import dev.bootwright.network.Reachability;
import dev.bootwright.plan.Overrides;
import dev.bootwright.repair.Grounds;
import dev.bootwright.repair.SanityRules;
import dev.bootwright.step.Contract;
import dev.bootwright.step.Route;
import dev.bootwright.step.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Every folder {@code examples/python-*} is a repository with the findings, plan and first contract expected of it. */
class PythonExamplesTest {
    private static final Path ROOT = Path.of("examples");
    private static final String EXPECTED = "expected.json";
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    static List<String> cases() throws IOException {
        try (Stream<Path> folders = Files.list(ROOT)) {
            return folders.map(p -> p.getFileName().toString())
                    .filter(n -> n.startsWith("python-"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void reportPlanAndContractAreThoseExpected(String name) throws IOException {
        Path folder = ROOT.resolve(name);
        String commit = name.equals("python-sdist") ? null : "0".repeat(40);
        PythonPlans plans = PythonPlans.of(tree(folder), commit, Overrides.NONE, Reachability.UNKNOWN);
        String found = JSON.writeValueAsString(summary(plans)) + "\n";
        Path expected = folder.resolve(EXPECTED);
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(expected, found);
        }
        assertThat(found).isEqualTo(Files.readString(expected));
        for (Route route : plans.plan().routes()) {
            StepProposal proposal = plans.proposal(route);
            Contract contract = plans.contract(route);
            assertThat(SanityRules.check(
                            contract,
                            plans.plan(),
                            new Grounds(
                                    ContractWriter.evidence(
                                            contract, plans.plan(), proposal.warnings(), plans.report()),
                                    Overrides.NONE,
                                    tree(folder))))
                    .isEmpty();
        }
    }

    private static MemoryTree tree(Path folder) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            paths.filter(Files::isRegularFile)
                    .filter(p -> !p.getFileName().toString().equals(EXPECTED))
                    .forEach(path -> {
                        try {
                            files.put(folder.relativize(path).toString(), Files.readAllBytes(path));
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    });
        }
        return MemoryTree.ofBytes(files);
    }

    private static Map<String, Object> summary(PythonPlans plans) {
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put(
                "findings",
                plans.report().findings().stream()
                        .filter(f ->
                                f.subject().startsWith("python.") || f.subject().startsWith("git."))
                        .map(f -> f.subject() + " = " + f.value() + " [" + f.location() + "] " + f.attributes())
                        .toList());
        summary.put(
                "unknowns",
                plans.report().unknowns().stream()
                        .map(u -> u.file() + ":" + u.line() + " " + u.reason())
                        .toList());
        summary.put(
                "constraints",
                plans.plan().constraints().stream()
                        .map(c -> c.subject() + " " + c.value())
                        .toList());
        summary.put(
                "routes",
                plans.plan().routes().stream()
                        .map(r -> r.id() + ": " + r.toolchains().getFirst().reason()
                                + (r.hedges().isEmpty() ? "" : " (hedges: " + r.hedges() + ")"))
                        .toList());
        Route route = plans.route();
        Contract contract = plans.contract(route);
        List<Object> steps = new ArrayList<>();
        for (Step step : contract.steps()) {
            Map<String, Object> shown = new LinkedHashMap<>();
            shown.put("id", step.id().value());
            shown.put("user", step.user().toString());
            shown.put("directory", step.workingDirectory());
            shown.put("env", step.env());
            shown.put("block", step.block().lines().toList());
            steps.add(shown);
        }
        summary.put("env", contract.env());
        summary.put("steps", steps);
        summary.put("commands", contract.commands());
        summary.put("warnings", plans.warnings());
        return summary;
    }
}
