package dev.bootwright.discover;

import dev.bootwright.discover.CiCommand.Purpose;
import dev.bootwright.format.shell.Invocation;
import dev.bootwright.format.shell.ShellCommand;
import dev.bootwright.format.shell.ShellScript;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Tells what a command is for by its program and arguments. */
public final class CommandPurpose {
    /** Longer words are no names; matching takes time by the square of the length. */
    private static final int WORD_LIMIT = 200;

    private static final Pattern TEST_WORD =
            Pattern.compile("(?i)(?:.*[^a-z])?(?:tests?|unittests?|check|spec|pytest|py[0-9]+)(?:[^a-z].*)?");
    private static final Pattern ENDS_WITH_TEST = Pattern.compile(
            "(?!.*(?:latest|fastest|greatest|newest|closest|attest|protest|contest|lowest|highest)s?$)[a-z]{1,20}tests?");
    private static final Pattern LINT_WORD = Pattern.compile(
            "(?i)(?:.*[^a-z])?(?:lint\\w*|style|flake8?|ruff|black|isort|mypy|pyright|pre-?commit|typing|types?|typecheck|fmt|format|vet"
                    + "|codestyle|pylint|bandit|quality|checkers|manifest|codespell)(?:[^a-z].*)?");
    private static final Pattern DOCUMENTATION_WORD =
            Pattern.compile("(?i)(?:.*[^a-z])?(?:docs?|documentation|html|sphinx|linkcheck|doctest-docs)(?:[^a-z].*)?");
    private static final Pattern DEPLOY_WORD =
            Pattern.compile("(?i)(?:.*[^a-z])?(?:deploy|publish|release|upload|push)(?:[^a-z].*)?");
    private static final Pattern BUILD_WORD =
            Pattern.compile("(?i)(?:.*[^a-z])?(?:build|compile|package|dist|all|wheel|generate)(?:[^a-z].*)?");
    private static final Pattern INSTALL_WORD = Pattern.compile(
            "(?i)(?:.*[^a-z])?(?:install|deps|dependencies|setup|bootstrap|init|sync|develop|requirements)(?:[^a-z].*)?");
    private static final Pattern TEST_SCRIPT = Pattern.compile(
            "(?i)(?:.*/)?(?:run[-_]?tests?|tests?|test[-_][\\w-]+|[\\w-]+[-_]tests?|check)(?:\\.(?:sh|py|bash|bats|js|mjs|ts))?");

    /** Programs that take the names of what to run. */
    private static final Set<String> TARGET_RUNNERS = Set.of(
            "make",
            "gmake",
            "just",
            "task",
            "invoke",
            "inv",
            "mage",
            "rake",
            "doit",
            "poe",
            "hatch",
            "pdm",
            "poetry",
            "uv",
            "flit",
            "maturin",
            "composer",
            "mise",
            "pipenv",
            "taskipy",
            "duty",
            "gradle",
            "gradlew",
            "dotnet",
            "swift",
            "bazel",
            "bazelisk",
            "meson",
            "mix",
            "sbt",
            "lein",
            "stack",
            "cabal",
            "zig");

