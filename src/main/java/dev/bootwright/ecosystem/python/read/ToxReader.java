package dev.bootwright.ecosystem.python.read;

import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.format.ini.IniDocument;
import dev.bootwright.format.ini.IniDocument.Entry;
import dev.bootwright.format.ini.IniDocument.Line;
import dev.bootwright.format.ini.IniDocument.Section;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads tox's INI configuration: what the environment of the newest plain Python installs, sets and runs. Lines with factor
 * conditions count when that environment has the factors.
 */
final class ToxReader {
    private static final EvidenceKind KIND = EvidenceKind.TOOL_CONFIGURATION;
    private static final Pattern FACTOR = Pattern.compile("(?:py)?(?<major>[23])\\.?(?<minor>[0-9]{1,2})");
    private static final Pattern CONDITION = Pattern.compile("(?<factors>[A-Za-z0-9_.!{},-]+):\\s+(?<rest>.*)");
    private static final Pattern REFERENCE = Pattern.compile("\\{\\[(?<section>[^\\]]+)\\](?<key>[^}]+)\\}");

    private final EvidenceFile file;
    private final IniDocument document;

    private ToxReader(EvidenceFile file, IniDocument document) {
        this.file = file;
        this.document = document;
    }

    static void read(EvidenceFile file, IniDocument document) {
        Optional<Section> tox = document.section("tox").or(() -> document.section("tox:tox"));
        if (tox.isEmpty() && document.section("testenv").isEmpty()) {
            return;
        }
        new ToxReader(file, document).environments(tox);
    }

    private void environments(Optional<Section> tox) {
        List<String> names = new ArrayList<>();
        tox.flatMap(t -> t.entry("envlist").or(() -> t.entry("env_list"))).ifPresent(entry -> {
            for (Line line : entry.lines()) {
                for (String name : expand(line.text().replaceFirst("#.*$", ""))) {
                    names.add(name);
                    version(name).ifPresent(v -> file.found(Subjects.TOX_VERSION, v, line.number(), KIND));
                }
            }
        });
        for (Section section : document.sections()) {
            if (section.name().startsWith("testenv:")) {
                expand(section.name().substring("testenv:".length())).forEach(names::add);
            }
        }
        document.section("testenv").ifPresent(_ -> names.add("py"));
        List<String> testing =
                names.stream().filter(n -> runsTests(n)).distinct().toList();
        Optional<String> chosen = testing.isEmpty() ? Optional.empty() : Optional.of(best(testing));
        if (chosen.isEmpty() && document.section("testenv").isPresent()) {
            chosen = Optional.of("py");
        }
        chosen.ifPresent(this::environment);
    }

    /** The newest plain Python of the list: fewest other factors, then the highest version. */
    private static String best(List<String> names) {
        String best = names.getFirst();
        for (String name : names) {
            if (rank(name) > rank(best)) {
                best = name;
            }
        }
        return best;
    }

    private static int rank(String name) {
        int minor = 0;
        int others = 0;
        for (String factor : name.split("-")) {
            Matcher m = FACTOR.matcher(factor);
            if (m.matches()) {
                minor = Integer.parseInt(m.group("minor")) + (m.group("major").equals("3") ? 1 : 0);
            } else if (factor.equals("py") || factor.equals("py3") || factor.equals("python")) {
                minor = Math.max(minor, 1);
            } else if (factor.matches("tests?|pytest|unit")) {
                minor = Math.max(minor, 2);
            } else {
                others++;
            }
        }
        return minor - 200 * others;
    }

    private boolean runsTests(String name) {
        return commands(name).stream()
                .anyMatch(l -> !TestInvocation.in(l.text(), l.number()).isEmpty());
    }

    private List<Line> commands(String environment) {
        return lines(environment, "commands").stream()
                .map(l -> new Line(TestRuns.withoutSubstitutions(l.text().replaceFirst("^[-!]\\s*", "")), l.number()))
                .toList();
    }

    private void environment(String name) {
        String source = Sources.listed("tox", name);
        for (Line line : lines(name, "deps")) {
            dependency(line, source);
        }
        for (Line line : lines(name, "extras")) {
            for (String extra : line.text().split("[,\\s]+")) {
                file.found(Subjects.TEST_SOURCE, Sources.extra(extra), line.number(), KIND, Map.of("named-by", source));
            }
        }
        for (Line line : lines(name, "dependency_groups")) {
            for (String group : line.text().split("[,\\s]+")) {
                file.found(Subjects.TEST_SOURCE, Sources.group(group), line.number(), KIND, Map.of("named-by", source));
            }
        }
        for (Line line : lines(name, "setenv")) {
            variable(line);
        }
        for (Line line : lines(name, "set_env")) {
            variable(line);
        }
        String directory = lines(name, "changedir").stream()
                .findFirst()
                .map(l -> l.text().replace("{toxinidir}/", "").replace("{toxinidir}", "."))
                .orElse(".");
        for (Line line : commands(name)) {
            for (TestInvocation run : TestInvocation.in(line.text(), line.number())) {
                TestRuns.found(file, run, line.number(), directory, "tox environment " + name, KIND);
            }
        }
    }

