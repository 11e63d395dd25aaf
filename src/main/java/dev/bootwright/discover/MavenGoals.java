package dev.bootwright.discover;

import dev.bootwright.discover.CiCommand.Purpose;
import dev.bootwright.format.shell.Invocation;
import java.util.List;
import java.util.Set;

/** What a call of Maven is for: it runs tests on the way to every later phase, unless it is told not to. */
final class MavenGoals {
    private static final Set<String> TESTING = Set.of("test", "package", "integration-test", "verify", "install");

    private MavenGoals() {}

    static Purpose purpose(Invocation invocation) {
        List<String> arguments = invocation.arguments();
        if (arguments.stream().anyMatch(a -> a.matches("deploy|release:(?:perform|prepare)"))) {
            return Purpose.DEPLOY;
        }
        if (arguments.stream().anyMatch(TESTING::contains)) {
            boolean skips =
                    arguments.stream().anyMatch(a -> a.matches("-D(?:skipTests|maven\\.test\\.skip)(?:=true)?"));
            return skips ? Purpose.BUILD : Purpose.TEST;
        }
        return arguments.stream()
                .filter(a -> !a.startsWith("-"))
                .map(CommandPurpose::word)
                .filter(p -> p != Purpose.OTHER)
                .findFirst()
                .orElse(Purpose.OTHER);
    }
}
