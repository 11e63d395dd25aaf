package dev.bootwright.repair;

import dev.bootwright.discover.Finding;
import dev.bootwright.step.Contract;
import dev.bootwright.step.ExcludedTest;
import dev.bootwright.step.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the repository's own evidence, the user and the list of excluded tests allow. */
final class RecordedReasons {
    private final Contract contract;
    private final List<String> texts = new ArrayList<>();

    RecordedReasons(Contract contract, Map<String, Finding> evidence) {
        this.contract = contract;
        for (Finding finding : evidence.values()) {
            texts.add(finding.value() + " " + finding.snippet() + " "
                    + String.join(" ", finding.attributes().values()));
        }
    }

    /** Whether the user decided this step; such a decision is recorded under its key. */
    boolean isUsersDecision(Step step) {
        return step.origin().kind().equals("override");
    }

    /** Whether one piece of evidence has all these texts. */
    boolean isInEvidence(String... parts) {
        return texts.stream().anyMatch(t -> List.of(parts).stream().allMatch(t::contains));
    }

    /** Whether an excluded test of the contract, with its reason, accounts for this selection. */
    boolean isExcluded(String selector) {
        for (ExcludedTest test : contract.excluded()) {
            boolean same = selector.contains(test.selector())
                    || (!selector.isBlank() && test.selector().contains(selector));
            if (same && !test.reason().isBlank()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a lock file of the contract stands for this file, which then is not the repository's own: the repository
     * lacks it, the first installation made it, and the lock keeps it.
     */
    boolean isKeptByLock(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        boolean kept = contract.locks().stream().anyMatch(l -> l.equals(name) || l.endsWith("-" + name));
        return kept && contract.derivedFrom().stream().noneMatch(f -> f.path().equals(path));
    }
}