    private static final Set<String> TESTERS = Set.of(
            "pytest",
            "py.test",
            "unittest",
            "nose",
            "nosetests",
            "nose2",
            "trial",
            "ward",
            "stestr",
            "zope-testrunner",
            "avocado",
            "behave",
            "gotestsum",
            "ginkgo",
            "richgo",
            "jest",
            "vitest",
            "mocha",
            "ava",
            "karma",
            "tap",
            "ctest",
            "rspec",
            "phpunit",
            "pest",
            "bats",
            "prove",
            "pytest-3",
            "testr",
            "subunit.run",
            "slipcover");
    private static final Set<String> LINTERS = Set.of(
            "flake8",
            "ruff",
            "black",
            "isort",
            "mypy",
            "pyright",
            "basedpyright",
            "pylint",
            "bandit",
            "pre-commit",
            "prek",
            "golangci-lint",
            "gofmt",
            "goimports",
            "staticcheck",
            "golint",
            "govulncheck",
            "gosec",
            "revive",
            "eslint",
            "prettier",
            "shellcheck",
            "shfmt",
            "check-manifest",
            "codespell",
            "actionlint",
            "yamllint",
            "pycodestyle",
            "pydocstyle",
            "pyflakes",
            "yapf",
            "autopep8",
            "vulture",
            "safety",
            "pip-audit",
            "ty",
            "pyrefly",
            "pyre",
            "zizmor",
            "djlint",
            "gofumpt",
            "markdownlint",
            "reuse",
            "check-wheel-contents",
            "pyroma",
            "validate-pyproject",
            "blacken-docs",
            "interrogate",
            "typos");
    private static final Set<String> DOCUMENTERS = Set.of(
            "sphinx-build",
            "sphinx",
            "mkdocs",
            "pdoc",
            "pdoc3",
            "doxygen",
            "towncrier",
            "jupyter-book",
            "godoc",
            "zensical");
    private static final Set<String> DEPLOYERS = Set.of(
            "twine",
            "goreleaser",
            "gcloud",
            "aws",
            "az",
            "gsutil",
            "terraform",
            "pulumi",
            "heroku",
            "flyctl",
            "vercel",
            "netlify",
            "wrangler",
            "kubectl",
            "helm",
            "gh",
            "semantic-release",
            "ghp-import",
            "mike",
            "skopeo",
            "cosign",
            "changeset",
            "lerna");
    private static final Set<String> INSTALLERS = Set.of(
            "apt-get",
            "apt",
            "aptitude",
            "apk",
            "yum",
            "dnf",
            "microdnf",
            "zypper",
            "pacman",
            "brew",
            "choco",
            "pipx",
            "gem",
            "rustup",
            "nvm",
            "pyenv",
            "virtualenv",
            "venv",
            "conda",
            "mamba",
            "micromamba",
            "corepack",
            "ensurepip",
            "asdf",
            "get-pip.py",
            "flit_core");
    private static final Set<String> BUILDERS = Set.of(
            "build",
            "cmake",
            "ninja",
            "tsc",
            "webpack",
            "cibuildwheel",
            "gox",
            "configure",
            "protoc",
            "buf",
            "auditwheel");

    /** Wrappers behind which a name of the project's own scripts may stand. */
    private static final Set<String> SCRIPT_RUNNERS = Set.of("hatch run", "pdm run", "rye run", "pixi run", "mise run");

    /** Strongest first: what a script of several commands is for. */
    private static final List<Purpose> ORDER =
            List.of(Purpose.DEPLOY, Purpose.TEST, Purpose.INSTALL, Purpose.BUILD, Purpose.DOCUMENTATION, Purpose.LINT);

    private static final Map<String, Set<String>> PACKAGE_INSTALLS = Map.of(
            "pip", Set.of("install", "download"),
            "uv", Set.of("sync", "pip", "venv", "tool", "python", "add", "lock"),
            "poetry", Set.of("install", "lock", "update", "self", "add"),
            "pdm", Set.of("install", "sync", "lock", "add"),
            "pipenv", Set.of("install", "sync", "lock"),
            "npm", Set.of("ci", "install", "i", "clean-install"),
            "pnpm", Set.of("install", "i"),
            "yarn", Set.of("", "install"),
            "bundle", Set.of("", "install"),
            "composer", Set.of("install", "update"));

    private CommandPurpose() {}

    public static Purpose of(ShellScript script) {
        Set<Purpose> found = EnumSet.noneOf(Purpose.class);
        script.commands().stream().map(CommandPurpose::of).forEach(found::add);
        return ORDER.stream().filter(found::contains).findFirst().orElse(Purpose.OTHER);
    }

    public static Purpose of(ShellCommand command) {
        return command.words().isEmpty() ? Purpose.OTHER : of(command.invocation());
    }

    public static Purpose of(Invocation invocation) {
        String program = invocation.program();
        if (TESTERS.contains(program)) {
            return informational(invocation) ? Purpose.OTHER : Purpose.TEST;
        }
        if (LINTERS.contains(program)) {
            return Purpose.LINT;
        }
        if (DOCUMENTERS.contains(program)) {
            return invocation.hasArgument("gh-deploy") ? Purpose.DEPLOY : Purpose.DOCUMENTATION;
        }
        if (DEPLOYERS.contains(program)) {
            return deployer(invocation);
        }
        if (INSTALLERS.contains(program)) {
            return Purpose.INSTALL;
        }
        Set<String> installs = PACKAGE_INSTALLS.get(program);
        if (installs != null && installs.contains(invocation.firstOperand())) {
            return Purpose.INSTALL;
        }
        return tool(invocation);
    }

