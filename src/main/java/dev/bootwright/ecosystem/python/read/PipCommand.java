package dev.bootwright.ecosystem.python.read;

import dev.bootwright.format.shell.ShellScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What an install command brings: the words of {@code pip install}, {@code uv sync}, {@code poetry install} and their kin.
 *
 * @param requirements names with versions
 * @param files requirement files
 * @param extras of the project itself
 * @param groups dependency groups
 * @param allExtras whether all extras are asked for
 */
public record PipCommand(
        List<String> requirements, List<String> files, List<String> extras, List<String> groups, boolean allExtras) {
    private static final Set<String> WITH_VALUE = Set.of(
            "-r",
            "--requirement",
            "--requirements",
            "-e",
            "--editable",
            "--group",
            "--with",
            "--only",
            "--only-group",
            "-G",
            "--extra",
            "--extras",
            "-E",
            "-c",
            "--constraint",
            "-i",
            "--index-url",
            "--extra-index-url",
            "-f",
            "--find-links",
            "-t",
            "--target",
            "--python",
            "-p",
            "--without",
            "--no-group");

    public PipCommand {
        requirements = List.copyOf(requirements);
        files = List.copyOf(files);
        extras = List.copyOf(extras);
        groups = List.copyOf(groups);
    }

    /** All install commands in a script, in order. */
    public static List<PipCommand> in(String script) {
        List<PipCommand> found = new ArrayList<>();
        ShellScript.read(script, 1)
                .toOptional()
                .ifPresent(s -> s.commands().forEach(c -> of(c.words()).ifPresent(found::add)));
        return found;
    }

    /** The install that one command is; empty when it is none. */
    public static Optional<PipCommand> of(List<String> words) {
        for (int i = 0; i + 1 < words.size(); i++) {
            String program = words.get(i).substring(words.get(i).lastIndexOf('/') + 1);
            String verb = words.get(i + 1);
            boolean pip = program.matches("pip[0-9.]*") && verb.equals("install");
            boolean manager = program.matches("uv|poetry|pdm|rye") && verb.matches("sync|install");
            if (pip || manager) {
                return Optional.of(arguments(words.subList(i + 2, words.size())));
            }
        }
        return Optional.empty();
    }

    /** Reads what stands after {@code install}. */
    public static PipCommand arguments(List<String> words) {
        List<String> requirements = new ArrayList<>();
        List<String> files = new ArrayList<>();
        List<String> extras = new ArrayList<>();
        List<String> groups = new ArrayList<>();
        boolean allExtras = false;
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            String name = word.contains("=") && word.startsWith("--") ? word.substring(0, word.indexOf('=')) : word;
            if (WITH_VALUE.contains(name)) {
                boolean apart = name.equals(word);
                String value =
                        apart ? (i + 1 < words.size() ? words.get(i + 1) : "") : word.substring(name.length() + 1);
                switch (name) {
                    case "-r", "--requirement", "--requirements" -> files.add(value);
                    case "-e", "--editable" -> project(value, extras);
                    case "--group", "--with", "--only", "--only-group", "-G" -> groups.addAll(list(value));
                    case "--extra", "--extras", "-E" -> extras.addAll(list(value));
                    default -> {}
                }
                i += apart ? 1 : 0;
            } else if (name.equals("--all-extras")) {
                allExtras = true;
            } else if (word.startsWith("-r") && word.length() > 2) {
                files.add(word.substring(2));
            } else if (!word.startsWith("-") && !project(word, extras)) {
                requirements.add(word);
            }
        }
        return new PipCommand(requirements, files, extras, groups, allExtras);
    }

    /** Whether a word names the project itself; its extras are added. */
    private static boolean project(String word, List<String> extras) {
        if (!word.startsWith(".") && !word.startsWith("{toxinidir}") && !word.startsWith("${{ github.workspace")) {
            return false;
        }
        int open = word.indexOf('[');
        if (open >= 0 && word.endsWith("]")) {
            extras.addAll(list(word.substring(open + 1, word.length() - 1)));
        }
        return true;
    }

    private static List<String> list(String value) {
        return java.util.Arrays.stream(value.split("[,\\s]+"))
                .filter(v -> !v.isEmpty())
                .toList();
    }
}
