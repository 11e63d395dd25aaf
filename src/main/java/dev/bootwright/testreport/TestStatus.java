package dev.bootwright.testreport;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What became of one test. */
public enum TestStatus {
    PASSED,
    /** Failed as the repository says it must; counts as passed and is listed. */
    EXPECTED_FAILURE,
    FAILED,
    /** An error outside the test itself, for example in a fixture; also a pass whose teardown broke. */
    ERRORED,
    SKIPPED,
    /** Collected but never reached. */
    NOT_RUN;

    public boolean isExecuted() {
        return this != SKIPPED && this != NOT_RUN;
    }

    public boolean isPassed() {
        return this == PASSED || this == EXPECTED_FAILURE;
    }

    @JsonCreator
    public static TestStatus parse(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    @JsonValue
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
