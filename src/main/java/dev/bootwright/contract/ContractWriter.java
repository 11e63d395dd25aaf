package dev.bootwright.contract;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.base.Digest;
import dev.bootwright.base.Readiness;
import dev.bootwright.base.RelativePath;
import dev.bootwright.base.StepId;
import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.DiscoveryReport;
import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.Finding;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.plan.Overrides;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.step.Contract;
import dev.bootwright.step.ContractProject;
import dev.bootwright.step.InputFile;
import dev.bootwright.step.Proof;
import dev.bootwright.step.RepositoryIdentity;
import dev.bootwright.step.Route;
import dev.bootwright.step.ServiceSpec;
import dev.bootwright.step.Step;
import dev.bootwright.step.TestCounts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Puts the first contract together from plan, route and what the ecosystem proposes. A pure function. */
public final class ContractWriter {
    private static final String NAME = "\\.?[A-Za-z0-9_][A-Za-z0-9_.+-]*";
    private static final Pattern FILE = Pattern.compile(NAME + "(?:/" + NAME + ")*");

    private ContractWriter() {}

    /**
     * The first contract: nothing proven yet, the user's overrides applied and recorded.
     *
     * @param tree the repository's files, of which those that evidence was read from are named with their digests
     * @throws IllegalArgumentException when the proposal breaks a rule of the contract's form
     */
    public static Contract write(
            PlanningInput input, BootstrapPlan plan, Route route, StepProposal proposal, SourceTree tree) {
        Overrides overrides = input.overrides();
        SortedMap<String, String> env = new TreeMap<>(proposal.env());
        env.putAll(overrides.environment());
        List<Step> steps = new ArrayList<>(OverriddenSteps.apply(proposal.steps(), overrides));
        steps.sort(Comparator.comparing(Step::phase));
        Contract contract = new Contract(
                Contract.SCHEMA_VERSION,
                input.repository(),
                route,
                env,
                steps,
                services(proposal, overrides),
                proposal.locks().stream().map(StepProposal.LockSpec::name).toList(),
                projects(plan),
                ProjectCommands.fromRoot(OverriddenSteps.commands(proposal.commands(), steps, overrides)),
                overrides.excluded(),
                overrides.recorded(),
                Map.of(),
                List.of(),
                Proof.NONE,
                null);
        check(contract);
        Map<String, Finding> evidence = evidence(contract, plan, proposal.warnings(), input.report());
        return contract.withInputs(contract.repository(), derivedFrom(steps, evidence, tree));
    }

    /** The commands of a contract's projects, with what the user decided applied; none is proven yet. */
    public static List<ProjectCommands> commands(StepProposal proposal, Contract contract, Overrides overrides) {
        return OverriddenSteps.commands(proposal.commands(), contract.steps(), overrides);
    }

    /** A contract whose replay held, for the tree as it is now. */
    public static Contract refreshed(Contract held, RepositoryIdentity repository, SourceTree tree) {
        TreeSet<String> files = new TreeSet<>();
        held.derivedFrom().forEach(f -> files.add(f.path()));
        return held.withInputs(repository, digests(files, tree));
    }

    private static List<ServiceSpec> services(StepProposal proposal, Overrides overrides) {
        List<ServiceSpec> all = new ArrayList<>(proposal.services());
        all.addAll(overrides.probes());
        return all;
    }

    /**
     * The findings that a contract and its plan rest on, by id.
     *
     * @throws IllegalArgumentException when an id is unknown to the report
     */
    public static SortedMap<String, Finding> evidence(
            Contract contract, BootstrapPlan plan, List<StepProposal.Warning> warnings, DiscoveryReport report) {
        return evidence(contract, plan, warnings, report, Map.of());
    }