    private static boolean informational(Invocation invocation) {
        return invocation.hasArgument("--version")
                || invocation.hasArgument("--help")
                || invocation.hasArgument("--fixtures");
    }

    private static Purpose deployer(Invocation invocation) {
        return switch (invocation.program()) {
            case "twine" -> invocation.firstOperand().equals("check") ? Purpose.LINT : Purpose.DEPLOY;
            case "goreleaser" -> invocation.firstOperand().equals("check") ? Purpose.LINT : Purpose.DEPLOY;
            case "gh" ->
                Set.of("release", "pr", "workflow", "issue").contains(invocation.firstOperand())
                        ? Purpose.DEPLOY
                        : Purpose.OTHER;
            default -> informational(invocation) ? Purpose.OTHER : Purpose.DEPLOY;
        };
    }

    private static Purpose tool(Invocation invocation) {
        String operand = invocation.firstOperand();
        return switch (invocation.program()) {
            case "tox" -> environments(invocation, Set.of("-e", "--env", "-f"));
            case "nox" -> environments(invocation, Set.of("-s", "--session", "--sessions", "-e", "-t", "--tags"));
            case "go" -> go(operand);
            case "npm", "pnpm", "yarn", "bun" -> script(invocation);
            case "cargo" -> cargo(operand);
            case "mvn", "mvnw", "mvnd" -> MavenGoals.purpose(invocation);
            case "node" -> invocation.hasArgument("--test") ? Purpose.TEST : Purpose.OTHER;
            case "git" -> operand.equals("push") ? Purpose.DEPLOY : Purpose.OTHER;
            case "docker", "podman" ->
                operand.equals("push") || operand.equals("login") ? Purpose.DEPLOY : Purpose.BUILD;
            case "python", "bash", "sh", "coverage" -> file(invocation);
            case "test" -> Purpose.OTHER; // the shell's own
            default -> TARGET_RUNNERS.contains(invocation.program()) ? targets(invocation) : other(invocation);
        };
    }

    private static Purpose other(Invocation invocation) {
        if (BUILDERS.contains(invocation.program())) {
            return Purpose.BUILD;
        }
        boolean script = invocation.wrappers().stream().anyMatch(SCRIPT_RUNNERS::contains);
        return script ? word(invocation.program()) : fileName(invocation.program());
    }

    private static Purpose go(String operand) {
        return switch (operand) {
            case "test" -> Purpose.TEST;
            case "build", "generate" -> Purpose.BUILD;
            case "vet", "fmt", "fix" -> Purpose.LINT;
            case "mod", "get", "install", "work" -> Purpose.INSTALL;
            default -> Purpose.OTHER;
        };
    }

    private static Purpose cargo(String operand) {
        return switch (operand) {
            case "test", "nextest", "t" -> Purpose.TEST;
            case "build", "check", "b", "bench" -> Purpose.BUILD;
            case "fmt", "clippy", "deny", "audit" -> Purpose.LINT;
            case "doc" -> Purpose.DOCUMENTATION;
            case "fetch", "install", "add" -> Purpose.INSTALL;
            case "publish" -> Purpose.DEPLOY;
            default -> Purpose.OTHER;
        };
    }

    private static Purpose script(Invocation invocation) {
        String name = invocation.firstOperand();
        if (name.equals("publish")) {
            return Purpose.DEPLOY;
        }
        if (name.equals("run") || name.equals("run-script")) {
            int at = invocation.arguments().indexOf(name);
            return at + 1 < invocation.arguments().size()
                    ? word(invocation.arguments().get(at + 1))
                    : Purpose.OTHER;
        }
        return name.equals("t") ? Purpose.TEST : word(name);
    }

