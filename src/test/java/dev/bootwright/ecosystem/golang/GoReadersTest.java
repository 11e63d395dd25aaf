package dev.bootwright.ecosystem.golang;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoReadersTest {
    private static final String GO_MOD = """
            // Deprecated: use the other one
            module "example.org/a/v2" // why

            go 1.22.1
            toolchain go1.22.5

            require example.org/one v1.2.3
            require (
            \texample.org/two v0.0.0-20190101000000-abcdefabcdef // indirect
            \texample.org/three v1.0.0
            )
            exclude example.org/one v1.2.2
            retract [v2.0.0, v2.0.1] // broken
            replace example.org/three => ./three
            replace (
            \texample.org/one v1.2.3 => example.org/fork v1.2.4
            )
            tool example.org/two/cmd/gen
            nonsense here
            require example.org/broken
            """;

    @Test
    void readsAllDirectives() {
        GoModFile file = GoModFile.parse(GO_MOD);
        assertThat(file.module()).contains(new GoModFile.Word("example.org/a/v2", 2));
        assertThat(file.go()).contains(new GoModFile.Word("1.22.1", 4));
        assertThat(file.toolchain()).contains(new GoModFile.Word("go1.22.5", 5));
        assertThat(file.requirements())
                .containsExactly(
                        new GoModFile.Requirement("example.org/one", "v1.2.3", false, 7),
                        new GoModFile.Requirement("example.org/two", "v0.0.0-20190101000000-abcdefabcdef", true, 9),
                        new GoModFile.Requirement("example.org/three", "v1.0.0", false, 10));
        assertThat(file.external()).extracting(GoModFile.Requirement::path).doesNotContain("example.org/three");
        assertThat(file.replacements())
                .containsExactly(
                        new GoModFile.Replacement("example.org/three", "", "./three", "", 14),
                        new GoModFile.Replacement("example.org/one", "v1.2.3", "example.org/fork", "v1.2.4", 16));
        assertThat(file.tools()).extracting(GoModFile.Word::value).containsExactly("example.org/two/cmd/gen");
        assertThat(file.problems()).extracting(GoDirective.Problem::line).containsExactly(19, 20);
    }

    @Test
    void saysWhatItCannotRead() {
        assertThat(GoModFile.parse("module \"x\nrequire (\n").problems()).hasSize(2);
    }

    @Test
    void readsWorkspaces() {
        GoWorkFile work = GoWorkFile.parse("go 1.23\nuse .\nuse (\n\t./a\n\t./b // second\n)\nreplace x => ./y\n");
        assertThat(work.go()).contains(new GoModFile.Word("1.23", 1));
        assertThat(work.uses()).extracting(GoModFile.Word::value).containsExactly(".", "./a", "./b");
        assertThat(work.problems()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "linux, true",
        "!linux, false",
        "integration, false",
        "!integration, true",
        "linux && (integration || !e2e), true",
        "(windows || linux) && !cgo, false",
        "go1.18, true",
        "unix && amd64, true"
    })
    void evaluatesConstraints(String expression, boolean expected) {
        assertThat(GoSourceFile.parse("a_test.go", "//go:build " + expression + "\n\npackage a\n")
                        .isInDefaultBuild("amd64"))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&&", "a &&", "(a", "a b", "a)", "!", "a & b", "-x"})
    void refusesBrokenConstraints(String expression) {
        assertThat(BuildConstraint.parse(expression)).isEmpty();
    }

    @Test
    void refusesConstraintsThatNestTooDeep() {
        assertThat(BuildConstraint.parse("(".repeat(900) + "a" + ")".repeat(900)))
                .isEmpty();
        assertThat(BuildConstraint.parse("!".repeat(500) + "a")).isEmpty();
    }

    @Test
    void namesTheTagsThatATestWaitsFor() {
        GoSourceFile file =
                GoSourceFile.parse("a_test.go", "// +build linux,integration\n// +build !windows\n\npackage a\n");
        assertThat(file.missingTags("amd64")).isEqualTo(Set.of("integration"));
        assertThat(GoSourceFile.parse("a_test.go", "//go:build windows && e2e\npackage a\n")
                        .missingTags("amd64"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "a_test.go, true", "a_linux_test.go, true", "a_windows_test.go, false", "a_linux_arm64.go, false",
        "a_amd64.go, true", "linux.go, true", "windows.go, true", "a_arm64_test.go, false"
    })
    void readsFileNames(String name, boolean inDefaultBuild) {
        assertThat(GoSourceFile.parse(name, "package a\n").isInDefaultBuild("amd64"))
                .isEqualTo(inDefaultBuild);
    }

    @Test
    void readsTheHeadOfAFile() {
        GoSourceFile file = GoSourceFile.parse("a.go", """
                // Package a does things.
                //go:build cgo
                package a

                /*
                #cgo pkg-config: libpng zlib
                #cgo darwin pkg-config: cocoa
                #include <png.h>
                */
                import "C"

                import (
                \t"fmt"
                \talias "example.org/x" // note
                \t_ `example.org/y`
                )

                //go:embed static/*.html
                var files string

                func f() { fmt.Println("import \\"z\\"") }
                """);
        assertThat(file.packageName()).isEqualTo("a");
        assertThat(file.imports())
                .extracting(GoModFile.Word::value)
                .containsExactly("C", "fmt", "example.org/x", "example.org/y");
        assertThat(file.pkgConfig()).extracting(GoModFile.Word::value).containsExactly("libpng", "zlib");
        assertThat(file.embeds()).containsExactly(new GoModFile.Word("static/*.html", 18));
        assertThat(file.usesCgo()).isTrue();
    }

    @Test
    void readsTestCommands() {
        GoTestCommand command = GoTestCommand.in(
                        "cd sub && GOFLAGS=-x go test -v -race -tags \"a b\" -timeout=5m ./... ./x -args -p 1", 3)
                .getFirst();
        assertThat(command.directory()).isEqualTo("sub");
        assertThat(command.env()).containsEntry("GOFLAGS", "-x");
        assertThat(command.tags()).isEqualTo("a,b");
        assertThat(command.flags())
                .containsEntry("timeout", "5m")
                .containsEntry("v", "")
                .containsEntry("args", "-p 1");
        assertThat(command.packages()).containsExactly("./...", "./x");
        assertThat(GoTestCommand.of(command.attributes(), 3).flags()).containsEntry("timeout", "5m");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "go test -run=^$ -bench=. ./...",
                "go test -c ./x",
                "go test -list . ./...",
                "go build ./...",
                "go testify ./...",
                "echo go test"
            })
    void leavesOutCommandsThatExecuteNoTests(String script) {
        assertThat(GoTestCommand.in(script, 1)).isEmpty();
    }

    @Test
    void surviveNoise() {
        Random random = new Random(7);
        String alphabet = "module go require ( ) \" ` // \n\t=> v1.2.3 //go:build && || ! import \"C\" /* */ #cgo x";
        for (int round = 0; round < 2000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 60; i++) {
                int at = random.nextInt(alphabet.length());
                text.append(alphabet, at, Math.min(alphabet.length(), at + 1 + random.nextInt(9)));
            }
            assertThat(GoModFile.parse(text.toString())).isNotNull();
            assertThat(GoWorkFile.parse(text.toString())).isNotNull();
            assertThat(GoSourceFile.parse("a_test.go", text.toString())).isNotNull();
            assertThat(GoTestCommand.in(text.toString(), 1)).isNotNull();
        }
    }
}
