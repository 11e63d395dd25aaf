package dev.bootwright.sandbox.namespace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads single short lines from a stream without reading ahead. */
final class Lines {
    private static final int LIMIT = 4096;

    private Lines() {}

    /** The next line without its end, or what there was before the stream ended. */
    static String first(InputStream stream) throws IOException {
        StringBuilder line = new StringBuilder();
        int c = stream.read();
        while (c >= 0 && c != '\n' && line.length() < LIMIT) {
            line.append((char) c);
            c = stream.read();
        }
        return new String(line.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }
}
