package dev.bootwright.repair;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What a contract must not do. Each rule has a page {@code docs/rules/ID.md}. */
public enum SanityRule {
    SWALLOWED_STATUS("a failure must end the step, else nothing is proven by its success"),
    VERIFICATION_REPLACED("a version, help, import, lint or listing command shows nothing about the tests"),
    VERIFICATION_NARROWED("a test is left out only for a reason that is recorded"),
    OWN_FILES_CHANGED("what is proven must be the repository as it is, not an edited one"),
    FORGED_REPORT("only the test runner itself may write the report that is counted"),
    HOST_PATH("a path of one machine does not exist on another"),
    SECRET("a contract is published; secrets are given by name when it runs"),
    WARM_STATE("a bare base environment has no caches; what needs one fails there"),
    UNPINNED_DOWNLOAD("a script that is run straight from the network can be another one tomorrow"),
    SUDO("the step's user says who runs it; inside a sandbox nothing can become root"),
    ROOT_STEP("only system packages are installed as root; many suites fail as root"),
    MISSING_VERIFICATION("minimal collects everything and executes a part, strongest executes the whole suite"),
    GOAL_UNMET("what the plan says must be exercised has to be exercised"),
    PIN_WITHOUT_REASON("a repair that pins a version says why"),
    UNREADABLE_BLOCK("what cannot be read cannot be judged");

    private final String reason;

    SanityRule(String reason) {
        this.reason = reason;
    }

    /** Why the rule exists, in one sentence without a full stop. */
    public String reason() {
        return reason;
    }

    /** Stable, lower case with dashes. */
    @JsonValue
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public String toString() {
        return id();
    }
}
