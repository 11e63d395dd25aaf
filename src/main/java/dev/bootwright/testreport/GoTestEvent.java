package dev.bootwright.testreport;

import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One line of {@code go test -json}; see {@code go doc test2json} and {@code go help buildjson}.
 *
 * @param subject the package, or for build events the import path that is built
 * @param test empty for events of a package
 */
record GoTestEvent(
        String action, String subject, String test, double elapsedSeconds, String output, String failedBuild) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Empty for a line that is not an event: older versions mix plain text in. */
    static Optional<GoTestEvent> tryParse(String line) {
        if (!line.startsWith("{")) {
            return Optional.empty();
        }
        try {
            JsonNode node = JSON.readTree(line);
            String action = node.path("Action").asString("");
            if (action.isEmpty()) {
                return Optional.empty();
            }
            String path = node.path("ImportPath").asString("");
            return Optional.of(new GoTestEvent(
                    action,
                    path.isEmpty() ? node.path("Package").asString("") : path,
                    node.path("Test").asString(""),
                    node.path("Elapsed").asDouble(0),
                    node.path("Output").asString(""),
                    node.path("FailedBuild").asString("")));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }
}
