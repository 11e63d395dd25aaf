package dev.bootwright.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.base.Readiness;
import dev.bootwright.contract.Contracts;
import dev.bootwright.discover.Discoverer;
import dev.bootwright.discover.DiscoveryReport;
import dev.bootwright.discover.general.GeneralDetectors;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.step.TestCounts;
import dev.bootwright.verify.Conclusion;
import dev.bootwright.verify.FirstCause;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NotCoveredTest {
    private static final BootstrapPlan PLAN =
            new BootstrapPlan(1, List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), Map.of());
    private static final Conclusion GREEN = new Conclusion(
            FirstCause.NOTHING,
            Readiness.GREEN,
            TestCounts.NONE,
            false,
            Map.of(),
            List.of(),
            List.of(),
            List.of(),
            null);

    private static List<String> of(String workflow) {
        DiscoveryReport report = new Discoverer()
                .discover(MemoryTree.of(".github/workflows/test.yml", workflow), List.copyOf(GeneralDetectors.all()));
        return NotCovered.of(Contracts.pytest(), PLAN, report, List.of(), new ContractPass(null, null, GREEN));
    }

    @Test
    void otherCellsAndSystemsOfContinuousIntegrationAreNamed() {
        assertThat(of("""
                        on: push
                        jobs:
                          unit:
                            runs-on: ${{ matrix.os }}
                            strategy:
                              matrix:
                                go: ['1.20', '1.21']
                                os: [ubuntu-latest, macos-latest, windows-latest]
                            steps:
                              - uses: actions/setup-go@v5
                                with: {go-version: "${{ matrix.go }}"}
                              - run: go test ./...
                        """))
                .containsExactly(
                        "other operating systems: CI's job unit (.github/workflows/test.yml:3) also tests on macOS and"
                                + " Windows",
                        "other matrix cells: CI's job unit (.github/workflows/test.yml:3) tests in 6 cells; this follows"
                                + " go=1.21, os=ubuntu-latest");
    }

    @Test
    void whatDoesNotTestAddsNothing() {
        assertThat(of("""
                        on: push
                        jobs:
                          lint:
                            runs-on: ${{ matrix.os }}
                            strategy:
                              matrix: {os: [ubuntu-latest, macos-latest]}
                            steps:
                              - run: gofmt -l .
                        """)).isEmpty();
    }
}
