package dev.bootwright.contract;

import dev.bootwright.base.Digest;
import dev.bootwright.base.EcosystemId;
import dev.bootwright.base.Readiness;
import dev.bootwright.base.StepId;
import dev.bootwright.sandbox.BaseIdentity;
import dev.bootwright.step.Commands;
import dev.bootwright.step.Contract;
import dev.bootwright.step.ContractProject;
import dev.bootwright.step.DependencyPolicy;
import dev.bootwright.step.ExcludedTest;
import dev.bootwright.step.Origin;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Proof;
import dev.bootwright.step.RepositoryIdentity;
import dev.bootwright.step.Role;
import dev.bootwright.step.Route;
import dev.bootwright.step.Step;
import dev.bootwright.step.StepLimits;
import dev.bootwright.step.StepUser;
import dev.bootwright.step.TestCounts;
import dev.bootwright.step.ToolchainChoice;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Small contracts for tests. */
public final class Contracts {
    public static final StepLimits LIMITS = new StepLimits(600, 120);

    private Contracts() {}

    public static Step step(String id, Phase phase, Role role, StepUser user, @Nullable String runner, String block) {
        return new Step(
                new StepId(id), phase, role, user, null, runner, block, Map.of(), ".", LIMITS, List.of(), Origin.PLAN);
    }

    public static Contract contract(Map<String, String> env, Step... steps) {
        return new Contract(
                Contract.SCHEMA_VERSION,
                new RepositoryIdentity(
                        "sample",
                        "0123456789012345678901234567890123456789",
                        Instant.parse("2024-05-06T07:08:09Z"),
                        Digest.of("sample"),
                        List.of()),
                route("python"),
                env,
                List.of(steps),
                List.of(),
                List.of("python.txt"),
                List.of(new ContractProject(".", new EcosystemId("python"), Readiness.NONE, TestCounts.NONE)),
                new Commands(
                        List.of(),
                        List.of("python", "-m", "pytest"),
                        List.of("python", "-m", "pytest", "{file}"),
                        List.of("python", "-m", "pytest", "{test}"),
                        List.of("python", "-m", "pip", "install", "-e", ".")),
                List.of(),
                Map.of(),
                Map.of("python", "3.13.5"),
                List.of(),
                Proof.NONE,
                ScriptRenderer.VERSION);
    }

    public static Contract excluding(Contract c, ExcludedTest... tests) {
        return new Contract(
                c.schemaVersion(),
                c.repository(),
                c.route(),
                c.env(),
                c.steps(),
                c.services(),
                c.locks(),
                c.projects(),
                c.commands(),
                List.of(tests),
                c.overrides(),
                c.toolVersions(),
                c.derivedFrom(),
                c.proof(),
                c.renderer());
    }

    public static Route route(String ecosystem) {
        return new Route(
                ecosystem + "-trixie-declared",
                new EcosystemId(ecosystem),
                BaseIdentity.debian("trixie", "amd64"),
                List.of(new ToolchainChoice(ecosystem, "3.13", "distribution", "the newest that fits", List.of())),
                "pip",
                DependencyPolicy.DECLARED,
                null,
                60,
                "",
                List.of("registry:pypi"),
                List.of());
    }

    /** A sound contract of a small pytest project. */
    public static Contract pytest() {
        return contract(
                Map.of("PATH", "${TREE}/.venv/bin:${PATH}", "GREETING", "it's \"$5\" `now`"),
                step(
                        "system-packages",
                        Phase.SYSTEM,
                        Role.INSTALL,
                        StepUser.ROOT,
                        null,
                        "export DEBIAN_FRONTEND=noninteractive\napt-get update\n"
                                + "apt-get install -y --no-install-recommends python3 python3-venv"),
                step(
                        "virtual-environment",
                        Phase.DEPENDENCIES,
                        Role.INSTALL,
                        StepUser.DEVELOPER,
                        null,
                        "python3 -m venv .venv"),
                step(
                        "python-dependencies",
                        Phase.DEPENDENCIES,
                        Role.INSTALL,
                        StepUser.DEVELOPER,
                        null,
                        "python -m pip install -c .bootstrap/lock/python.txt pytest"),
                step(
                        "python-version",
                        Phase.DOCTOR,
                        Role.CHECK,
                        StepUser.DEVELOPER,
                        null,
                        "python --version | grep -q '^Python 3[.]'"),
                step(
                        "pytest-collect",
                        Phase.MINIMAL,
                        Role.COLLECT,
                        StepUser.DEVELOPER,
                        "pytest",
                        "python -m pytest --collect-only -q"),
                step(
                        "pytest-part",
                        Phase.MINIMAL,
                        Role.EXECUTE,
                        StepUser.DEVELOPER,
                        "pytest",
                        "python -m pytest --junitxml=\"$BOOTWRIGHT_REPORTS/junit.xml\" tests/test_a.py"),
                step(
                        "pytest-all",
                        Phase.STRONGEST,
                        Role.EXECUTE,
                        StepUser.DEVELOPER,
                        "pytest",
                        "python -m pytest --junitxml=\"$BOOTWRIGHT_REPORTS/junit.xml\""));
    }
}
