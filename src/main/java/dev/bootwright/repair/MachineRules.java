package dev.bootwright.repair;

import dev.bootwright.format.Scrubber;
import dev.bootwright.repair.shell.ShellNode;
import dev.bootwright.repair.shell.ShellWord;
import dev.bootwright.step.Contract;
import dev.bootwright.step.Phase;
import dev.bootwright.step.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Applies the rules about one machine's paths, secrets, caches, downloads and rights. */
final class MachineRules {
    private static final Pattern HOST_PATH = Pattern.compile(
            "(?<![A-Za-z0-9_.~/}-])(?:file://)?(/(?:home|Users|root|work|workspace|workspaces|github/workspace|builds|data|mnt|media|srv|host|var/run/docker\\.sock)"
                    + "(?:/[^\\s:;,'\"]*)?)(?=[\\s:;,'\"/)]|$)");
    private static final Pattern TEMPORARY = Pattern.compile("(?<![A-Za-z0-9_.~/}-])(/(?:var/)?tmp/[^\\s:;,'\"()]+)");
    /** What stands before a path that a command makes, or that a variable of the block's own names. */
    private static final Pattern CREATING =
            Pattern.compile("(?:>|-[A-Za-z]*[oOCPdtpf]|--output|mkdir|tee|--prefix|--target|venv|touch|rm|-rf"
                    + "|(?:^|[\\s;])[A-Za-z_][A-Za-z0-9_]*=)\\s*[\"']?$");

    private static final Pattern WINDOWS = Pattern.compile("(?<![A-Za-z])[A-Z]:\\\\+(?:Users|Windows|Program)");
    private static final Pattern CACHE = Pattern.compile(
            "\\.cache/(?:pip|uv|go-build|pypoetry|pdm|yarn)|\\.m2/repository|go/pkg/mod|\\.cargo/registry|/var/cache/apt"
                    + "|\\.npm/_cacache|\\.gradle/caches|/host-cache|/var/lib/apt/lists");
    private static final Set<String> ORDINARY = Set.of(
            "password",
            "passwd",
            "postgres",
            "root",
            "secret",
            "test",
            "testing",
            "tests",
            "example",
            "changeme",
            "dummy",
            "admin",
            "mysql",
            "guest",
            "none",
            "null",
            "true",
            "false",
            "foo",
            "bar",
            "foobar",
            "insecure",
            "fake",
            "placeholder");

    private final Contract contract;
    private final Step step;
    private final StatusFlow flow;
    private final RecordedReasons reasons;
    private final List<SanityFinding> findings = new ArrayList<>();

    MachineRules(Contract contract, Step step, StatusFlow flow, RecordedReasons reasons) {
        this.contract = contract;
        this.step = step;
        this.flow = flow;
        this.reasons = reasons;
    }

    List<SanityFinding> apply() {
        step.env().forEach((name, value) -> text(name + "=" + value, 0));
        for (StepCommand command : flow.commands()) {
            for (ShellWord word : command.node().assignments()) {
                text(word.text(), command.line());
            }
            for (String word : command.words()) {
                text(word, command.line());
            }
            for (ShellNode.Redirect redirect : command.node().redirects()) {
                text(redirect.target().text(), command.line());
            }
            rights(command);
            download(command);
            warm(command);
        }
        temporary();
        return findings.stream().distinct().toList();
    }

    private void text(String text, int line) {
        Matcher path = HOST_PATH.matcher(text);
        if (path.find()) {
            add(SanityRule.HOST_PATH, line, "names '" + path.group(1) + "'");
        } else if (WINDOWS.matcher(text).find()) {
            add(SanityRule.HOST_PATH, line, "names a path of a Windows machine");
        }
        if (looksSecret(text)) {
            add(SanityRule.SECRET, line, "holds what looks like a secret: '" + Scrubber.snippet(text) + "'");
        }
    }

    static boolean looksSecret(String text) {
        String masked = Scrubber.secrets(text);
        if (masked.equals(text)) {
            return false;
        }
        int at = masked.indexOf(Scrubber.MASK);
        String rest = masked.substring(at + Scrubber.MASK.length());
        String value = text.substring(at, Math.max(at, text.length() - rest.length()));
        String bare = value.replaceAll("[\"']", "").toLowerCase(java.util.Locale.ROOT);
        return !ORDINARY.contains(bare) && bare.length() >= 8 && !bare.matches("[a-z_-]+");
    }

