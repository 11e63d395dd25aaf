package dev.bootwright.network;

import dev.bootwright.format.ini.IniDocument;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where the host's pip and uv look for Python packages.
 *
 * @param index null where the tools' own default holds
 * @param trustedHosts hosts whose certificate the user told pip not to check
 * @param certificate the CA file that pip's own configuration names
 */
public record PythonIndexes(
        @Nullable String index,
        List<String> extra,
        List<String> trustedHosts,
        @Nullable String certificate) {
    public PythonIndexes {
        extra = List.copyOf(extra);
        trustedHosts = List.copyOf(trustedHosts);
    }

    /** Variables win over configuration files, the user's file over the machine's; pip's words over uv's. */
    static PythonIndexes read(HostFiles host) {
        Map<String, String> file = configuration(host);
        String index = host.first("PIP_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX_URL");
        String extra = host.first("PIP_EXTRA_INDEX_URL", "UV_INDEX", "UV_EXTRA_INDEX_URL");
        String trusted = host.first("PIP_TRUSTED_HOST", "UV_INSECURE_HOST");
        return new PythonIndexes(
                index != null ? withoutName(index) : file.get("index-url"),
                words(extra != null ? extra : file.get("extra-index-url")).stream()
                        .map(PythonIndexes::withoutName)
                        .toList(),
                words(trusted != null ? trusted : file.get("trusted-host")),
                host.first("PIP_CERT") != null ? host.first("PIP_CERT") : file.get("cert"));
    }

    Map<String, String> env() {
        Map<String, String> env = new TreeMap<>();
        if (index != null) {
            env.put("PIP_INDEX_URL", index);
            env.put("UV_DEFAULT_INDEX", index);
        }
        if (!extra.isEmpty()) {
            env.put("PIP_EXTRA_INDEX_URL", String.join(" ", extra));
            env.put("UV_INDEX", String.join(" ", extra));
        }
        if (!trustedHosts.isEmpty()) {
            env.put("PIP_TRUSTED_HOST", String.join(" ", trustedHosts));
            env.put("UV_INSECURE_HOST", String.join(" ", trustedHosts));
        }
        return env;
    }

    List<String> addresses() {
        List<String> addresses = new ArrayList<>();
        if (index != null) {
            addresses.add(index);
        }
        addresses.addAll(extra);
        return addresses;
    }

    private static Map<String, String> configuration(HostFiles host) {
        List<Path> files = new ArrayList<>(List.of(host.system("etc/xdg/pip/pip.conf"), host.system("etc/pip.conf")));
        host.home(".pip/pip.conf").ifPresent(files::add);
        host.config("pip/pip.conf").ifPresent(files::add);
        String named = host.first("PIP_CONFIG_FILE");
        if (named != null) {
            files.add(Path.of(named));
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (Path file : files) {
            if (!Files.isRegularFile(file)) {
                continue;
            }
            IniDocument document = IniDocument.parse(host.text(file));
            for (String section : List.of("global", "install")) {
                document.section(section)
                        .ifPresent(s ->
                                s.entries().forEach(e -> values.put(e.key().replace('_', '-'), e.value())));
            }
        }
        return values;
    }

    private static List<String> words(@Nullable String text) {
        return text == null || text.isBlank()
                ? List.of()
                : Arrays.stream(text.strip().split("\\s+")).toList();
    }

    /** uv allows {@code name=address}. */
    private static String withoutName(String index) {
        int equals = index.indexOf('=');
        int scheme = index.indexOf("://");
        return equals > 0 && scheme > equals ? index.substring(equals + 1) : index;
    }
}
