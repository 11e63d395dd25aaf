package dev.bootwright.golden;

import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.acquire.SourceTree;
import dev.bootwright.base.Digest;
import dev.bootwright.contract.StepProposal;
import dev.bootwright.discover.Detector;
import dev.bootwright.discover.Discoverer;
import dev.bootwright.discover.DiscoveryReport;
import dev.bootwright.discover.general.GeneralDetectors;
import dev.bootwright.ecosystem.Ecosystem;
import dev.bootwright.ecosystem.cpp.CppEcosystem;
import dev.bootwright.ecosystem.golang.GoEcosystem;
import dev.bootwright.ecosystem.javascript.JavascriptEcosystem;
import dev.bootwright.ecosystem.maven.MavenEcosystem;
import dev.bootwright.ecosystem.python.PythonEcosystem;
import dev.bootwright.ecosystem.rust.RustEcosystem;
import dev.bootwright.network.Reachability;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.plan.BootstrapPlanner;
import dev.bootwright.plan.Overrides;
import dev.bootwright.plan.OverridesReader;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.step.RepositoryIdentity;
import dev.bootwright.toolchain.FileIndex;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the stages before verification make of one example. */
record ExampleRun(
        SourceTree tree,
        PlanningInput input,
        BootstrapPlan plan,
        @Nullable StepProposal proposal) {
    private static final Path FILES = Path.of("src/test/resources/toolchain/files.tsv");
    private static final List<Ecosystem> ECOSYSTEMS = List.of(
            new PythonEcosystem(List.of()),
            new GoEcosystem(),
            new JavascriptEcosystem(),
            new MavenEcosystem(),
            new CppEcosystem(base -> FileIndex.open(FILES)),
            new RustEcosystem());
    private static final Instant COMMITTED = Instant.parse("2026-06-01T00:00:00Z");

    static ExampleRun of(Path folder, String leftOut) {
        SourceTree tree = tree(folder, leftOut);
        List<Detector> detectors = new ArrayList<>(GeneralDetectors.all());
        ECOSYSTEMS.forEach(e -> detectors.addAll(e.detectors()));
        DiscoveryReport report = new Discoverer().discover(tree, detectors);
        PlanningInput input = new PlanningInput(
                new RepositoryIdentity(
                        folder.getFileName().toString(), null, COMMITTED, Digest.of("example"), List.of()),
                report,
                OverridesReader.read(tree, Overrides.NONE),
                Reachability.UNKNOWN,
                "amd64");
        BootstrapPlan plan =
                new BootstrapPlanner(ECOSYSTEMS.stream().map(Ecosystem::routes).toList()).plan(input);
        StepProposal proposal = plan.routes().isEmpty()
                ? null
                : ECOSYSTEMS.stream()
                        .filter(e -> e.id().equals(plan.routes().getFirst().ecosystem()))
                        .findFirst()
                        .orElseThrow()
                        .steps()
                        .propose(input, plan, plan.routes().getFirst());
        return new ExampleRun(tree, input, plan, proposal);
    }

    private static SourceTree tree(Path folder, String leftOut) {
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                String name = folder.relativize(file).toString();
                if (!name.equals(leftOut)) {
                    files.put(name, Files.readAllBytes(file));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return MemoryTree.ofBytes(files);
    }
}
