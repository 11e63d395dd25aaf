package dev.bootwright.ecosystem.javascript;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What a package manager is told to run.
 *
 * @param script empty where it installs
 * @param rest arguments that are handed on
 * @param packages selectors of packages of the workspace
 * @param everywhere in every package of the workspace
 * @param directory relative to where it is called
 * @param mayBeProgram whether a name that is no script means an installed program
 */
record ManagerCall(
        String script,
        List<String> rest,
        List<String> packages,
        boolean everywhere,
        String directory,
        boolean mayBeProgram) {
    private static final Set<String> ALL =
            Set.of("-ws", "--workspaces", "-r", "--recursive", "-A", "--all", "-Wptv", "-pt", "-ptv");
    private static final Set<String> PACKAGES = Set.of("-w", "--workspace", "--filter", "-F", "--include", "--from");
    private static final Set<String> DIRECTORIES = Set.of("--prefix", "-C", "--cwd", "--dir");

    ManagerCall {
        rest = List.copyOf(rest);
        packages = List.copyOf(packages);
    }

    static ManagerCall of(String manager, List<String> arguments) {
        List<String> operands = new ArrayList<>();
        List<String> rest = new ArrayList<>();
        List<String> packages = new ArrayList<>();
        boolean everywhere = false;
        String directory = ".";
        int i = 0;
        while (i < arguments.size()) {
            String word = arguments.get(i);
            boolean more = i + 1 < arguments.size();
            boolean named = isScript(manager, operands);
            if (word.equals("--")) {
                rest.addAll(arguments.subList(i + 1, arguments.size()));
                break;
            } else if (named && !manager.equals("npm")) {
                rest.addAll(arguments.subList(i, arguments.size()));
                break;
            } else if (ALL.contains(word)) {
                everywhere = true;
            } else if (PACKAGES.contains(word) && more) {
                packages.add(arguments.get(++i));
            } else if (word.startsWith("--workspace=") || word.startsWith("--filter=")) {
                packages.add(word.substring(word.indexOf('=') + 1));
            } else if (DIRECTORIES.contains(word) && more) {
                directory = arguments.get(++i);
            } else if (!word.startsWith("-")) {
                operands.add(word);
            }
            i++;
        }
        return of(manager, operands, rest, packages, everywhere, directory);
    }

    /** Whether the words so far name the script, so that all behind belongs to it. */
    private static boolean isScript(String manager, List<String> operands) {
        if (operands.isEmpty()) {
            return false;
        }
        String first = operands.getFirst();
        int needed = switch (first) {
            case "run", "run-script" -> 2;
            case "workspace" -> 3 + (operands.size() > 2 && operands.get(2).equals("run") ? 1 : 0);
            case "workspaces" -> 3 + (operands.contains("run") ? 1 : 0);
            default -> 1;
        };
        return operands.size() >= needed
                && !(first.equals("workspaces") && manager.equals("yarn") && operands.size() < 3);
    }

    private static ManagerCall of(
            String manager,
            List<String> operands,
            List<String> rest,
            List<String> packages,
            boolean everywhere,
            String directory) {
        if (operands.isEmpty()) {
            return new ManagerCall("", rest, packages, everywhere, directory, false);
        }
        List<String> left = new ArrayList<>(operands);
        String first = left.removeFirst();
        boolean all = everywhere;
        List<String> chosen = new ArrayList<>(packages);
        if (first.equals("workspace") && !left.isEmpty()) {
            chosen.add(left.removeFirst());
            first = left.isEmpty() ? "" : left.removeFirst();
        } else if (first.equals("workspaces")) {
            all = true;
            left.remove("foreach");
            first = left.isEmpty() ? "" : left.removeFirst();
        }
        boolean run = first.equals("run") || first.equals("run-script") || first.equals("rum");
        if (run) {
            first = left.isEmpty() ? "" : left.removeFirst();
        }
        boolean npm = manager.equals("npm");
        if (npm && !run && (first.equals("t") || first.equals("tst"))) {
            first = "test";
        }
        List<String> handed = new ArrayList<>(npm ? List.of() : left);
        handed.addAll(rest);
        return new ManagerCall(first, handed, chosen, all, directory, !npm && !first.isEmpty());
    }
}
