package dev.bootwright.network;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The host's variables and configuration files, and what could not be read of them. */
final class HostFiles {
    private static final long MAX_BYTES = 1 << 20;

    private final Map<String, String> env;
    private final Path root;
    private final List<String> problems = new ArrayList<>();

    HostFiles(Map<String, String> env, Path root) {
        this.env = env;
        this.root = root;
    }

    /** The first of the variables that has a value. */
    @Nullable
    String first(String... names) {
        for (String name : names) {
            String value = env.getOrDefault(name, "");
            if (!value.isBlank()) {
                return value.strip();
            }
        }
        return null;
    }

    Path system(String path) {
        return root.resolve(path);
    }

    Optional<Path> home(String path) {
        return Optional.ofNullable(first("HOME")).map(home -> Path.of(home).resolve(path));
    }

    /** A file below the user's configuration folder. */
    Optional<Path> config(String path) {
        String folder = first("XDG_CONFIG_HOME");
        return folder == null
                ? home(".config").map(config -> config.resolve(path))
                : Optional.of(Path.of(folder).resolve(path));
    }

    /** The text of a configuration file; empty, with a problem noted, where it cannot be read. */
    String text(Path file) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                problem(file + " is larger than 1 MB and was left out");
                return "";
            }
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            problem(file + " cannot be read: " + e.getMessage());
            return "";
        }
    }

    void problem(String text) {
        problems.add(text);
    }

    List<String> problems() {
        return List.copyOf(problems);
    }
}
