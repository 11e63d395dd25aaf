package dev.bootwright.ecosystem.javascript.read;

import static dev.bootwright.discover.EvidenceKind.TOOL_CONFIGURATION;

import dev.bootwright.discover.Claims;
import dev.bootwright.discover.TreeIndex;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads which files a Gruntfile gives to Mocha; Grunt calls it without a command line. */
final class GruntTasks {
    private static final int MOST_CHARACTERS = 200_000;
    private static final int WITHIN = 1500;
    private static final Pattern TASK =
            Pattern.compile("(?m)^\\s*['\"]?(?:mochaTest|mochacli|simplemocha|mocha_istanbul)['\"]?\\s*:\\s*\\{");
    private static final Pattern SOURCES = Pattern.compile("\\bsrc\\s*:\\s*(?:\\[([^\\]]{1,500})\\]|('[^']{1,200}'))");
    private static final Pattern TEXT = Pattern.compile("['\"]([A-Za-z0-9_./*@{},!-]{1,200})['\"]");
    private static final Pattern TIMEOUT = Pattern.compile("\\btimeout\\s*:\\s*([0-9]{1,7})\\b");
    private static final Pattern REQUIRE =
            Pattern.compile("\\brequire\\s*:\\s*(?:\\[([^\\]]{1,300})\\]|('[^']{1,200}'))");

    private GruntTasks() {}

    static void tell(TreeIndex tree, Packages.NodePackage found, Claims claims) {
        for (String name : List.of("Gruntfile.js", "Gruntfile.cjs", "gruntfile.js")) {
            String text = tree.read(found.path(name)).orElse("");
            Matcher task = TASK.matcher(text.length() > MOST_CHARACTERS ? "" : text);
            if (!task.find()) {
                continue;
            }
            String body = text.substring(task.end(), Math.min(text.length(), task.end() + WITHIN));
            Matcher sources = SOURCES.matcher(body);
            if (sources.find()) {
                int line = (int) text.substring(0, task.end()).lines().count();
                StringBuilder command = new StringBuilder("mocha");
                REQUIRE.matcher(body)
                        .results()
                        .limit(1)
                        .forEach(r -> texts(r.group())
                                .forEach(t -> command.append(" --require ").append(t)));
                TIMEOUT.matcher(body)
                        .results()
                        .limit(1)
                        .forEach(t -> command.append(" --timeout ").append(t.group(1)));
                if (staysOpen(found)) {
                    command.append(" --exit");
                }
                texts(sources.group())
                        .forEach(s -> command.append(" '").append(s).append('\''));
                claims.add(
                        NodeSubjects.TASK,
                        "mocha",
                        found.path(name),
                        line,
                        task.group().strip(),
                        TOOL_CONFIGURATION,
                        Map.of("command", command.toString(), "program", "grunt"));
            }
            return;
        }
    }

    /** Grunt ends its process whatever is still open; Mocha does so by itself before 4 alone. */
    private static boolean staysOpen(Packages.NodePackage found) {
        PackageManifest.Entry mocha = found.manifest().dependencies().get("mocha");
        return mocha != null && !mocha.value().matches("[^0-9]*[1-3](?:\\..*)?");
    }

    private static List<String> texts(String list) {
        return TEXT.matcher(list).results().map(r -> r.group(1)).toList();
    }
}
