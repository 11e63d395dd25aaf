package dev.bootwright.discover;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Generates the tree that {@code inspect} is measured on: 10,000 files, 200 manifests, 50 workflows, 20 MB of text. Run
 * its {@code main} with a folder to write it there.
 */
public final class LargeTree {
    private static final int FILES = 10_000;
    private static final int MANIFESTS = 200;
    private static final int WORKFLOWS = 50;
    private static final int SIZE = 20 << 20;

    private LargeTree() {}

    /** Path to text, in a fixed order; equal in every run. */
    public static Map<String, String> texts() {
        Map<String, String> files = new LinkedHashMap<>();
        for (int i = 0; i < WORKFLOWS; i++) {
            files.put(".github/workflows/w%02d.yml".formatted(i), workflow(i));
        }
        for (int i = 0; i < MANIFESTS; i++) {
            String folder = i == 0 ? "" : "packages/p%03d/".formatted(i);
            files.put(folder + (i % 2 == 0 ? "pyproject.toml" : "go.mod"), i % 2 == 0 ? python(i) : go(i));
        }
        files.put("Makefile", "test:\n\tpython -m pytest\nlint:\n\truff check .\n");
        files.put("README.md", "# Large\n\n```sh\npip install -e .\npytest\n```\n");
        int left = FILES - files.size();
        int text = SIZE - files.values().stream().mapToInt(String::length).sum();
        for (int i = 0; i < left; i++) {
            boolean python = i % 2 == 0;
            String name = i % 5 == 0 ? (python ? "test_m%05d" : "m%05d_test") : "m%05d";
            String folder = "packages/p%03d/src/s%02d/".formatted(i % MANIFESTS, i % 17);
            files.put(folder + name.formatted(i) + (python ? ".py" : ".go"), source(i, python, text / left));
        }
        return files;
    }

    private static String workflow(int number) {
        StringBuilder out = new StringBuilder("""
                name: Workflow %d
                on: [push, pull_request]
                env:
                  COLOR: 1
                jobs:
                """.formatted(number));
        for (int job = 0; job < 4; job++) {
            out.append("""
                      job%d:
                        runs-on: ${{ matrix.os }}
                        strategy:
                          matrix:
                            os: [ubuntu-latest, windows-latest, macos-latest]
                            python: ["3.9", "3.10", "3.11", "3.12", "3.13"]
                            exclude:
                              - {os: macos-latest, python: "3.9"}
                        services:
                          db: {image: "postgres:16", ports: ["5432:5432"]}
                        steps:
                          - uses: actions/checkout@v4
                          - uses: actions/setup-python@v5
                            with:
                              python-version: ${{ matrix.python }}
                          - run: sudo apt-get update && sudo apt-get install -y libpq-dev
                            if: runner.os == 'Linux'
                          - run: pip install -e .[test]
                            working-directory: packages/p%03d
                          - run: |
                              cd packages/p%03d
                              python -m pytest -q --durations=10 \\
                                tests
                    """.indent(2).formatted(job, number, number));
        }
        return out.toString();
    }

    private static String python(int number) {
        return """
                [build-system]
                requires = ["setuptools>=61"]
                build-backend = "setuptools.build_meta"
                [project]
                name = "p%d"
                version = "1.0"
                requires-python = ">=3.9"
                dependencies = ["requests>=2", "attrs"]
                [project.optional-dependencies]
                test = ["pytest>=7"]
                [tool.pytest.ini_options]
                addopts = "-q"
                """.formatted(number);
    }

    private static String go(int number) {
        return "module example.org/p%d\n\ngo 1.22\n\nrequire example.org/x v1.0.0\n".formatted(number);
    }

    private static String source(int number, boolean python, int size) {
        String line = python
                ? "def function_%d(value):\n    return value + %d\n".formatted(number, number)
                : "func F%d(v int) int { return v + %d }\n".formatted(number, number);
        return line.repeat(Math.max(1, size / line.length()));
    }

    public static void write(Path folder) throws IOException {
        for (Map.Entry<String, String> file : texts().entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue().getBytes(StandardCharsets.UTF_8));
        }
    }

    public static void main(String[] arguments) throws IOException {
        write(Path.of(arguments[0]));
    }
}
