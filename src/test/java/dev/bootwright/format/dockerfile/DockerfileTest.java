package dev.bootwright.format.dockerfile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.format.Reading;
import org.junit.jupiter.api.Test;

class DockerfileTest {
    @Test
    void instructionsAreRead() {
        Dockerfile file = Dockerfile.read("""
                        # syntax=docker/dockerfile:1
                        ARG V=3.12
                        from python:${V} AS base
                        RUN apt-get update \\
                            # why
                            && apt-get install -y \\
                               gcc
                        RUN <<EOF
                        set -e
                        pip install .
                        EOF
                        WORKDIR /src
                        CMD ["pytest"]
                        """).toOptional().orElseThrow();
        assertThat(file.instructions())
                .extracting(i -> i.line() + " " + i.keyword())
                .containsExactly("2 ARG", "3 FROM", "4 RUN", "8 RUN", "12 WORKDIR", "13 CMD");
        assertThat(file.of("RUN").getFirst().arguments())
                .contains("apt-get install -y")
                .doesNotContain("why");
        assertThat(file.of("RUN").getLast().arguments()).isEqualTo("\nset -e\npip install .");
    }

    @Test
    void brokenAndHugeFilesAreUnknown() {
        assertThat(Dockerfile.read("FROM x\n===\n")).isInstanceOf(Reading.Unknown.class);
        assertThat(Dockerfile.read("x".repeat(Dockerfile.SIZE_LIMIT + 1))).isInstanceOf(Reading.Unknown.class);
        assertThat(Dockerfile.read("RUN a \\")).isInstanceOf(Reading.Value.class);
        assertThat(Dockerfile.read("RUN <<EOF\nnever closed")).isInstanceOf(Reading.Value.class);
    }
}
