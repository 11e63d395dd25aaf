package dev.bootwright.repair;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What a command of a step can show about the repository. */
enum CommandKind {
    /** Moves, prints, installs: shows nothing. */
    PLUMBING,
    /** Asks for a version or help. */
    VERSION_OR_HELP,
    /** An interpreter with a line of code: an import at best. */
    CODE_LINE,
    /** Reads the sources for style or types. */
    LINT,
    /** Lists or compiles tests without running them. */
    COLLECT,
    /** Runs tests, or something that is not known better. */
    RUN;

    private static final Set<String> PLUMBING_PROGRAMS = Set.of(
            "",
            ".",
            ":",
            "[",
            "[[",
            "apk",
            "apt",
            "apt-get",
            "awk",
            "basename",
            "break",
            "bunzip2",
            "bzip2",
            "cat",
            "cd",
            "chgrp",
            "chmod",
            "chown",
            "cmp",
            "command",
            "continue",
            "cp",
            "createdb",
            "curl",
            "cut",
            "date",
            "declare",
            "df",
            "diff",
            "dirname",
            "dnf",
            "docker",
            "dpkg",
            "du",
            "echo",
            "egrep",
            "ensurepip",
            "env",
            "exit",
            "export",
            "false",
            "fgrep",
            "file",
            "find",
            "free",
            "getconf",
            "getent",
            "getopts",
            "git",
            "grep",
            "groupadd",
            "gunzip",
            "gzip",
            "hash",
            "head",
            "hostname",
            "id",
            "install",
            "jobs",
            "kill",
            "killall",
            "ldconfig",
            "let",
            "ln",
            "local",
            "locale-gen",
            "ls",
            "md5sum",
            "mkdir",
            "mktemp",
            "mount",
            "mv",
            "nproc",
            "patch",
            "pgrep",
            "pip",
            "pip-sync",
            "pkg-config",
            "pkill",
            "popd",
            "printenv",
            "printf",
            "ps",
            "pushd",
            "pwd",
            "read",
            "readlink",
            "readonly",
            "realpath",
            "return",
            "rm",
            "rmdir",
            "rsync",
            "sed",
            "seq",
            "set",
            "sha256sum",
            "shift",
            "shopt",
            "sleep",
            "sort",
            "source",
            "stat",
            "stty",
            "sync",
            "tail",
            "tar",
            "tee",
            "test",
            "touch",
            "tr",
            "trap",
            "true",
            "truncate",
            "type",
            "ulimit",
            "umask",
            "umount",
            "uname",
            "uniq",
            "unset",
            "unxz",
            "unzip",
            "update-alternatives",
            "useradd",
            "venv",
            "virtualenv",
            "wait",
            "wc",
            "wget",
            "which",
            "who",
            "whoami",
            "xargs",
            "xz",
            "yes",
            "yum",
            "zip");

    private static final Set<String> LINTERS = Set.of(
            "actionlint",
            "autoflake",
            "autopep8",
            "bandit",
            "black",
            "check-manifest",
            "check-wheel-contents",
            "codespell",
            "compileall",
            "docformatter",
            "dprint",
            "eslint",
            "flake8",
            "gofmt",
            "gofumpt",
            "goimports",
            "golangci-lint",
            "golint",
            "gosec",
            "govulncheck",
            "hadolint",
            "interrogate",
            "isort",
            "markdownlint",
            "mdformat",
            "mypy",
            "pip-audit",
            "pre-commit",
            "prek",
            "prettier",
            "py_compile",
            "pycodestyle",
            "pydocstyle",
            "pyflakes",
            "pylint",
            "pyright",
            "pyupgrade",
            "revive",
            "rubocop",
            "ruff",
            "safety",
            "semgrep",
            "shellcheck",
            "shfmt",
            "staticcheck",
            "stylelint",
            "tsc",
            "twine",
            "ty",
            "validate-pyproject",
            "vulture",
            "yamllint",
            "yapf");

    private static final Set<String> LINT_TARGETS = Set.of(
            "lint",
            "format",
            "fmt",
            "style",
            "typecheck",
            "types",
            "docs",
            "doc",
            "clean",
            "help",
            "build",
            "compile",
            "install",
            "deps",
            "tidy",
            "vet",
            "mypy",
            "flake8");

