package dev.bootwright.ecosystem.python.read;

import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.format.shell.ShellCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads {@code noxfile.py} without running it: what sessions that run tests install and run. */
final class NoxReader {
    private static final EvidenceKind KIND = EvidenceKind.TOOL_CONFIGURATION;

    private NoxReader() {}

    static void read(EvidenceFile file) {
        PythonSource source = PythonSource.of(file.text());
        for (PythonSource.Function function : source.functions()) {
            boolean session = function.decorators().stream()
                    .anyMatch(d ->
                            d.function().equals("nox.session") || d.function().equals("session"));
            if (session) {
                session(file, source, function);
            }
        }
    }

    private static void session(EvidenceFile file, PythonSource source, PythonSource.Function function) {
        List<TestInvocation> runs = new ArrayList<>();
        for (PythonValue.Call call :
                source.calls(function.from(), function.to(), "session.run", "session.run_always")) {
            List<String> words =
                    call.positional().stream().map(PythonValue.Text::value).toList();
            TestInvocation.of(
                            new ShellCommand(call.line(), Map.of(), words, "", ShellCommand.Joint.SEQUENCE, ".", false))
                    .ifPresent(runs::add);
        }
        if (runs.isEmpty()) {
            return;
        }
        for (TestInvocation run : runs) {
            TestRuns.found(file, run, run.line(), ".", "nox session " + function.name(), KIND);
        }
        versions(file, function);
        String named = Sources.listed("nox", function.name());
        for (PythonValue.Call call : source.calls(function.from(), function.to(), "session.install")) {
            installed(file, call, named);
        }
    }

    private static void versions(EvidenceFile file, PythonSource.Function function) {
        function.decorators()
                .forEach(d -> d.argument("python")
                        .ifPresent(p -> p.texts().stream()
                                .filter(v -> v.value().matches("3\\.[0-9]+"))
                                .forEach(v -> file.found(Subjects.TOX_VERSION, v.value(), v.line(), KIND))));
    }

    private static void installed(EvidenceFile file, PythonValue.Call call, String named) {
        List<String> words =
                call.positional().stream().map(PythonValue.Text::value).toList();
        PipCommand command = PipCommand.arguments(words);
        Map<String, String> by = Map.of("named-by", named);
        command.files()
                .forEach(f -> file.found(
                        Subjects.TEST_SOURCE,
                        Sources.file(RequirementsReader.resolve(file.path(), f)),
                        call.line(),
                        KIND,
                        by));
        command.extras().forEach(e -> file.found(Subjects.TEST_SOURCE, Sources.extra(e), call.line(), KIND, by));
        command.groups().forEach(g -> file.found(Subjects.TEST_SOURCE, Sources.group(g), call.line(), KIND, by));
        command.requirements().forEach(r -> file.dependency(r, named, call.line(), KIND));
    }
}
