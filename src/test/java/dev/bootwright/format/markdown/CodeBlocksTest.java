package dev.bootwright.format.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CodeBlocksTest {
    @Test
    void fencesOfMarkdown() {
        var blocks = CodeBlocks.markdown("""
                # Title
                ## Running tests
                ```bash
                $ pytest
                ```
                1. do
                   ~~~ Shell
                   make test
                   ~~~
                Setup
                -----
                ```
                plain
                """);
        assertThat(blocks)
                .containsExactly(
                        new CodeBlock("bash", 4, "$ pytest\n", "Running tests"),
                        new CodeBlock("shell", 8, "make test\n", "Running tests"),
                        new CodeBlock("", 13, "plain\n\n", "Setup"));
    }

    @Test
    void blocksOfRestructuredText() {
        var blocks = CodeBlocks.restructuredText("""
                =====
                Title
                =====

                Testing
                -------

                Run it::

                    tox -e py

                    tox -e lint

                .. code-block:: console
                   :linenos:

                   $ pytest

                .. note:: text
                end
                """);
        assertThat(blocks)
                .containsExactly(
                        new CodeBlock("", 10, "tox -e py\n\ntox -e lint\n", "Testing"),
                        new CodeBlock("console", 17, "$ pytest\n", "Testing"));
    }
}
