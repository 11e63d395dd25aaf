package dev.bootwright.network;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Where the host's go command looks for modules; only the variables that say so.
 *
 * @param variables those that the user has set, by variable or by {@code go env -w}
 */
public record GoSettings(Map<String, String> variables) {
    private static final List<String> NAMES =
            List.of("GOPROXY", "GOPRIVATE", "GONOPROXY", "GONOSUMDB", "GOSUMDB", "GOINSECURE");

    private static final Pattern SEPARATOR = Pattern.compile("[,|]");

    public GoSettings {
        variables = Collections.unmodifiableMap(new TreeMap<>(variables));
    }

    static GoSettings read(HostFiles host) {
        Map<String, String> variables = new TreeMap<>();
        String named = host.first("GOENV");
        Path file = named != null ? Path.of(named) : host.config("go/env").orElse(Path.of("off"));
        if (!"off".equals(named) && Files.isRegularFile(file)) {
            host.text(file).lines().forEach(line -> {
                int equals = line.indexOf('=');
                if (equals > 0 && NAMES.contains(line.substring(0, equals).strip())) {
                    variables.put(
                            line.substring(0, equals).strip(),
                            line.substring(equals + 1).strip());
                }
            });
        }
        for (String name : NAMES) {
            String value = host.first(name);
            if (value != null) {
                variables.put(name, value);
            }
        }
        return new GoSettings(variables);
    }

    /** The module proxies, in order; words such as {@code direct} included. */
    List<String> addresses() {
        String proxies = variables.getOrDefault("GOPROXY", "");
        return SEPARATOR
                .splitAsStream(proxies)
                .map(String::strip)
                .filter(s -> !s.isEmpty())
                .toList();
    }
}
