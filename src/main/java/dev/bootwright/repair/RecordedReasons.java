package dev.bootwright.repair;

import dev.bootwright.discover.Finding;
import dev.bootwright.plan.Overrides;
import dev.bootwright.step.Contract;
import dev.bootwright.step.ExcludedTest;
import dev.bootwright.step.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What the repository's own evidence and the user's decisions allow. */
final class RecordedReasons {
    private final Contract contract;
    private final Grounds grounds;
    private final List<String> texts = new ArrayList<>();

    RecordedReasons(Contract contract, Grounds grounds) {
        this.contract = contract;
        this.grounds = grounds;
        for (Finding finding : grounds.evidence().values()) {
            texts.add(finding.value() + " " + finding.snippet() + " "
                    + String.join(" ", finding.attributes().values()));
        }
        String command = grounds.decisions().testCommand();
        if (command != null) {
            texts.add(command);
        }
    }

    /** Whether the user decided this step; a contract that only says so is not believed. */
    boolean isUsersDecision(Step step) {
        return step.origin().kind().equals("override")
                && isDecided(step.origin().reference());
    }

    private boolean isDecided(String key) {
        Overrides decisions = grounds.decisions();
        return switch (key) {
            case "test-command" -> decisions.testCommand() != null;
            case "working-directory" -> decisions.workingDirectory() != null;
            case "system-packages" -> !decisions.systemPackages().isEmpty();
            default -> decisions.recorded().containsKey(key);
        };
    }

    /** Whether one piece of evidence, or the test command that the user asked for, has all these texts. */
    boolean isInEvidence(String... parts) {
        return texts.stream().anyMatch(t -> List.of(parts).stream().allMatch(t::contains));
    }

    /** Excluded tests of the contract that nobody asked to exclude. */
    List<ExcludedTest> unasked() {
        return contract.excluded().stream().filter(t -> !isAsked(t)).toList();
    }

    private boolean isAsked(ExcludedTest test) {
        return grounds.decisions().excluded().stream()
                .anyMatch(d -> d.selector().equals(test.selector()));
    }

    /** Whether an excluded test of the contract, with its reason, is what this step names, from the tree or its project. */
    boolean isExcluded(Step step, String selector) {
        return excluded()
                .anyMatch(t -> t.selector().equals(selector) || t.selector().equals(step.project() + "/" + selector));
    }

    /** Whether excluded tests account for go's pattern: {@code ^TestX$/^sub$} for {@code example.org/a::TestX/sub}. */
    boolean isExcludedPattern(String pattern) {
        String name = pattern.replace("$/^", "/")
                .replaceFirst("^\\^", "")
                .replaceFirst("\\$$", "")
                .replaceAll("\\\\(.)", "$1");
        return pattern.startsWith("^")
                && pattern.endsWith("$")
                && excluded()
                        .anyMatch(t -> t.selector().equals(name) || t.selector().endsWith("::" + name));
    }

    private Stream<ExcludedTest> excluded() {
        return contract.excluded().stream()
                .filter(t -> isAsked(t) && !t.reason().isBlank());
    }

    /**
     * Whether a lock file of the contract stands for this file, which then is not the repository's own: the repository
     * lacks it, the first installation made it, and the lock keeps it.
     */
    boolean isKeptByLock(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        boolean kept = contract.locks().stream().anyMatch(l -> l.equals(name) || l.endsWith("-" + name));
        return kept
                && contract.derivedFrom().stream().noneMatch(f -> f.path().equals(path))
                && grounds.tree().entries().stream()
                        .noneMatch(e -> e.path().toString().equals(path));
    }
}