    /** The environments of tox or nox; without any they run their default, which is the tests. */
    private static Purpose environments(Invocation invocation, Set<String> options) {
        List<String> arguments = invocation.arguments();
        if (invocation.hasArgument("--version") || invocation.hasArgument("--list") || invocation.hasArgument("-l")) {
            return Purpose.OTHER;
        }
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            String names = "";
            if (options.contains(argument) && i + 1 < arguments.size()) {
                names = arguments.get(i + 1);
            } else if (argument.startsWith("-e") && argument.length() > 2 && !argument.startsWith("-e=")) {
                names = argument.substring(2);
            } else if (argument.startsWith("--session=") || argument.startsWith("--env=")) {
                names = argument.substring(argument.indexOf('=') + 1);
            }
            if (!names.isEmpty()) {
                return environmentNames(names);
            }
        }
        return Purpose.TEST;
    }

    private static Purpose environmentNames(String names) {
        Purpose first = Purpose.TEST;
        boolean all = true;
        for (String name : names.split("[,\\s]+")) {
            Purpose purpose = word(name);
            boolean other = purpose == Purpose.LINT
                    || purpose == Purpose.DOCUMENTATION
                    || purpose == Purpose.DEPLOY
                    || purpose == Purpose.BUILD;
            all = all && other;
            first = other ? purpose : first;
        }
        return all ? first : Purpose.TEST;
    }

    private static Purpose targets(Invocation invocation) {
        Purpose result =
                invocation.arguments().isEmpty() && invocation.program().endsWith("make")
                        ? Purpose.BUILD
                        : Purpose.OTHER;
        int best = ORDER.size();
        for (String argument : invocation.arguments()) {
            if (argument.startsWith("-") || argument.contains("=")) {
                continue;
            }
            Purpose purpose = word(argument);
            int rank = ORDER.indexOf(purpose);
            if (rank >= 0 && rank < best) {
                best = rank;
                result = purpose;
            }
        }
        return result;
    }

    private static Purpose file(Invocation invocation) {
        String file = invocation.firstOperand();
        if (invocation.program().equals("coverage")) {
            int run = invocation.arguments().indexOf("run");
            return run < 0 ? Purpose.OTHER : Purpose.TEST;
        }
        if (invocation.hasArgument("-c")) {
            return Purpose.OTHER;
        }
        int at = invocation.arguments().indexOf(file);
        String command = at >= 0 && at + 1 < invocation.arguments().size()
                ? invocation.arguments().get(at + 1)
                : "";
        if (file.endsWith("setup.py")) {
            return setup(command);
        }
        if (file.endsWith("manage.py")) {
            return command.equals("test") ? Purpose.TEST : Purpose.OTHER;
        }
        return fileName(file);
    }

    private static Purpose setup(String command) {
        return switch (command) {
            case "test", "pytest", "nosetests", "trial" -> Purpose.TEST;
            case "install", "develop" -> Purpose.INSTALL;
            case "upload", "register" -> Purpose.DEPLOY;
            case "check" -> Purpose.LINT;
            default -> Purpose.BUILD;
        };
    }

    private static Purpose fileName(String file) {
        return file.length() <= WORD_LIMIT && TEST_SCRIPT.matcher(file).matches() ? Purpose.TEST : Purpose.OTHER;
    }

    /** What a target, script or environment of this name is for. */
    public static Purpose word(String name) {
        if (name.length() > WORD_LIMIT) {
            return Purpose.OTHER;
        }
        String word = name.toLowerCase(Locale.ROOT);
        if (DEPLOY_WORD.matcher(word).matches()) {
            return Purpose.DEPLOY;
        }
        if (LINT_WORD.matcher(word).matches()) {
            return Purpose.LINT;
        }
        if (TEST_WORD.matcher(word).matches() || ENDS_WITH_TEST.matcher(word).matches()) {
            return Purpose.TEST;
        }
        if (DOCUMENTATION_WORD.matcher(word).matches()) {
            return Purpose.DOCUMENTATION;
        }
        if (INSTALL_WORD.matcher(word).matches()) {
            return Purpose.INSTALL;
        }
        return BUILD_WORD.matcher(word).matches() ? Purpose.BUILD : Purpose.OTHER;
    }
}
