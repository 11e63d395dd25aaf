package dev.bootwright.app;

import dev.bootwright.cli.BootwrightCommand;
import dev.bootwright.cli.Console;

/**
 * What the launcher records for the ahead-of-time cache: the commands that people wait for, one after another in one
 * process, since a cache is made of one recording.
 */
final class Rehearsal {
    private Rehearsal() {}

    /** @param args the folder of a small repository */
    public static void main(String[] args) {
        int code = 0;
        try (Wiring wiring = new Wiring(System.getenv())) {
            for (String[] command : new String[][] {
                {"--help"}, {"setup", "--help"}, {"inspect", args[0]}, {"inspect", "--json", args[0]}
            }) {
                code = Math.max(code, BootwrightCommand.execute(wiring::components, Console.system(), command));
            }
        }
        System.exit(code);
    }
}
