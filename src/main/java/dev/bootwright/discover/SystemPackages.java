package dev.bootwright.discover;

import dev.bootwright.format.shell.Invocation;
import dev.bootwright.format.shell.ShellCommand;
import dev.bootwright.format.shell.ShellScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads names of Debian packages out of install commands. Packages of other systems do not count. */
public final class SystemPackages {
    private static final Set<String> PROGRAMS = Set.of("apt-get", "apt", "apt-fast", "aptitude");
    private static final Set<String> WITH_VALUE =
            Set.of("-o", "-t", "--target-release", "--option", "-c", "--config-file");
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9+.-]+(?::[a-z0-9]+)?");

    private SystemPackages() {}

    /**
     * @param line where the command begins
     */
    public record Wanted(String name, int line) {}

    public static List<Wanted> of(ShellScript script) {
        List<Wanted> result = new ArrayList<>();
        for (ShellCommand command : script.commands()) {
            Invocation invocation = command.invocation();
            if (PROGRAMS.contains(invocation.program())) {
                names(invocation.arguments()).forEach(name -> result.add(new Wanted(name, command.line())));
            }
        }
        return result;
    }

    /** A list of packages as written in one text, for example an action's input. */
    public static List<String> list(String text) {
        return List.of(text.strip().split("[\\s,]+")).stream()
                .filter(word -> NAME.matcher(word).matches())
                .toList();
    }

    private static List<String> names(List<String> arguments) {
        List<String> names = new ArrayList<>();
        boolean install = false;
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i);
            if (word.startsWith("-")) {
                i += WITH_VALUE.contains(word) ? 1 : 0;
            } else if (!install) {
                if (!word.equals("install") && !word.equals("build-dep")) {
                    return List.of();
                }
                install = word.equals("install");
            } else {
                int cut = word.indexOf('=') >= 0 ? word.indexOf('=') : word.length();
                String name = word.substring(0, cut);
                if (NAME.matcher(name).matches() && !name.endsWith(".deb")) {
                    names.add(name);
                }
            }
        }
        return names;
    }
}
