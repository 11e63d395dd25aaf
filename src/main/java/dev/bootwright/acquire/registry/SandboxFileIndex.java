package dev.bootwright.acquire.registry;

import dev.bootwright.failure.ToolException;
import dev.bootwright.sandbox.BaseIdentity;
import dev.bootwright.sandbox.ExecOutcome;
import dev.bootwright.sandbox.Sandbox;
import dev.bootwright.sandbox.SandboxEngine;
import dev.bootwright.sandbox.SandboxSpec;
import dev.bootwright.sandbox.SandboxUser;
import dev.bootwright.toolchain.FileIndex;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Makes the file index of a suite once, out of the lists of contents that its mirror has: apt brings them inside a sandbox,
 * where they are also reduced, so that no host name stands in our code and the whole list never leaves.
 */
public final class SandboxFileIndex implements FileIndex.Source {
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final String INSIDE = "/var/tmp/file-index";
    private static final String SCRIPT = """
            set -eu
            export LC_ALL=C
            {
              echo 'Acquire::IndexTargets::deb::Contents-deb {'
              echo '  MetaKey "$(COMPONENT)/Contents-$(ARCHITECTURE)"; ShortDescription "Contents-$(ARCHITECTURE)";'
              echo '  Description "$(RELEASE)/$(COMPONENT) $(ARCHITECTURE) Contents (deb)"; KeepCompressed "true"; };'
            } >/etc/apt/apt.conf.d/50contents
            apt-get update -q
            apt-get indextargets --format '$(FILENAME)' 'Created-By: Contents-deb' | sort -u >/var/tmp/contents
            test -s /var/tmp/contents
            while IFS= read -r list; do
              /usr/lib/apt/apt-helper cat-file "$list"
            done </var/tmp/contents |
              grep -E '^usr/(include/|lib/([a-z0-9_]+-linux-gnu/)?(lib[^/ ]+\\.so |pkgconfig/|cmake/)|share/(pkgconfig|aclocal|cmake|[^/ ]+/cmake)/|s?bin/|lib/python3/dist-packages/[^/ ]+(/__init__)?\\.py |src/[^/ ]+/CMakeLists\\.txt)|^s?bin/' |
              awk '
                function put(kind, name) { if (name != "") print kind ":" name "\\t" packages }
                {
                  packages = $NF
                  gsub(/[^,]*\\//, "", packages)
                  path = $0
                  sub(/[ \\t]+[^ \\t]+$/, "", path)
                  base = path
                  sub(/.*\\//, "", base)
                  if (path ~ /^usr\\/include\\//) {
                    sub(/^usr\\/include\\//, "", path)
                    sub(/^[a-z0-9_]+-linux-gnu[a-z0-9]*\\//, "", path)
                    put("h", path)
                  } else if (base ~ /\\.pc$/) put("pc", substr(base, 1, length(base) - 3))
                  else if (base ~ /Config\\.cmake$/) put("cm", substr(base, 1, length(base) - 12))
                  else if (base ~ /-config\\.cmake$/) put("cm", substr(base, 1, length(base) - 13))
                  else if (base ~ /\\.m4$/ && path ~ /aclocal/) put("m4", substr(base, 1, length(base) - 3))
                  else if (path ~ /^usr\\/src\\//) { split(path, part, "/"); put("src", part[3]) }
                  else if (path ~ /^(usr\\/)?s?bin\\/[^\\/]+$/) put("bin", base)
                  else if (path ~ /\\/dist-packages\\//) { split(path, part, "/"); sub(/\\.py$/, "", part[5]); put("py", part[5]) }
                  else if (base ~ /^lib.*\\.so$/) put("so", substr(base, 4, length(base) - 6))
                }' |
              sort -u |
              awk -F '\\t' '
                $1 == key { if (length(all) < 4000) all = all "," $2; next }
                { if (key != "") print key "\\t" all; key = $1; all = $2 }
                END { if (key != "") print key "\\t" all }' >%1$s
            test -s %1$s
            """.formatted(INSIDE);

    private final Supplier<SandboxEngine> engine;
    private final Supplier<SandboxSpec> spec;
    private final Path folder;
    private final Map<String, FileIndex> open = new TreeMap<>();

    /**
     * @param spec the network of a setup step: proxies, authorities, indexes
     * @param folder where indexes are kept, one file a suite
     */
    public SandboxFileIndex(Supplier<SandboxEngine> engine, Supplier<SandboxSpec> spec, Path folder) {
        this.engine = engine;
        this.spec = spec;
        this.folder = folder;
    }

    @Override
    public synchronized FileIndex of(BaseIdentity base) {
        if (!base.distribution().equals("debian")) {
            return FileIndex.none();
        }
        String name = String.join("-", base.distribution(), base.suite(), base.architecture()) + "-2.tsv";
        FileIndex known = open.get(name);
        if (known != null) {
            return known;
        }
        Path file = folder.resolve(name);
        FileIndex index =
                Files.isRegularFile(file) || made(base, file).isPresent() ? FileIndex.open(file) : FileIndex.none();
        open.put(name, index);
        return index;
    }

    private Optional<Path> made(BaseIdentity base, Path file) {
        try {
            Files.createDirectories(folder);
            Path draft = Files.createTempDirectory(folder, "new");
            try (Sandbox sandbox =
                    engine.get().open(engine.get().base(base, line -> {}).key(), spec.get())) {
                ExecOutcome outcome = SandboxPackageFetcher.run(
                                sandbox,
                                List.of("/bin/bash", "-o", "pipefail", "-c", SCRIPT),
                                Map.of("DEBIAN_FRONTEND", "noninteractive"),
                                SandboxUser.ROOT,
                                LIMIT,
                                InputStream.nullInputStream())
                        .outcome();
                if (!outcome.succeeded()) {
                    return Optional.empty();
                }
                Path copied = draft.resolve("index.tsv");
                SandboxPackageFetcher.copyOut(sandbox, INSIDE, copied);
                Files.move(copied, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                return Optional.of(file);
            } finally {
                Files.deleteIfExists(draft.resolve("index.tsv"));
                Files.deleteIfExists(draft.resolve("copied.tar"));
                Files.deleteIfExists(draft);
            }
        } catch (ToolException e) {
            // Without the index fewer packages are known; whether that matters the build shows.
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