    private static final Pattern MATCHES_NOTHING =
            Pattern.compile("\\^\\$|\\$\\^|\\^?(?:NONE|None|none|XXX+|xxx+|NoTests?|NOTHING|nothing|-|_)\\$?|a\\^");

    /** Short names stay with the caller's program; the arguments decide what a runner really does. */
    static CommandKind of(String program, List<String> words, List<String> arguments) {
        if (words.size() > 1
                && words.getFirst().equals("command")
                && words.get(1).matches("-[vV]")) {
            return PLUMBING;
        }
        if (PLUMBING_PROGRAMS.contains(program) || program.startsWith("((")) {
            return PLUMBING;
        }
        if (asksForVersionOrHelp(program, arguments)) {
            return VERSION_OR_HELP;
        }
        if (LINTERS.contains(program)) {
            return LINT;
        }
        return switch (program) {
            case "python", "node", "ruby", "perl", "php" -> interpreter(arguments);
            case "pytest", "py.test" -> pytest(arguments);
            case "go" -> go(arguments);
            case "gotestsum" -> go(behindDashes(arguments));
            case "cargo" -> cargo(arguments);
            case "mvn", "mvnw", "mvnd" -> maven(arguments);
            case "gradle", "gradlew" -> gradle(arguments);
            case "tox" -> listing(arguments, Set.of("--notest", "-l", "--listenvs", "-a", "list", "config", "devenv"));
            case "nox" -> listing(arguments, Set.of("-l", "--list", "--list-sessions", "--install-only"));
            case "make", "gmake", "just", "task", "rake" -> targets(arguments);
            case "npm", "yarn", "pnpm", "bun" -> scripts(arguments);
            case "jest", "vitest" -> javascript(arguments);
            case "mocha", "tap" -> listing(arguments, Set.of("--dry-run", "list", "--fgrep=no test has this name"));
            case "ctest" -> listing(arguments, Set.of("-N", "--show-only"));
            case "uv",
                    "poetry",
                    "pdm",
                    "hatch",
                    "pipenv",
                    "conda",
                    "mamba",
                    "rustup",
                    "corepack",
                    "composer",
                    "bundle" -> PLUMBING;
            default -> RUN;
        };
    }

    private static boolean asksForVersionOrHelp(String program, List<String> arguments) {
        if (arguments.isEmpty()) {
            return false;
        }
        String first = arguments.getFirst();
        return Set.of("--version", "-V", "-VV", "--help", "-h", "version", "help")
                        .contains(first)
                || arguments.contains("--version")
                || arguments.contains("--help")
                || (program.matches("javac?") && arguments.equals(List.of("-version")))
                || (program.startsWith("pytest") && arguments.contains("-h"));
    }

    private static CommandKind interpreter(List<String> arguments) {
        if (arguments.contains("--test")) {
            return RUN;
        }
        for (String argument : arguments) {
            if (argument.equals("-c") || argument.equals("-e") || argument.equals("-p") || argument.equals("-")) {
                return CODE_LINE;
            }
            if (!argument.startsWith("-")) {
                return RUN;
            }
        }
        return CODE_LINE;
    }

    private static CommandKind pytest(List<String> arguments) {
        Set<String> listing = Set.of(
                "--collect-only",
                "--collectonly",
                "--co",
                "--setup-plan",
                "--fixtures",
                "--fixtures-per-test",
                "--funcargs",
                "--markers",
                "--cache-show",
                "--trace-config-only");
        return arguments.stream().anyMatch(a -> listing.contains(a) || a.startsWith("--cache-show=")) ? COLLECT : RUN;
    }

    private static CommandKind go(List<String> arguments) {
        String command =
                arguments.stream().filter(a -> !a.startsWith("-")).findFirst().orElse("");
        if (command.equals("vet")) {
            return COLLECT;
        }
        if (command.equals("run") || command.equals("tool")) {
            return RUN;
        }
        if (!command.equals("test")) {
            return command.isEmpty() || command.startsWith(".") ? RUN : PLUMBING;
        }
        for (int i = 0; i < arguments.size(); i++) {
            String option = arguments.get(i).replaceFirst("^--", "-");
            int equals = option.indexOf('=');
            String name = equals < 0 ? option : option.substring(0, equals);
            String value =
                    equals < 0 ? (i + 1 < arguments.size() ? arguments.get(i + 1) : "") : option.substring(equals + 1);
            boolean lists = name.equals("-list") || name.equals("-test.list") || name.equals("-c") || name.equals("-n");
            boolean nothing = (name.equals("-run") || name.equals("-test.run"))
                    && MATCHES_NOTHING.matcher(value).matches();
            boolean faked = name.equals("-exec") && value.matches("(/usr)?(/bin/)?(true|echo).*");
            if (lists || nothing || faked) {
                return COLLECT;
            }
        }
        return RUN;
    }

