package dev.bootwright.sandbox;

import dev.bootwright.base.Digest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** What the parts of the engines' conformance suite share: the engine under test, and short ways to use it. */
public abstract class SandboxSuite {
    /** What not every engine, or not every machine, can do. */
    public enum Capability {
        MEMORY_LIMIT,
        PROCESS_LIMIT,
        DISK_LIMIT,
        LEFT_PROCESSES,
        WRECKS,
        SHIFTED_USERS
    }

    protected static final SandboxSpec SPEC = new SandboxSpec("conformance", List.of(), Map.of());

    /** The engine under test; opened once for all tests. */
    protected abstract SandboxEngine engine();

    /** A small Debian base with bash, coreutils and perl. */
    protected abstract LayerKey base();

    protected abstract Set<Capability> capabilities();

    protected Sandbox open() {
        return engine().open(base(), SPEC);
    }

    protected static LayerKey key() {
        return new LayerKey(Digest.of("test " + UUID.randomUUID()));
    }

    protected static ExecRequest developer(String script, OutputSink output) {
        return ExecRequest.of(List.of("bash", "-c", script), "/", SandboxUser.DEVELOPER, output);
    }

    protected static ExecRequest root(String script, OutputSink output) {
        return ExecRequest.of(List.of("bash", "-c", script), "/", SandboxUser.ROOT, output);
    }

    protected String run(String script) {
        try (Sandbox sandbox = open()) {
            return run(sandbox, script);
        }
    }

    protected static String run(Sandbox sandbox, String script) {
        RecordedOutput output = new RecordedOutput();
        sandbox.exec(developer(script, output));
        return output.text();
    }

    protected static byte[] tar(Map<String, String> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                byte[] content = file.getValue().getBytes(StandardCharsets.UTF_8);
                TarArchiveEntry entry = new TarArchiveEntry(file.getKey());
                entry.setSize(content.length);
                tar.putArchiveEntry(entry);
                tar.write(content);
                tar.closeArchiveEntry();
            }
        }
        return bytes.toByteArray();
    }

    protected static Map<String, String> untar(byte[] archive) throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        try (TarArchiveInputStream tar = new TarArchiveInputStream(new ByteArrayInputStream(archive))) {
            TarArchiveEntry entry = tar.getNextEntry();
            while (entry != null) {
                if (entry.isFile()) {
                    files.put(entry.getName(), new String(tar.readAllBytes(), StandardCharsets.UTF_8));
                }
                entry = tar.getNextEntry();
            }
        }
        return files;
    }
}
