package dev.bootwright.ecosystem.cpp;

import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.Finding;
import dev.bootwright.format.shell.Invocation;
import dev.bootwright.plan.PlanningInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The variables that configure is given: those of the CI job that runs the tests, and options named after tests that are
 * off by default.
 *
 * @param values by name
 */
record CMakeOptions(Map<String, String> values, List<String> evidence) {
    private static final Pattern DEFINITION = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)(?::[A-Z]+)?=(.*)");
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.+-]{1,60}");

    /** What belongs to CI's own machine, its compilers and its other aims. */
    private static final Pattern NOT_OURS = Pattern.compile(
            "CMAKE_(?!BUILD_TYPE$|CXX_STANDARD$|C_STANDARD$|POSITION_INDEPENDENT_CODE$).*|.*(?:SANITI|COVERAGE|WERROR|LINT|TIDY|FUZZ|BENCH|DOXYGEN|DOCS?$|INSTALL|PACKAG|TOOLCHAIN|VCPKG|CONAN).*");

    static CMakeOptions of(CppFacts facts) {
        Map<String, String> values = new TreeMap<>();
        List<String> evidence = new ArrayList<>();
        values.put("CMAKE_BUILD_TYPE", "Debug");
        for (Finding option : facts.of(CppSubjects.TEST_OPTION)) {
            if (option.attributes().getOrDefault("default", "").equals("off")) {
                values.put(option.value(), "ON");
                evidence.add(option.id());
            }
        }
        job(facts.input()).ifPresent(test -> {
            for (CiCommand command : facts.input().report().ciCommands()) {
                if (command.file().equals(test.file()) && command.job().equals(test.job()) && command.reproducible()) {
                    int before = values.hashCode();
                    definitions(command).forEach(values::put);
                    if (values.hashCode() != before) {
                        evidence.add(command.id());
                    }
                }
            }
        });
        return new CMakeOptions(values, List.copyOf(evidence));
    }

    /** The first command with which CI runs CTest. */
    static Optional<CiCommand> job(PlanningInput input) {
        return CppFacts.testCommands(input).stream()
                .filter(c -> CppFacts.calls(c).stream()
                        .anyMatch(
                                i -> i.program().equals("ctest") || i.program().equals("cmake")))
                .findFirst();
    }

    private static Map<String, String> definitions(CiCommand command) {
        Map<String, String> found = new TreeMap<>();
        for (Invocation call : CppFacts.invocations(command)) {
            if (!call.program().equals("cmake") || call.hasArgument("--build")) {
                continue;
            }
            List<String> words = call.arguments();
            for (int i = 0; i < words.size(); i++) {
                String word = words.get(i);
                String text = word.equals("-D") && i + 1 < words.size()
                        ? words.get(i + 1)
                        : word.startsWith("-D") ? word.substring(2) : "";
                Matcher matcher = DEFINITION.matcher(text);
                if (matcher.matches()
                        && PLAIN.matcher(matcher.group(2)).matches()
                        && !NOT_OURS.matcher(matcher.group(1).toUpperCase(Locale.ROOT))
                                .matches()) {
                    found.put(matcher.group(1), matcher.group(2));
                }
            }
        }
        return found;
    }

    /** As arguments of cmake. */
    List<String> words() {
        return values.entrySet().stream()
                .map(e -> "-D" + e.getKey() + "=" + e.getValue())
                .toList();
    }
}
