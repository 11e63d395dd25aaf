package dev.bootwright.contract;

import dev.bootwright.step.Contract;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Role;
import dev.bootwright.step.ServiceSpec;
import dev.bootwright.step.Step;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Turns a contract into plain bash that runs without Bootwright. A pure function of the contract.
 *
 * <p>A step's script is {@code env.sh} (the preamble) followed by the step's block; {@code setup.sh} and its siblings put
 * the very same text together and run it in a fresh {@code bash -euo pipefail} as the step's user.
 */
public final class ScriptRenderer {
    /** Raised with every change of what contracts render to, so that older scripts are not taken for edited ones. */
    public static final int VERSION = 6;

    private static final String HEADER = """
            #!/usr/bin/env bash
            # Made by Bootwright from contract.json, which is the only source; changes here are lost and found out.
            """;
    private static final String MARK = "END_OF_STEP";

    private ScriptRenderer() {}

    /** The scripts by name: {@code env.sh}, {@code setup.sh}, {@code doctor.sh}, {@code verify.sh}. */
    public static SortedMap<String, String> scripts(Contract contract) {
        SortedMap<String, String> scripts = new TreeMap<>();
        scripts.put("env.sh", environment(contract));
        scripts.put("setup.sh", setup(contract));
        scripts.put("doctor.sh", doctor(contract));
        scripts.put("verify.sh", verify(contract));
        return scripts;
    }

    /**
     * What scripts of another renderer lack of a contract, one sentence each: every step in its order, every variable.
     * What they do beside that is not looked at.
     *
     * @param found the scripts by name
     */
    static List<String> missing(Contract contract, Function<String, @Nullable String> found) {
        List<String> missing = new ArrayList<>();
        for (String name : scripts(contract).keySet()) {
            String text = found.apply(name);
            if (text == null) {
                missing.add(name + " is missing");
            } else if (name.equals("env.sh")) {
                contract.env().keySet().stream()
                        .filter(v -> !text.contains(v + "="))
                        .forEach(v -> missing.add(name + " lacks the variable " + v));
            } else {
                int at = 0;
                for (Step step : steps(contract, name)) {
                    int next = text.indexOf("\n" + ended(step.block()), Math.max(0, at - 1));
                    if (next < 0) {
                        missing.add(name + " has step " + step.id()
                                + " not as contract.json has it: one was edited by hand");
                    } else {
                        at = next + 1 + ended(step.block()).length();
                    }
                }
            }
        }
        return missing;
    }

    private static List<Step> steps(Contract contract, String name) {
        return contract.steps().stream()
                .filter(s -> switch (name) {
                    case "setup.sh" -> s.phase().isSetup();
                    case "doctor.sh" -> s.phase() == Phase.DOCTOR;
                    default -> s.phase() == Phase.MINIMAL || s.phase() == Phase.STRONGEST;
                })
                .toList();
    }

    /**
     * The text that runs as {@code bash -euo pipefail FILE}, already as the step's user. It finds the tree from the
     * file's place below {@code .bootstrap}, else in the variable {@code TREE}, else takes the current directory.
     */
    public static String stepScript(Contract contract, Step step) {
        return environment(contract) + stepPart(step);
    }

    /** Like {@link #stepScript} for what runs beside verification: the program itself. */
    public static String serviceScript(Contract contract, ServiceSpec service) {
        return environment(contract) + inTree(service.start());
    }

    /** Like {@link #stepScript} for the query that decides whether a program is up. */
    public static String probeScript(Contract contract, ServiceSpec service) {
        return environment(contract) + inTree(service.probe());
    }

    /** A block that is no step of the contract (lock capture, version probe, a command for people), in the tree's root. */
    public static String blockScript(Contract contract, String block) {
        return environment(contract) + inTree(block);
    }

    private static String environment(Contract contract) {
        return """
                # shellcheck shell=bash
                # The variables of every step; people and agents load them by: . .bootstrap/env.sh
                case "${BASH_SOURCE[0]:-}" in
                  env.sh) TREE="$(cd .. && pwd -P)" ;;
                  */env.sh | */.bootstrap/*) TREE="$(cd -- "${BASH_SOURCE[0]%/*}/.." && pwd -P)" ;;
                  *) TREE="${TREE:-$PWD}" ;;
                esac
                export TREE
                """ + ShellText.exports(contract.env());
    }

