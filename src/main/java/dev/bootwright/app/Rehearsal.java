package dev.bootwright.app;

import dev.bootwright.cli.BootwrightCommand;
import dev.bootwright.cli.Console;
import dev.bootwright.network.Probe;
import java.util.ArrayList;
import java.util.List;

/**
 * What the launcher records for the ahead-of-time cache: the commands that people wait for, one after another in one
 * process, since a cache is made of one recording.
 */
final class Rehearsal {
    private Rehearsal() {}

    /** @param args folders of small repositories */
    public static void main(String[] args) {
        int code = 0;
        try (Wiring wiring = new Wiring(System.getenv())) {
            // A store that is in use knows what the network answers.
            wiring.components().reachability().refresh(Probe.ALL, probe -> true);
            for (List<String> command : commands(args)) {
                code = Math.max(
                        code,
                        BootwrightCommand.execute(
                                wiring::components, Console.system(), command.toArray(String[]::new)));
            }
        }
        System.exit(code);
    }

    private static List<List<String>> commands(String[] folders) {
        List<List<String>> commands = new ArrayList<>();
        commands.add(List.of("--help"));
        commands.add(List.of("setup", "--help"));
        for (String folder : folders) {
            commands.add(List.of("inspect", folder));
            commands.add(List.of("inspect", "--json", folder));
        }
        return commands;
    }
}
