package dev.bootwright.ecosystem.maven;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What Maven printed about its build, as far as it judges the reports.
 *
 * @param failed goals that failed, each once
 * @param skipped modules that were not built since one that they need failed
 * @param announced tests that Surefire and Failsafe said they ran, over all modules; 0 where they said nothing
 * @param crashed lines that tell of a test JVM that died
 * @param ended whether Maven came to its own end
 */
record MavenLog(List<Failed> failed, List<String> skipped, int announced, List<String> crashed, boolean ended) {
    private static final int LINE_LIMIT = 2_000;
    private static final int MOST = 200;
    private static final int REASONS = 15;
    private static final Pattern END_OF_REASON = Pattern.compile(
            "^\\[ERROR\\] (?:-> \\[Help|To see the full|Re-run Maven|For more information|After correcting).*");
    private static final Pattern GOAL = Pattern.compile(
            "^\\[ERROR\\] Failed to execute goal (?:(\\S+?):(\\S+?):(\\S+?):(\\S+) )?(?:\\(([^)]*)\\) )?on project ([^:\\s]+): (.*)");
    private static final Pattern SKIPPED = Pattern.compile("^\\[INFO\\] (\\S.*?) \\.* ?SKIPPED(?: \\[.*])?$");
    private static final Pattern TOTAL = Pattern.compile(
            "^(?:\\[(?:INFO|WARNING|ERROR)\\] ?)?\\s*Tests run: (\\d{1,8}), Failures: \\d+, Errors: \\d+, Skipped: \\d+(?:, Flakes: \\d+)?\\s*$");
    private static final Pattern CRASH = Pattern.compile(
            "The forked VM terminated without (?:properly saying|saying properly) goodbye|There was a timeout or other error in the fork|"
                    + "Crashed tests:|ExecutionException The forked VM|Error occurred in starting fork");

    MavenLog {
        failed = List.copyOf(failed);
        skipped = List.copyOf(skipped);
        crashed = List.copyOf(crashed);
    }

    /** @param plugin the plug-in's artifact; empty where Maven itself could not go on */
    record Failed(String plugin, String goal, String module, String message) {
        boolean isOfTests() {
            return plugin.equals("maven-surefire-plugin") || plugin.equals("maven-failsafe-plugin");
        }
    }

    static MavenLog read(Path file) {
        Reasons failed = new Reasons();
        LinkedHashSet<String> skipped = new LinkedHashSet<>();
        List<String> crashed = new ArrayList<>();
        int announced = 0;
        boolean ended = false;
        try (InputStream in = Files.newInputStream(file);
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.length() > LINE_LIMIT) {
                    continue;
                }
                Matcher total = TOTAL.matcher(line);
                Matcher goal = GOAL.matcher(line);
                Matcher module = SKIPPED.matcher(line);
                if (total.matches()) {
                    announced += Integer.parseInt(total.group(1));
                } else if (goal.find()) {
                    failed.add(new Failed(text(goal, 2), text(goal, 4), text(goal, 6), text(goal, 7)));
                } else if (module.matches() && skipped.size() < MOST) {
                    skipped.add(module.group(1));
                } else if (CRASH.matcher(line).find() && crashed.size() < MOST) {
                    crashed.add(line.strip());
                }
                failed.more(line);
                ended |= line.startsWith("[INFO] BUILD SUCCESS")
                        || line.startsWith("[INFO] BUILD FAILURE")
                        || line.startsWith("[ERROR] BUILD ERROR");
            }
        } catch (IOException e) {
            return new MavenLog(List.of(), List.of(), 0, List.of(), false);
        }
        return new MavenLog(failed.all(), List.copyOf(skipped), announced, crashed, ended);
    }

    private static String text(Matcher matcher, int group) {
        String text = matcher.group(group);
        return text == null ? "" : text;
    }

    /** Puts the lines behind a failed goal, up to Maven's own advice, to its message. */
    private static final class Reasons {
        private final LinkedHashMap<Failed, List<String>> failed = new LinkedHashMap<>();
        private @Nullable List<String> open;

        void add(Failed goal) {
            open = failed.size() < MOST && !failed.containsKey(goal) ? new ArrayList<>() : null;
            if (open != null) {
                failed.put(goal, open);
            }
        }

        void more(String line) {
            List<String> lines = open;
            if (lines == null || GOAL.matcher(line).find()) {
                return;
            }
            if (END_OF_REASON.matcher(line).matches() || lines.size() >= REASONS) {
                open = null;
            } else if (line.startsWith("[ERROR]") && !line.startsWith("[ERROR] \tat ")) {
                lines.add(line.substring("[ERROR]".length()).strip());
            }
        }

        List<Failed> all() {
            List<Failed> all = new ArrayList<>();
            failed.forEach((goal, lines) -> {
                String rest = String.join("\n", lines).strip();
                String message = rest.isEmpty() ? goal.message() : goal.message() + "\n" + rest;
                all.add(new Failed(goal.plugin(), goal.goal(), goal.module(), message));
            });
            return all;
        }
    }
}