    /** A fixed temporary path is fine where the block itself puts something there. */
    private void temporary() {
        Matcher matcher = TEMPORARY.matcher(step.block());
        while (matcher.find()) {
            String path = matcher.group(1);
            String before = step.block().substring(0, matcher.start());
            boolean created = CREATING.matcher(before).find();
            boolean again = before.contains(path);
            if (!created
                    && !again
                    && !(before.contains(" clone ") || before.contains("cp ") || before.contains("venv "))) {
                add(SanityRule.HOST_PATH, 0, "reads '" + path + "', which nothing here puts there");
            }
        }
    }

    private void rights(StepCommand command) {
        boolean rises = command.invocation().wrappers().stream().anyMatch(w -> w.equals("sudo") || w.equals("doas"))
                || Set.of("sudo", "su", "doas", "pkexec", "runuser", "gosu", "setpriv")
                        .contains(command.program());
        if (rises) {
            add(SanityRule.SUDO, command.line(), "'" + command.display() + "' changes the user");
        }
    }

    private void download(StepCommand command) {
        boolean interpreter = Set.of("bash", "sh", "dash", "zsh", "python", "perl", "ruby", "node")
                .contains(command.program());
        StepCommand source = command.source();
        boolean piped = interpreter && source != null && fetches(source);
        boolean substituted = Set.of("bash", "sh", "zsh", "source", ".", "eval").contains(command.program())
                && command.node().words().stream()
                        .flatMap(w -> w.substitutions().stream())
                        .anyMatch(s -> s.matches("(?s)\\s*(curl|wget)\\s.*"));
        if (piped || substituted) {
            add(
                    SanityRule.UNPINNED_DOWNLOAD,
                    command.line(),
                    "runs what it downloads; download to a file, compare its digest, then run it");
        }
    }

    private static boolean fetches(StepCommand command) {
        return command.program().equals("curl") || command.program().equals("wget");
    }

    private void warm(StepCommand command) {
        List<String> arguments = command.invocation().arguments();
        boolean removes = command.program().equals("rm") || command.program().equals("find");
        String text = String.join(" ", command.words());
        if (!removes && CACHE.matcher(text).find()) {
            add(SanityRule.WARM_STATE, command.line(), "'" + command.display() + "' uses a package cache");
        }
        boolean offline = switch (command.program()) {
            case "pip" ->
                arguments.contains("--no-index")
                        && arguments.stream().noneMatch(a -> a.startsWith("--find-links") || a.equals("-f"));
            case "uv", "cargo", "npm", "yarn", "pnpm", "gradle", "gradlew" -> arguments.contains("--offline");
            case "mvn", "mvnw" -> arguments.contains("-o") || arguments.contains("--offline");
            default -> false;
        };
        offline |= "off".equals(command.environment().get("GOPROXY"))
                || "1".equals(command.environment().get("UV_OFFLINE"));
        if (offline && step.phase().isSetup() && !reasons.isInEvidence("offline")) {
            add(
                    SanityRule.WARM_STATE,
                    command.line(),
                    "'" + command.display() + "' installs without a network, from what happens to be there");
        }
        boolean apt = (command.program().equals("apt-get") || command.program().equals("apt"))
                && arguments.contains("install");
        if (apt && !listsAreFetched(command)) {
            add(SanityRule.WARM_STATE, command.line(), "'apt-get install' without 'apt-get update' before it");
        }
    }

    private boolean listsAreFetched(StepCommand install) {
        for (StepCommand command : flow.commands()) {
            if (command.equals(install)) {
                break;
            }
            if (command.program().startsWith("apt")
                    && command.invocation().arguments().contains("update")) {
                return true;
            }
        }
        for (Step other : contract.steps(Phase.SYSTEM)) {
            if (other.id().equals(step.id())) {
                return false;
            }
            if (other.block().matches("(?s).*\\bapt(-get)?\\b[^\\n]*\\bupdate\\b.*")) {
                return true;
            }
        }
        return false;
    }

    private void add(SanityRule rule, int line, String detail) {
        findings.add(new SanityFinding(rule, step.id(), line, SanityRules.shown(detail)));
    }
}
