package dev.bootwright.discover;

import dev.bootwright.discover.CiCommand.Purpose;
import dev.bootwright.format.shell.Invocation;
import dev.bootwright.format.shell.ShellCommand;
import dev.bootwright.format.shell.ShellScript;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/** Names what keeps a command from running on the machine at hand. */
public final class Obstacles {
    private static final Set<String> CONTAINERS = Set.of(
            "docker", "docker-compose", "podman", "buildah", "kind", "minikube", "k3d", "ctlptl", "act", "nerdctl");
    private static final Set<String> CLOUD = Set.of(
            "aws",
            "az",
            "gcloud",
            "gsutil",
            "kubectl",
            "helm",
            "terraform",
            "pulumi",
            "heroku",
            "flyctl",
            "vercel",
            "netlify",
            "wrangler");
    private static final Set<String> BROWSERS =
            Set.of("playwright", "cypress", "chromedriver", "geckodriver", "google-chrome", "chrome");
    private static final Set<String> UPLOADS =
            Set.of("codecov", "coveralls", "codacy-coverage-reporter", "cc-test-reporter");
    private static final Set<String> UNIX_SHELLS = Set.of("bash", "sh", "dash", "zsh");

    private Obstacles() {}

    /** Empty when a Unix shell runs it. */
    public static String shell(String shell) {
        String program = shell.strip().split("\\s+", 2)[0];
        program = program.substring(program.lastIndexOf('/') + 1);
        return program.isEmpty() || UNIX_SHELLS.contains(program) ? "" : "runs in " + program + ", not in a Unix shell";
    }

    public static String unknowns(Collection<String> unknowns) {
        Optional<String> secret = unknowns.stream().filter(Obstacles::isSecret).findFirst();
        if (secret.isPresent()) {
            return "needs the secret " + secretName(secret.get());
        }
        return unknowns.stream()
                .findFirst()
                .map(what -> "a value is known only at run time (" + what + ")")
                .orElse("");
    }

    public static boolean isSecret(String what) {
        return what.contains("secrets.") || what.contains("secrets[") || what.equals("github.token");
    }

    public static String secretName(String what) {
        if (what.equals("github.token")) {
            return "GITHUB_TOKEN";
        }
        int at = what.indexOf("secrets.");
        if (at < 0) {
            return "(computed name)";
        }
        int end = at + "secrets.".length();
        int from = end;
        while (end < what.length() && (Character.isLetterOrDigit(what.charAt(end)) || what.charAt(end) == '_')) {
            end++;
        }
        return what.substring(from, end);
    }

    public static String script(ShellScript script, Purpose purpose) {
        for (ShellCommand command : script.commands()) {
            String found = invocation(command.invocation(), purpose);
            if (!found.isEmpty()) {
                return found;
            }
        }
        return "";
    }

    private static String invocation(Invocation invocation, Purpose purpose) {
        String program = invocation.program();
        if (CONTAINERS.contains(program)) {
            return "needs a container engine (" + program + ")";
        }
        if (CLOUD.contains(program) && !invocation.hasArgument("--version")) {
            return "needs a cloud account (" + program + ")";
        }
        if (BROWSERS.contains(program)) {
            return "needs a browser (" + program + ")";
        }
        if (purpose != Purpose.TEST && UPLOADS.contains(program)) {
            return "uploads a report (" + program + ")";
        }
        boolean upload =
                program.equals("curl") && invocation.arguments().stream().anyMatch(a -> a.contains("codecov.io"));
        return purpose != Purpose.TEST && upload ? "uploads a report (codecov)" : "";
    }
}
