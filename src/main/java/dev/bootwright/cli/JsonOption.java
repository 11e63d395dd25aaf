package dev.bootwright.cli;

import picocli.CommandLine.Option;

/** Whether the answer is one document for programs. */
final class JsonOption {
    @Option(names = "--json", description = "Print the result as one JSON document.")
    boolean json;
}
