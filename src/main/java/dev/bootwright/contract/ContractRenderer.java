package dev.bootwright.contract;

import dev.bootwright.discover.Finding;
import dev.bootwright.step.Contract;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Turns a contract and what was learnt on the way into all files of {@code .bootstrap}. A pure function. */
public final class ContractRenderer {
    private ContractRenderer() {}

    /**
     * What was met on the way, for the pages that people and agents read.
     *
     * @param tried routes and commands that were tried and what became of them, one sentence each
     * @param repairs failures met and what repaired them
     */
    public record History(List<String> tried, List<Repair> repairs) {
        public static final History NONE = new History(List.of(), List.of());

        public History {
            tried = List.copyOf(tried);
            repairs = List.copyOf(repairs);
        }
    }

    /** One failure and its repair, one sentence each. */
    public record Repair(String failure, String repair) {}

    public static ContractFiles render(
            Contract contract,
            TestsBaseline baseline,
            Map<String, Finding> evidence,
            List<StepProposal.Warning> warnings,
            Map<String, String> locks) {
        return render(contract, baseline, evidence, warnings, locks, History.NONE);
    }

    /**
     * @param locks content by name below {@code lock/}; a lock that the contract names and that is not given is empty
     */
    public static ContractFiles render(
            Contract contract,
            TestsBaseline baseline,
            Map<String, Finding> evidence,
            List<StepProposal.Warning> warnings,
            Map<String, String> locks,
            History history) {
        SortedMap<String, String> files = new TreeMap<>(ScriptRenderer.scripts(contract));
        files.put("contract.json", ContractJson.write(contract.withRenderer(ScriptRenderer.VERSION)));
        files.put("tests.json", baseline.json());
        files.put("evidence.json", ContractJson.write(new TreeMap<>(evidence)));
        files.put("AGENT.md", AgentPage.render(contract, baseline, history));
        files.put("PLAYBOOK.md", PlaybookPage.render(contract, baseline, history));
        files.put("WARNINGS.md", WarningsPage.render(contract, baseline, evidence, warnings, locks));
        contract.locks().forEach(name -> files.put("lock/" + name, ""));
        locks.forEach((name, content) -> files.put("lock/" + name, content));
        return ContractFiles.ofTexts(files);
    }
}