    private static String stepPart(Step step) {
        String folder;
        if (!step.phase().seesRepository()) {
            folder = "cd /\n";
        } else if (step.workingDirectory().equals(".")) {
            folder = "cd -- \"$TREE\" || exit\n";
        } else {
            folder = "cd -- \"$TREE\"/" + ShellText.quote(step.workingDirectory()) + " || exit\n";
        }
        return folder + ShellText.exports(step.env()) + ended(step.block());
    }

    private static String inTree(String block) {
        return "cd -- \"$TREE\" || exit\n" + ended(block);
    }

    private static String ended(String block) {
        return block.stripTrailing() + "\n";
    }

    private static String setup(Contract contract) {
        StringBuilder out = new StringBuilder(HEADER)
                .append("# Sets the repository up: ")
                .append(contract.repository().name())
                .append(". Running it again is safe.\n")
                .append(common("yes"));
        contract.steps().stream()
                .filter(s -> s.phase().isSetup())
                .forEach(s -> out.append(call("step " + s.id() + " " + s.user(), s)));
        return out.append("\nsay 'setup is complete'\n").toString();
    }

    private static String doctor(Contract contract) {
        StringBuilder out = new StringBuilder(HEADER)
                .append("# Checks that the environment is the one that was proven. Writes nothing.\n")
                .append(common("no"));
        contract.steps(Phase.DOCTOR).forEach(s -> out.append(call("step " + s.id() + " " + s.user(), s)));
        return out.append("\nsay 'the environment is sound'\n").toString();
    }

    private static String verify(Contract contract) {
        StringBuilder out = new StringBuilder(HEADER)
                .append("# Runs the tests and compares them with tests.json: verify.sh [minimal|strongest]\n")
                .append(
                        "# Status: 0 when at least one test was executed and nothing failed that is not known, 6 when no\n")
                .append("# test was executed, whatever the reason, 2 when it was called wrongly, 1 otherwise.\n")
                .append(common("yes"))
                .append(resource("verify.sh"));
        for (String program : List.of("count.awk", "summary.awk")) {
            out.append("\ncat >\"$WORK/").append(program).append("\" <<'END_OF_AWK'\n");
            out.append(resource(program)).append("END_OF_AWK\n");
        }
        out.append("\nstart_services() {\n  :\n");
        contract.steps(Phase.SERVICES).forEach(s -> out.append(call("step " + s.id() + " " + s.user(), s)));
        contract.services().stream().filter(s -> !s.advisory()).forEach(s -> out.append(service(s)));
        out.append("}\n");
        for (Phase stage : List.of(Phase.MINIMAL, Phase.STRONGEST)) {
            out.append('\n').append(stage).append("() {\n  start_services\n");
            contract.steps(stage).forEach(s -> out.append(call(verifyCall(s), s)));
            out.append("  summarise ").append(stage).append("\n}\n");
        }
        return out.append("""

                case "$*" in
                  minimal) minimal ;;
                  "" | strongest) strongest ;;
                  *)
                    complain "usage: verify.sh [minimal|strongest]"
                    exit 2
                    ;;
                esac
                """).toString();
    }

    private static String verifyCall(Step step) {
        if (step.role() == Role.COLLECT || step.role() == Role.EXECUTE) {
            String runner = step.runner() == null ? "generic" : step.runner();
            return "test_step " + step.id() + " " + step.user() + " " + step.role() + " " + ShellText.quote(runner);
        }
        return "step " + step.id() + " " + step.user();
    }

    private static String call(String command, Step step) {
        return "\n# --- step " + step.id() + ": " + step.phase() + ", " + step.role() + ", as " + step.user() + "\n"
                + hereDocument(command, stepPart(step)) + "# --- end of step " + step.id() + "\n";
    }

    private static String service(ServiceSpec service) {
        return "\n# --- service " + service.id() + "\n"
                + hereDocument("write_step " + service.id() + ".start", inTree(service.start()))
                + hereDocument("write_step " + service.id() + ".probe", inTree(service.probe()))
                + "start_service " + service.id() + " " + service.readySeconds() + "\n# --- end of service "
                + service.id() + "\n";
    }

    private static String hereDocument(String command, String text) {
        String mark = MARK;
        List<String> lines = Arrays.asList(text.split("\n", -1));
        for (int i = 2; lines.contains(mark); i++) {
            mark = MARK + "_" + i;
        }
        return command + " <<'" + mark + "'\n" + text + mark + "\n";
    }

    private static String common(String mayCreateUser) {
        return resource("common.sh") + "MAY_CREATE_USER=" + mayCreateUser + "\n";
    }

    /** A part of the scripts that no contract changes. */
    private static String resource(String name) {
        try (InputStream in = ScriptRenderer.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the product lacks its own file " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
