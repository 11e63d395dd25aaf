package dev.bootwright.git;

import dev.bootwright.base.RelativePath;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads {@code git status --porcelain=v2 -z}, whose paths are relative to the work tree's top. */
final class StatusReader {
    private final byte[] prefix;
    private final List<RelativePath> changed = new ArrayList<>();
    private final List<RelativePath> unlike = new ArrayList<>();
    private final List<byte[]> untracked = new ArrayList<>();

    private StatusReader(RelativePath below) {
        prefix = below.isRoot() ? new byte[0] : (below + "/").getBytes(StandardCharsets.UTF_8);
    }

    static GitStatus read(byte[] output, RelativePath below) {
        StatusReader reader = new StatusReader(below);
        for (byte[] line : Fields.splitNul(output)) {
            reader.line(line);
        }
        return new GitStatus(reader.changed, reader.unlike, reader.untracked);
    }

    private void line(byte[] line) {
        switch (line[0]) {
            // 1 XY sub mH mI mW hH hI PATH
            case '1' -> tracked(line[3] != '.', Fields.from(line, Fields.afterSpaces(line, 8)));
            // u XY sub m1 m2 m3 mW h1 h2 h3 PATH
            case 'u' -> tracked(true, Fields.from(line, Fields.afterSpaces(line, 10)));
            case '?' -> untracked.add(below(Fields.from(line, 2)));
            default -> {}
        }
    }

    private void tracked(boolean differsFromIndex, byte[] path) {
        RelativePath relative = RelativePath.ofBytes(below(path));
        changed.add(relative);
        if (differsFromIndex) {
            unlike.add(relative);
        }
    }

    private byte[] below(byte[] path) {
        return path.length > prefix.length ? Arrays.copyOfRange(path, prefix.length, path.length) : path;
    }
}