    /** @param earlier findings of the tree as it was, for what it no longer says in the same place */
    public static SortedMap<String, Finding> evidence(
            Contract contract,
            BootstrapPlan plan,
            List<StepProposal.Warning> warnings,
            DiscoveryReport report,
            Map<String, Finding> earlier) {
        TreeSet<String> ids = new TreeSet<>(contract.route().evidence());
        contract.route().toolchains().forEach(t -> ids.addAll(t.evidence()));
        contract.steps().forEach(s -> ids.addAll(s.evidence()));
        warnings.forEach(w -> ids.addAll(w.evidence()));
        plan.projects().forEach(p -> ids.addAll(p.evidence()));
        plan.goals().forEach(g -> ids.addAll(g.evidence()));
        plan.constraints().forEach(c -> ids.addAll(c.evidence()));
        plan.needs().forEach(n -> ids.addAll(n.evidence()));
        SortedMap<String, Finding> evidence = new TreeMap<>();
        List<String> unknown = new ArrayList<>();
        Map<String, Finding> known = new TreeMap<>(earlier);
        known.putAll(findings(report));
        for (String id : ids) {
            Finding finding = known.get(id);
            if (finding == null) {
                unknown.add(id);
            } else {
                evidence.put(id, finding);
            }
        }
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("evidence that no finding stands for: " + String.join(", ", unknown));
        }
        return Collections.unmodifiableSortedMap(evidence);
    }

    /** All that discovery reports, CI's commands included, by id. */
    public static SortedMap<String, Finding> findings(DiscoveryReport report) {
        SortedMap<String, Finding> known = new TreeMap<>();
        for (CiCommand c : report.ciCommands()) {
            Map<String, String> attributes = new TreeMap<>();
            attributes.put("workflow", c.workflow());
            attributes.put("job", c.job());
            attributes.put("cell", c.cell());
            attributes.put("purpose", c.purpose().name());
            attributes.values().removeIf(String::isEmpty);
            known.put(
                    c.id(),
                    new Finding(
                            c.id(),
                            "ci.command",
                            c.command(),
                            c.workingDirectory(),
                            c.file(),
                            c.line(),
                            c.command().lines().findFirst().orElse(""),
                            EvidenceKind.CI,
                            attributes));
        }
        report.findings().forEach(f -> known.put(f.id(), f));
        return known;
    }

    private static List<ContractProject> projects(BootstrapPlan plan) {
        return plan.projects().stream()
                .map(p -> new ContractProject(p.path(), p.ecosystem(), Readiness.NONE, TestCounts.NONE))
                .toList();
    }

    private static List<InputFile> derivedFrom(List<Step> steps, Map<String, Finding> evidence, SourceTree tree) {
        TreeSet<String> files = new TreeSet<>();
        evidence.values().forEach(f -> files.add(f.file()));
        steps.stream().filter(s -> s.phase().isSetup()).forEach(s -> named(s, files));
        return digests(files, tree);
    }

    private static List<InputFile> digests(SortedSet<String> files, SourceTree tree) {
        List<InputFile> inputs = new ArrayList<>();
        for (String file : files) {
            Optional<SourceTree.Entry> entry = tree.find(file);
            if (entry.isPresent() && entry.get().size() <= SourceTree.MANIFEST_LIMIT) {
                tree.read(entry.get(), SourceTree.MANIFEST_LIMIT)
                        .ifPresent(text -> inputs.add(new InputFile(file, Digest.of(text))));
            }
        }
        return inputs;
    }

    /** Words of the block that may be files of the tree; whether they are, the tree decides. */
    private static void named(Step step, Set<String> files) {
        String folder = step.workingDirectory().equals(".") ? "" : step.workingDirectory() + "/";
        for (String word : step.block().split("[\\s'\"=;|&()<>]+")) {
            String plain = word.startsWith("./") ? word.substring(2) : word;
            if (FILE.matcher(plain).matches()) {
                files.add(folder + plain);
            }
        }
    }

    /** What the records themselves cannot know: names of variables, folders inside the tree, names of lock files. */
    static void check(Contract contract) {
        contract.env().keySet().forEach(ContractWriter::checkName);
        for (Step step : contract.steps()) {
            step.env().keySet().forEach(ContractWriter::checkName);
            RelativePath.of(step.workingDirectory());
            if (step.project() != null) {
                RelativePath.of(step.project());
            }
        }
        for (String lock : contract.locks()) {
            if (!lock.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
                throw new IllegalArgumentException("not a name for a lock file: " + lock);
            }
        }
        TreeSet<StepId> names = new TreeSet<>();
        contract.steps().forEach(s -> names.add(s.id()));
        contract.services().forEach(s -> {
            if (!names.add(s.id())) {
                throw new IllegalArgumentException("a step and a service are both named " + s.id());
            }
        });
    }

    private static void checkName(String variable) {
        if (!ShellText.isName(variable)) {
            throw new IllegalArgumentException("not a name of a variable: " + variable);
        }
    }
}
