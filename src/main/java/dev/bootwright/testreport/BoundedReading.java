package dev.bootwright.testreport;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Reads untrusted text files line by line within bounds; a file that is missing or no regular file is empty. */
final class BoundedReading {
    private static final long MAX_BYTES = 1L << 30;
    private static final int MAX_LINE = 1 << 20;

    private BoundedReading() {}

    /** Lines past their limit lose their end; a last line without an end is given like any other. */
    static void lines(Path file, Consumer<String> consumer) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            ByteArrayOutputStream line = new ByteArrayOutputStream(512);
            byte[] buffer = new byte[1 << 16];
            long total = 0;
            for (int n = in.read(buffer); n > 0 && total < MAX_BYTES; n = in.read(buffer)) {
                total += n;
                int from = 0;
                for (int i = 0; i < n; i++) {
                    if (buffer[i] == '\n') {
                        append(line, buffer, from, i);
                        consumer.accept(line.toString(StandardCharsets.UTF_8));
                        line.reset();
                        from = i + 1;
                    }
                }
                append(line, buffer, from, n);
            }
            if (line.size() > 0) {
                consumer.accept(line.toString(StandardCharsets.UTF_8));
            }
        }
    }

    private static void append(ByteArrayOutputStream line, byte[] buffer, int from, int to) {
        line.write(buffer, from, Math.min(to - from, Math.max(0, MAX_LINE - line.size())));
    }
}
