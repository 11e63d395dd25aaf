package dev.bootwright.network;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the host's apt was told about its network.
 *
 * @param options full option names in lower case, for example {@code acquire::http::proxy}; only those we pass on
 */
public record AptSettings(Map<String, String> options) {
    private static final List<String> PASSED_ON = List.of(
            "acquire::http::proxy", "acquire::https::proxy", "acquire::check-valid-until", "acquire::check-date");

    private static final Pattern TOKEN =
            Pattern.compile("(?s)\"([^\"]*)\"|/\\*.*?\\*/|//[^\\n]*|#[^\\n]*|([{};])|([^\\s{};\"]+)");

    public AptSettings {
        options = Collections.unmodifiableMap(new TreeMap<>(options));
    }

    static AptSettings read(HostFiles host) {
        Map<String, String> options = new TreeMap<>();
        for (Path file : files(host)) {
            parse(host.text(file), options);
        }
        options.keySet().retainAll(PASSED_ON);
        return new AptSettings(options);
    }

    /** The lines of an apt configuration file that says the same. */
    String render() {
        StringBuilder text = new StringBuilder();
        options.forEach((name, value) ->
                text.append(name).append(" \"").append(value.replace("\"", "")).append("\";\n"));
        return text.toString();
    }

    List<String> addresses() {
        return options.entrySet().stream()
                .filter(e -> e.getKey().endsWith("::proxy"))
                .map(Map.Entry::getValue)
                .toList();
    }

    private static List<Path> files(HostFiles host) {
        List<Path> files = new ArrayList<>();
        Path folder = host.system("etc/apt/apt.conf.d");
        if (Files.isDirectory(folder)) {
            try (Stream<Path> entries = Files.list(folder)) {
                entries.filter(Files::isRegularFile).sorted().forEach(files::add);
            } catch (IOException e) {
                host.problem(folder + " cannot be read: " + e.getMessage());
            }
        }
        Path single = host.system("etc/apt/apt.conf");
        if (Files.isRegularFile(single)) {
            files.add(single);
        }
        return files;
    }

    /** Both written forms: {@code Acquire::http::Proxy "…";} and {@code Acquire { http { Proxy "…"; }; };}. */
    private static void parse(String text, Map<String, String> options) {
        Deque<String> scope = new ArrayDeque<>();
        List<String> words = new ArrayList<>();
        scope.push("");
        Matcher matcher = TOKEN.matcher(text);
        while (matcher.find()) {
            String mark = matcher.group(2);
            if (mark == null) {
                String word = matcher.group(1) != null ? matcher.group(1) : matcher.group(3);
                if (word != null) {
                    words.add(word);
                }
                continue;
            }
            switch (mark) {
                case "{" -> scope.push(scope.element() + (words.isEmpty() ? "" : words.getFirst() + "::"));
                case "}" -> {
                    if (scope.size() > 1) {
                        scope.pop();
                    }
                }
                default -> {
                    if (words.size() == 2) {
                        options.put((scope.element() + words.get(0)).toLowerCase(Locale.ROOT), words.get(1));
                    }
                }
            }
            words.clear();
        }
    }
}
