package dev.bootwright.format.make;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.format.Reading;
import org.junit.jupiter.api.Test;

class MakeReaderTest {
    @Test
    void targetsRecipesAndVariablesAreRead() {
        MakeFile file = MakeReader.read("""
                        PYTHON ?= python3
                        FLAGS = -q $(EXTRA) # comment
                        EXTRA := -x
                        GIT != git describe
                        .PHONY: test all
                        all: build test | order
                        build: ; go build ./...
                        ## Run the tests
                        test: build
                        \t@$(PYTHON) -m pytest $(FLAGS) \\
                        \t\ttests
                        ifeq ($(CI),)
                        \t-echo "$$HOME $(shell pwd) $@"
                        endif
                        %.o: %.c
                        \tcc -c $<
                        define block
                        ghost: x
                        endef
                        include extra.mk
                        debug: FLAGS += -g
                        a b: c
                        \tboth
                        """).toOptional().orElseThrow();
        assertThat(file.targets()).extracting(MakeTarget::name).containsExactly("all", "build", "test", "a", "b");
        MakeTarget test = file.target("test").orElseThrow();
        assertThat(test.line()).isEqualTo(9);
        assertThat(test.prerequisites()).containsExactly("build");
        assertThat(test.recipe())
                .containsExactly(
                        new MakeTarget.RecipeLine(10, "python3 -m pytest -q -x  tests"),
                        new MakeTarget.RecipeLine(13, "echo \"$HOME $(shell pwd) $@\""));
        assertThat(file.target("build").orElseThrow().script()).isEqualTo("go build ./...");
        assertThat(file.target("all").orElseThrow().prerequisites()).containsExactly("build", "test", "order");
        assertThat(file.variables()).containsEntry("FLAGS", "-q -x").containsEntry("GIT", "$(shell git describe)");
        assertThat(file.includes()).containsExactly("extra.mk");
    }

    @Test
    void variableBombsAreBounded() {
        StringBuilder bomb = new StringBuilder("V0 = xxxxxxxxxx\n");
        for (int i = 1; i < 30; i++) {
            bomb.append("V%d = $(V%d)$(V%d)$(V%d)\n".formatted(i, i - 1, i - 1, i - 1));
        }
        bomb.append("loop = $(loop)\nt:\n\t$(V29) $(loop)\n");
        MakeFile file = MakeReader.read(bomb.toString()).toOptional().orElseThrow();
        assertThat(file.target("t").orElseThrow().script().length()).isLessThan(300_000);
    }

    @Test
    void tooLargeIsUnknown() {
        assertThat(MakeReader.read("x".repeat(MakeFile.SIZE_LIMIT + 1))).isInstanceOf(Reading.Unknown.class);
        assertThat(MakeReader.read("a:\n".repeat(10) + "t%d:\n".formatted(1))).isInstanceOf(Reading.Value.class);
    }

    @Test
    void aCallOfAFunctionIsNoRule() {
        MakeFile file = MakeReader.read(
                        "$(warning \"not found in $(PATH), run: x\")\n$(info a: b)\nN = t\n$(N)-x: y\n\tz\n")
                .toOptional()
                .orElseThrow();
        assertThat(file.targets()).extracting(MakeTarget::name).containsExactly("t-x");
    }

    @Test
    void justfilesAreRead() {
        MakeFile file = JustReader.read("""
                        python := "python3"
                        # the tests
                        @test *ARGS: build (lint "x")
                            @{{python}} -m pytest {{ARGS}}
                            -echo done

                        build:
                            go build ./...
                        alias t := test
                        """).toOptional().orElseThrow();
        assertThat(file.targets()).extracting(MakeTarget::name).containsExactly("test", "build");
        assertThat(file.target("test").orElseThrow().script()).isEqualTo("python3 -m pytest {{ARGS}}\necho done");
        assertThat(file.target("test").orElseThrow().line()).isEqualTo(3);
    }
}
