package dev.bootwright.testreport;

import dev.bootwright.base.TestId;
import dev.bootwright.testreport.TestReport.CollectionError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The JSON report that Jest writes at its end, and Vitest in the same form; counted by its cases. */
public final class JestJsonReader {
    private static final long MAX_BYTES = 128L << 20;
    private static final int MOST = 500_000;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final String runner;
    private final String project;
    private final TreePaths paths;
    private final List<TestCase> cases = new ArrayList<>();
    private final List<CollectionError> errors = new ArrayList<>();
    private final Map<String, Integer> seen = new HashMap<>();

    /** @param tree the tree's absolute path where the tests ran */
    public JestJsonReader(String runner, String project, String tree) {
        this.runner = runner;
        this.project = project;
        this.paths = new TreePaths(tree);
    }

    /** An empty report where there is no such file, or none that can be read. */
    public TestReport read(Path file) {
        try {
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.size(file) <= MAX_BYTES) {
                JSON.readTree(Files.readString(file)).path("testResults").forEach(this::suite);
            }
        } catch (IOException | JacksonException e) {
            return TestReport.empty(runner);
        }
        return new TestReport(runner, cases, errors, !cases.isEmpty() || !errors.isEmpty(), List.of());
    }

    private void suite(JsonNode suite) {
        String file = CleanText.line(paths.relative(suite.path("name").asString("")), 1000);
        JsonNode tests = suite.path("assertionResults");
        if (tests.isEmpty() && suite.path("status").asString("").equals("failed")) {
            errors.add(CollectionError.of(file, suite.path("message").asString(""), ""));
        }
        tests.forEach(test -> add(file, test));
    }

    private void add(String file, JsonNode test) {
        if (cases.size() >= MOST) {
            return;
        }
        String name = CleanText.line(test.path("fullName").asString("").strip(), 2000);
        TestStatus status = switch (test.path("status").asString("")) {
            case "passed", "focused" -> TestStatus.PASSED;
            case "failed" -> TestStatus.FAILED;
            default -> TestStatus.SKIPPED;
        };
        StringBuilder detail = new StringBuilder();
        test.path("failureMessages").forEach(m -> detail.append(m.asString("")).append('\n'));
        int occurrence = seen.merge(file + "\0" + name, 1, Integer::sum) - 1;
        cases.add(new TestCase(
                new TestId(runner, project, file, name.isEmpty() ? "(unnamed)" : name, occurrence),
                status,
                Math.round(test.path("duration").asDouble(0)),
                CleanText.detail(detail.toString()),
                ""));
    }
}
