package dev.bootwright.ecosystem.python.read;

import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.format.ini.IniDocument;
import dev.bootwright.format.shell.ShellScript;
import dev.bootwright.format.toml.TomlValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * pytest's configuration: its settings as text, and the plug-ins that they need.
 *
 * @param settings key to value; lists by line feeds
 */
record PytestConfigReader(Map<String, String> settings) {
    private static final EvidenceKind KIND = EvidenceKind.TOOL_CONFIGURATION;

    static final PytestConfigReader NONE = new PytestConfigReader(Map.of());

    PytestConfigReader {
        settings = new LinkedHashMap<>(settings);
    }

    List<String> words(String key) {
        return splitWords(settings.getOrDefault(key, ""));
    }

    static PytestConfigReader readIni(EvidenceFile file, IniDocument.Section section) {
        Map<String, String> settings = new LinkedHashMap<>();
        file.found(Subjects.PYTEST_CONFIG, section.name(), section.line(), KIND, Map.of("key", ""));
        for (IniDocument.Entry entry : section.entries()) {
            settings.put(entry.key(), entry.value());
            setting(file, entry.key(), entry.value(), entry.line());
        }
        return new PytestConfigReader(settings);
    }

    static PytestConfigReader readToml(EvidenceFile file, TomlValue.Table table, String name) {
        Map<String, String> settings = new LinkedHashMap<>();
        file.found(Subjects.PYTEST_CONFIG, name, table.line(), KIND, Map.of("key", ""));
        table.entries().forEach((key, value) -> {
            String text = switch (value) {
                case TomlValue.Text t -> t.value();
                case TomlValue.Scalar s -> s.value();
                case TomlValue.Items items -> {
                    List<String> parts = new ArrayList<>();
                    items.values().forEach(i -> i.plain().ifPresent(parts::add));
                    yield String.join("\n", parts);
                }
                case TomlValue.Table _ -> "";
            };
            settings.put(key, text);
            setting(file, key, text, value.line());
        });
        return new PytestConfigReader(settings);
    }

    private static void setting(EvidenceFile file, String key, String value, int line) {
        boolean kept = key.equals("addopts")
                || key.equals("testpaths")
                || key.equals("python_files")
                || key.equals("pythonpath")
                || key.equals("DJANGO_SETTINGS_MODULE");
        if (kept) {
            file.found(Subjects.PYTEST_CONFIG, value.replace('\n', ' '), line, KIND, Map.of("key", key));
        }
        PythonNames.pluginOfKey(key).ifPresent(p -> plugin(file, p, line, key));
        if (key.equals("required_plugins")) {
            for (String plugin : splitWords(value)) {
                plugin(file, plugin, line, key);
            }
        }
        if (key.equals("addopts")) {
            for (String word : splitWords(value)) {
                PythonNames.pluginOfOption(word).ifPresent(p -> plugin(file, p, line, word));
                if (word.startsWith("--cov-fail-under")) {
                    file.found(Subjects.COVERAGE_THRESHOLD, word, line, KIND);
                }
            }
        }
    }

    private static void plugin(EvidenceFile file, String distribution, int line, String because) {
        file.found(Subjects.PYTEST_PLUGIN, distribution, line, KIND, Map.of("because", because));
    }

    static List<String> splitWords(String value) {
        Optional<ShellScript> script =
                ShellScript.read(value.replace('\n', ' '), 1).toOptional();
        List<String> words = new ArrayList<>();
        script.ifPresent(s -> s.commands().forEach(c -> words.addAll(c.words())));
        return words;
    }
}
