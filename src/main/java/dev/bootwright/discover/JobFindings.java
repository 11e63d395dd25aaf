package dev.bootwright.discover;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is alike in the findings of a job, whatever CI system runs it.
 *
 * @param job its name in the file
 * @param tests whether one of its commands runs tests
 * @param cell the cell of its matrix that is read; empty without a matrix
 */
public record JobFindings(String job, boolean tests, String cell) {
    /** What a job with tests uses is a need of the tests. */
    public String subject(String subject) {
        if (!tests) {
            return subject;
        }
        return switch (subject) {
            case "ci.service" -> "need.service";
            case "ci.secret" -> "need.secret";
            default -> subject;
        };
    }

    /** A finding's own attributes, and whose it is. */
    public Map<String, String> attributes(Map<String, String> own) {
        Map<String, String> attributes = new LinkedHashMap<>(own);
        attributes.put("job", job);
        attributes.put("tests", Boolean.toString(tests));
        if (!cell.isEmpty()) {
            attributes.put("cell", cell);
        }
        return attributes;
    }
}
