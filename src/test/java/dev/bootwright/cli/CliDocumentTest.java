package dev.bootwright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** {@code docs/cli.md} is what the commands say of themselves; {@code -Dgolden.update=true} writes it anew. */
class CliDocumentTest {
    private static final Path PAGE = Path.of("docs/cli.md");

    @Test
    void thePageIsCurrent() throws IOException {
        Console console = new Console(
                new PrintStream(System.out, true, StandardCharsets.UTF_8),
                new PrintStream(System.err, true, StandardCharsets.UTF_8),
                false,
                100);
        CommandLine line = BootwrightCommand.line(
                () -> {
                    throw new IllegalStateException("help opens nothing");
                },
                console);
        line.setUsageHelpWidth(100);
        StringBuilder page =
                new StringBuilder("# Command line\n\nWhat `bootwright --help` and `bootwright COMMAND --help`"
                        + " print.\n\n```text\n" + line.getUsageMessage(Ansi.OFF) + "```\n");
        line.getSubcommands().forEach((name, command) -> {
            section(page, "## " + name, command);
            command.getSubcommands().forEach((nested, own) -> section(page, "### " + name + " " + nested, own));
        });
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(PAGE, page.toString());
        }
        assertThat(PAGE).content().isEqualTo(page.toString());
    }

    private static void section(StringBuilder page, String title, CommandLine command) {
        page.append("\n")
                .append(title)
                .append("\n\n```text\n")
                .append(command.getUsageMessage(Ansi.OFF))
                .append("```\n");
    }
}