    private void dependency(Line line, String source) {
        String text = line.text().replaceFirst("(^|\\s)#.*$", "").strip();
        Matcher nested =
                Pattern.compile("(?:-r|--requirement)[=\\s]*(?<path>\\S+)").matcher(text);
        if (nested.matches()) {
            String path = nested.group("path").replace("{toxinidir}/", "").replace("{tox_root}/", "");
            String resolved = RequirementsReader.resolve(file.path(), path);
            file.found(Subjects.TEST_SOURCE, Sources.file(resolved), line.number(), KIND, Map.of("named-by", source));
        } else if (text.startsWith(".[") || text.startsWith("-e")) {
            PipCommand.arguments(List.of(text.replaceFirst("^-e\\s*", "")))
                    .extras()
                    .forEach(e -> file.found(
                            Subjects.TEST_SOURCE, Sources.extra(e), line.number(), KIND, Map.of("named-by", source)));
        } else if (!text.isEmpty() && !text.startsWith("-") && !text.startsWith("{") && !text.startsWith(".")) {
            file.dependency(text, source, line.number(), KIND);
        } else if (text.startsWith("{")) {
            file.unknown(line.number(), "a substitution that only tox resolves: " + text);
        }
    }

    private void variable(Line line) {
        int equals = line.text().indexOf('=');
        if (equals <= 0) {
            return;
        }
        String name = line.text().substring(0, equals).strip();
        String value = line.text().substring(equals + 1).strip();
        if (value.contains("{")) {
            file.unknown(line.number(), "a variable with a substitution: " + name);
            return;
        }
        file.found(Subjects.TEST_ENV, value, line.number(), KIND, Map.of("name", name));
    }

    /** The lines of a key that count for an environment: its own section's, else those of {@code [testenv]}. */
    private List<Line> lines(String environment, String key) {
        Set<String> factors = new LinkedHashSet<>(List.of(environment.split("-")));
        Optional<Entry> entry = document.sections().stream()
                .filter(s -> s.name().startsWith("testenv:")
                        && expand(s.name().substring("testenv:".length())).contains(environment))
                .findFirst()
                .flatMap(s -> s.entry(key))
                .or(() -> document.section("testenv").flatMap(s -> s.entry(key)));
        List<Line> found = new ArrayList<>();
        entry.ifPresent(e -> resolved(e, 0).forEach(l -> conditional(l, factors).ifPresent(found::add)));
        return found;
    }

    private List<Line> resolved(Entry entry, int depth) {
        List<Line> found = new ArrayList<>();
        String pending = "";
        for (Line line : entry.lines()) {
            String text = pending + line.text();
            pending = "";
            if (text.endsWith("\\")) {
                pending = text.substring(0, text.length() - 1);
                continue;
            }
            Matcher m = REFERENCE.matcher(text);
            Optional<Entry> target = m.matches() && depth < 5
                    ? document.section(m.group("section")).flatMap(s -> s.entry(m.group("key")))
                    : Optional.empty();
            if (target.isPresent()) {
                found.addAll(resolved(target.get(), depth + 1));
            } else {
                found.add(new Line(
                        m.replaceAll(r -> Matcher.quoteReplacement(substituted(r.group(1), r.group(2)))),
                        line.number()));
            }
        }
        return found;
    }

    private String substituted(String section, String key) {
        return document.section(section).flatMap(s -> s.value(key)).orElse("");
    }

    private static Optional<Line> conditional(Line line, Set<String> factors) {
        Matcher m = CONDITION.matcher(line.text());
        if (!m.matches()) {
            return Optional.of(line);
        }
        for (String alternative : expand(m.group("factors"))) {
            boolean all = true;
            for (String factor : alternative.split("-")) {
                boolean negated = factor.startsWith("!");
                all &= factors.contains(negated ? factor.substring(1) : factor) != negated;
            }
            if (all) {
                return Optional.of(new Line(m.group("rest"), line.number()));
            }
        }
        return Optional.empty();
    }

    private static Optional<String> version(String environment) {
        for (String factor : environment.split("-")) {
            Matcher m = FACTOR.matcher(factor);
            if (m.matches()) {
                return Optional.of(m.group("major") + "." + m.group("minor"));
            }
        }
        return Optional.empty();
    }

    /** {@code py{38,39}-{a,b}, docs} as the names it stands for. */
    static List<String> expand(String text) {
        List<String> names = new ArrayList<>();
        int depth = 0;
        StringBuilder name = new StringBuilder();
        for (char c : (text + ",").toCharArray()) {
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (depth == 0 && (c == ',' || Character.isWhitespace(c))) {
                if (!name.isEmpty()) {
                    alternatives(name.toString(), names);
                }
                name.setLength(0);
            } else if (!Character.isWhitespace(c)) {
                name.append(c);
            }
        }
        return names;
    }

    private static void alternatives(String pattern, List<String> names) {
        int open = pattern.indexOf('{');
        int close = pattern.indexOf('}', Math.max(open, 0));
        if (open < 0 || close < 0 || names.size() > 500) {
            names.add(pattern);
            return;
        }
        for (String choice : pattern.substring(open + 1, close).split(",", -1)) {
            for (String one : range(choice)) {
                alternatives(pattern.substring(0, open) + one + pattern.substring(close + 1), names);
            }
        }
    }

    /** {@code 38-310}-like ranges of numbers, as tox 4 writes them. */
    private static List<String> range(String choice) {
        Matcher m = Pattern.compile("([0-9]{1,3})-([0-9]{1,3})").matcher(choice);
        if (!m.matches()) {
            return List.of(choice);
        }
        List<String> numbers = new ArrayList<>();
        for (int i = Integer.parseInt(m.group(1)); i <= Integer.parseInt(m.group(2)) && numbers.size() < 50; i++) {
            numbers.add(Integer.toString(i));
        }
        return numbers;
    }
}
