package dev.bootwright.testreport;

import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.ExecUsage;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs real tools for tests. */
public final class LocalCommand {
    public static final ExecUsage NO_USAGE = new ExecUsage(Duration.ZERO, Duration.ZERO, 0, false);

    /** Node knows the authorities of the network by a variable of its own only. */
    private static final String NODE_AUTHORITIES = "NODE_EXTRA_CA_CERTS";

    private LocalCommand() {}

    /** The folder on the search path that has a program. */
    public static Path folderOf(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(Path::of)
                .filter(folder -> Files.isExecutable(folder.resolve(program)))
                .findFirst()
                .orElseThrow(() -> new AssertionError(program + " is not installed; bin/test installs it"));
    }

    /** How it ended, and what it wrote to standard output and error. */
    public record Ended(int code, String output) {
        public ExecOutcome outcome() {
            return new ExecOutcome.Exited(code, NO_USAGE);
        }
    }

    public static Ended run(Path directory, Map<String, String> env, List<String> argv) {
        return run(directory, env, argv, Duration.ofMinutes(5));
    }

    /** Kills the command at the limit; its code is then 137. */
    public static Ended run(Path directory, Map<String, String> env, List<String> argv, Duration limit) {
        try {
            File output = File.createTempFile("bootwright-test", ".log");
            ProcessBuilder builder = new ProcessBuilder(argv)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(output);
            builder.environment().keySet().removeIf(name -> name.startsWith("PYTEST") || name.startsWith("GOFLAGS"));
            builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
            String authorities = System.getenv("SSL_CERT_FILE");
            if (authorities != null) {
                builder.environment().putIfAbsent(NODE_AUTHORITIES, authorities);
            }
            builder.environment().putAll(env);
            Process process = builder.start();
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
            }
            String text = new String(Files.readAllBytes(output.toPath()), java.nio.charset.StandardCharsets.UTF_8);
            Files.delete(output.toPath());
            return new Ended(process.exitValue(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
