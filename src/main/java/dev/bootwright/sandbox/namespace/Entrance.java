package dev.bootwright.sandbox.namespace;

import dev.bootwright.process.ProcessRequest;
import dev.bootwright.process.ProcessRunner;
import dev.bootwright.process.RunningProcess;
import dev.bootwright.sandbox.ExecRequest;
import dev.bootwright.sandbox.SandboxSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A shell that already stands inside a sandbox's control groups, mounts and ids, and waits for its one command. Joining
 * a control group can wait for the whole kernel to pass a quiet moment; this is done while nobody waits for us.
 *
 * @param group where the command will be counted and limited; empty where control groups can't be written
 * @param options bubblewrap's options, open in the shell and still empty
 * @param status bubblewrap's report
 */
record Entrance(
        BubblewrapCommand bubblewrap, RunningProcess process, Optional<CommandGroup> group, Path options, Path status) {

    static Entrance open(
            ProcessRunner runner,
            ProcessRunner.Streams streams,
            BubblewrapCommand bubblewrap,
            Optional<CommandGroup> group,
            Path options,
            Path status)
            throws IOException {
        Files.createFile(options);
        List<String> argv = bubblewrap.entrance(joinFiles(group), options, status);
        argv.addAll(bubblewrap.waiting());
        RunningProcess process = runner.start(ProcessRequest.of(argv, HostTools.ENV, Duration.ofDays(365)), streams);
        return new Entrance(bubblewrap, process, group, options, status);
    }

    static List<String> joinFiles(Optional<CommandGroup> group) {
        return group.map(CommandGroup::joinFiles).orElse(List.of());
    }

    boolean isUsable() {
        return process.isAlive();
    }

    /** Lets the shell become the command. */
    void enter(ExecRequest request, SandboxSpec spec) throws IOException {
        if (group.isPresent()) {
            group.get().limit(request.limits());
        }
        bubblewrap.writeOptions(options, request, spec, false, group.isPresent());
        process.stdin().write(bubblewrap.line(request, group.isPresent()).getBytes(StandardCharsets.UTF_8));
        process.stdin().flush();
    }

    /** Ends a shell that was never used. */
    void abandon() {
        process.killAlone();
        group.ifPresent(CommandGroup::kill);
        group.ifPresent(CommandGroup::remove);
    }
}
