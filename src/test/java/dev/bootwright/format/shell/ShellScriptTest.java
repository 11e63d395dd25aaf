package dev.bootwright.format.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.format.Reading;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShellScriptTest {
    @Test
    void commandsAreSplitAndKnowTheirLine() {
        List<ShellCommand> commands = read("""
                # a comment
                python -m pip install -e '.[tests]' && pytest -q \\
                  --durations 5 || exit 1

                FOO=1 BAR="x y" make test; echo done | tee log 2>&1
                """);
        assertThat(commands)
                .extracting(ShellCommand::words)
                .containsExactly(
                        List.of("python", "-m", "pip", "install", "-e", ".[tests]"),
                        List.of("pytest", "-q", "--durations", "5"),
                        List.of("exit", "1"),
                        List.of("make", "test"),
                        List.of("echo", "done"),
                        List.of("tee", "log"));
        assertThat(commands).extracting(ShellCommand::line).containsExactly(2, 2, 3, 5, 5, 5);
        assertThat(commands)
                .extracting(ShellCommand::joint)
                .containsExactly(
                        ShellCommand.Joint.SEQUENCE,
                        ShellCommand.Joint.AND,
                        ShellCommand.Joint.OR,
                        ShellCommand.Joint.SEQUENCE,
                        ShellCommand.Joint.SEQUENCE,
                        ShellCommand.Joint.PIPE);
        assertThat(commands.get(3).env()).containsEntry("FOO", "1").containsEntry("BAR", "x y");
    }

    @Test
    void changesOfDirectoryAreFollowed() {
        List<ShellCommand> commands = read("""
                cd sub/one && a
                (cd ../two; b)
                c
                cd ..
                d
                pushd x
                e
                popd
                f
                cd "$HOME"
                g
                cd ../../..
                h
                """);
        assertThat(commands.stream()
                        .filter(c ->
                                c.words().size() == 1 && c.words().getFirst().length() == 1))
                .extracting(c -> c.words().getFirst() + " " + c.directory())
                .containsExactly(
                        "a sub/one", "b sub/two", "c sub/one", "d sub", "e sub/x", "f sub", "g null", "h null");
    }

    @Test
    void compoundCommandsAreOpened() {
        List<ShellCommand> commands = read("""
                if [ -f x ]; then
                  one
                elif [[ $A == b && -n "$C" ]]; then two; else three; fi
                for p in a b; do four $p; done
                while read -r l; do five; done < file
                case "$1" in
                  start|go) six ;;
                  *) seven
                esac
                helper() {
                  eight
                }
                { nine; }
                ! ten
                """);
        assertThat(commands.stream().map(c -> c.words().getFirst()))
                .containsExactly(
                        "[", "one", "[[", "two", "three", "four", "read", "five", "six", "seven", "eight", "nine",
                        "ten");
        assertThat(commands.stream().filter(c -> !c.nested()).map(c -> c.words().getFirst()))
                .containsExactly("nine", "ten");
    }

    @Test
    void hereDocumentsQuotesAndExpansionsAreNotCommands() {
        List<ShellCommand> commands = read("""
                cat > f <<'EOF'
                rm -rf / && pytest
                EOF
                cat <<-A <<B
                \tx
                \tA
                y
                B
                echo "$(date && echo '}' )" ${X:-"a;b"} `ls; pwd` ${{ matrix.x && 'y' }} <(sort a; b)
                grep x <<< "text; more"
                echo "a
                b"
                last
                """);
        assertThat(commands.stream().map(c -> c.words().getFirst()))
                .containsExactly("cat", "cat", "echo", "grep", "echo", "last");
        assertThat(commands.get(2).words())
                .containsExactly(
                        "echo",
                        "$(date && echo '}' )",
                        "${X:-\"a;b\"}",
                        "`ls; pwd`",
                        "${{ matrix.x && 'y' }}",
                        "<(sort a; b)");
        assertThat(commands.getLast().line()).isEqualTo(13);
    }

    @Test
    void redirectionsAreLeftOut() {
        assertThat(read("a >x 2>&1 <y b &>z >>w c 2>/dev/null & d").stream().map(ShellCommand::words))
                .containsExactly(List.of("a", "b", "c"), List.of("d"));
    }

    @Test
    void brokenOrHugeScriptsAreUnknown() {
        for (String text : List.of(
                "echo \"open",
                "echo 'open",
                "echo $(open",
                "x".repeat(ShellScript.SIZE_LIMIT + 1),
                "a ".repeat(60_000))) {
            assertThat(ShellScript.read(text, 1)).isInstanceOf(Reading.Unknown.class);
        }
        assertThat(ShellScript.read("echo \"" + "$(".repeat(3_000), 1)).isInstanceOf(Reading.Unknown.class);
        for (String text :
                List.of("", "\\", "$", "`", "case", "for", "&&", "))", "<<", "a <<", "f() ", "function", "|", "${{")) {
            assertThat(ShellScript.read(text, 1)).isNotNull();
        }
    }

    @Test
    void wrappersComeOff() {
        assertInvocation("sudo -E env A=1 timeout 10m xvfb-run -a pytest -q", "pytest", "-q");
        assertInvocation("uv run --extra test python3.12 -Werror -m pytest -x", "pytest", "-x");
        assertInvocation("uv run --group dev -- pytest", "pytest");
        assertInvocation("coverage run --branch -m pytest tests", "pytest", "tests");
        assertInvocation(
                "coverage run --source x setup.py test", "coverage", "run", "--source", "x", "setup.py", "test");
        assertInvocation("python -W ignore -bb -m unittest discover", "unittest", "discover");
        assertInvocation("python -bbm unittest", "unittest");
        assertInvocation("python setup.py test", "python", "setup.py", "test");
        assertInvocation("./venv/bin/python -m pip install x", "pip", "install", "x");
        assertInvocation("pip3 install x", "pip", "install", "x");
        assertInvocation("poetry run tox -e py", "tox", "-e", "py");
        assertInvocation("poetry install", "poetry", "install");
        assertInvocation("sudo", "sudo");
        assertInvocation("python -c 'import x'", "python", "-c", "import x");
    }

    private static void assertInvocation(String script, String program, String... arguments) {
        Invocation invocation = read(script).getFirst().invocation();
        assertThat(invocation.program()).isEqualTo(program);
        assertThat(invocation.arguments()).containsExactly(arguments);
    }

    private static List<ShellCommand> read(String text) {
        return ShellScript.read(text, 1).toOptional().orElseThrow().commands();
    }
}