    private static List<String> behindDashes(List<String> arguments) {
        int at = arguments.indexOf("--");
        java.util.ArrayList<String> all = new java.util.ArrayList<>(List.of("test"));
        if (at >= 0) {
            all.addAll(arguments.subList(at + 1, arguments.size()));
        }
        return all;
    }

    private static CommandKind cargo(List<String> arguments) {
        String command = arguments.stream()
                .filter(a -> !a.startsWith("-") && !a.startsWith("+"))
                .findFirst()
                .orElse("");
        return switch (command) {
            case "test", "t", "nextest" ->
                arguments.contains("--no-run") || arguments.contains("--list") || arguments.contains("list")
                        ? COLLECT
                        : RUN;
            case "run", "r", "bench", "miri", "llvm-cov", "xtask", "make", "hack" -> RUN;
            default -> LINT;
        };
    }

    private static CommandKind maven(List<String> arguments) {
        boolean skipped = arguments.stream()
                .anyMatch(a -> a.matches("-D(skipTests|maven\\.test\\.skip|skipITs|surefire\\.skip)(=true)?"));
        boolean tests = arguments.stream()
                .anyMatch(
                        a -> a.matches("test|integration-test|verify|package|install|deploy|surefire:.*|failsafe:.*"));
        return skipped ? COLLECT : tests ? RUN : PLUMBING;
    }

    private static CommandKind gradle(List<String> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            boolean excluded = (argument.equals("-x") || argument.equals("--exclude-task"))
                    && i + 1 < arguments.size()
                    && arguments.get(i + 1).endsWith("test");
            if (excluded
                    || argument.equals("--dry-run")
                    || argument.equals("-m")
                    || argument.equals("--test-dry-run")) {
                return COLLECT;
            }
        }
        boolean tests = arguments.stream().anyMatch(a -> a.matches("(.*:)?(.*[tT]est|check|build)"));
        return tests ? RUN : PLUMBING;
    }

    private static CommandKind listing(List<String> arguments, Set<String> options) {
        return arguments.stream().anyMatch(options::contains) ? COLLECT : RUN;
    }

    private static CommandKind javascript(List<String> arguments) {
        boolean nothing = arguments.stream()
                .filter(a -> a.startsWith("--testNamePattern="))
                .anyMatch(a -> MATCHES_NOTHING
                        .matcher(a.substring("--testNamePattern=".length()))
                        .matches());
        return nothing ? COLLECT : listing(arguments, Set.of("--listTests", "list", "--collectCoverageFrom-only"));
    }

    private static CommandKind targets(List<String> arguments) {
        if (arguments.stream()
                .anyMatch(a -> Set.of(
                                "-n", "--dry-run", "--just-print", "-q", "--question", "-t", "--touch", "--list", "-l")
                        .contains(a))) {
            return COLLECT;
        }
        List<String> targets = arguments.stream()
                .filter(a -> !a.startsWith("-") && !a.contains("="))
                .toList();
        return !targets.isEmpty() && LINT_TARGETS.containsAll(targets) ? LINT : RUN;
    }

    private static CommandKind scripts(List<String> arguments) {
        List<String> words = arguments.stream().filter(a -> !a.startsWith("-")).toList();
        if (words.isEmpty()
                || Set.of("install", "i", "ci", "add", "config", "set").contains(words.getFirst())) {
            return PLUMBING;
        }
        String script = Set.of("run", "run-script", "exec").contains(words.getFirst()) && words.size() > 1
                ? words.get(1)
                : words.getFirst();
        return LINT_TARGETS.contains(script) || script.startsWith("lint") ? LINT : RUN;
    }
}
