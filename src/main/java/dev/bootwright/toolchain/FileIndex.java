package dev.bootwright.toolchain;

import dev.bootwright.sandbox.BaseIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which packages of a distribution's suite hold a file that a build asks for: headers, libraries to link with, pkg-config
 * modules, CMake packages, programs, macros. It is the distribution's own list of contents, reduced to a sorted file whose
 * lines are {@code kind:name}, a tab, and packages joined by commas; a look-up reads a few of its lines.
 */
public final class FileIndex {
    private static final FileIndex NONE = new FileIndex(null);

    private final @Nullable MappedByteBuffer lines;

    private FileIndex(@Nullable MappedByteBuffer lines) {
        this.lines = lines;
    }

    /** What can be asked for. */
    public enum Kind {
        /** A header by its name as source code includes it. */
        HEADER("h"),
        /** What the linker takes for {@code -lNAME}. */
        LIBRARY("so"),
        PKG_CONFIG("pc"),
        /** A package's own CMake file: {@code NAMEConfig.cmake}, or {@code name-config.cmake}. */
        CMAKE("cm"),
        PROGRAM("bin"),
        /** A module of the distribution's Python. */
        PYTHON("py"),
        /** A file of Autoconf macros. */
        MACRO("m4"),
        /** Sources below {@code /usr/src/NAME} that CMake builds. */
        SOURCES("src");

        private final String prefix;

        Kind(String prefix) {
            this.prefix = prefix;
        }
    }

    /** Gives the index of a suite. */
    @FunctionalInterface
    public interface Source {
        /** {@link #none()} where it cannot be had. */
        FileIndex of(BaseIdentity base);
    }

    /** An index that knows nothing. */
    public static FileIndex none() {
        return NONE;
    }

    /** @param file sorted by bytes */
    public static FileIndex open(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return new FileIndex(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public boolean isEmpty() {
        return lines == null || lines.limit() == 0;
    }

    /** The packages that hold it, in the order of the index; empty when none does. */
    public List<String> packages(Kind kind, String name) {
        if (isEmpty() || name.isEmpty() || name.indexOf('\n') >= 0 || name.indexOf('\t') >= 0) {
            return List.of();
        }
        byte[] key = (kind.prefix + ":" + name + "\t").getBytes(StandardCharsets.UTF_8);
        int at = firstLineNotBefore(key);
        if (at >= size() || compare(at, key) != 0) {
            return List.of();
        }
        int end = endOfLine(at);
        byte[] value = new byte[end - at - key.length];
        buffer().get(at + key.length, value);
        return List.of(new String(value, StandardCharsets.UTF_8).split(","));
    }

    /** The one package to install for it: a development package of this architecture, the plainest name first. */
    public Optional<String> best(Kind kind, String name) {
        return packages(kind, name).stream().filter(p -> !isForeign(p)).min((a, b) -> {
            int development = Boolean.compare(!a.endsWith("-dev"), !b.endsWith("-dev"));
            int length = Integer.compare(a.length(), b.length());
            return development != 0 ? development : length != 0 ? length : a.compareTo(b);
        });
    }

    private static boolean isForeign(String name) {
        return name.toLowerCase(Locale.ROOT)
                .matches(".*(-cross|mingw|-i386|lib32|libx32|lib64|-armel|-armhf|-arm64|avr|musl|diet|-nss-|uclibc).*");
    }

    private MappedByteBuffer buffer() {
        if (lines == null) {
            throw new IllegalStateException("an index without lines was asked");
        }
        return lines;
    }

    private int size() {
        return buffer().limit();
    }

    private int firstLineNotBefore(byte[] key) {
        int low = 0;
        int high = size();
        while (low < high) {
            int line = startOfLine((low + high) >>> 1);
            if (compare(line, key) < 0) {
                low = endOfLine(line) + 1;
            } else {
                high = line;
            }
        }
        return low;
    }

    private int startOfLine(int at) {
        int i = at;
        while (i > 0 && buffer().get(i - 1) != '\n') {
            i--;
        }
        return i;
    }

    private int endOfLine(int at) {
        int i = at;
        while (i < size() && buffer().get(i) != '\n') {
            i++;
        }
        return i;
    }

    /** How the line's beginning stands to the key, which ends with a tab. */
    private int compare(int line, byte[] key) {
        for (int i = 0; i < key.length; i++) {
            if (line + i >= size()) {
                return -1;
            }
            int difference = (buffer().get(line + i) & 0xff) - (key[i] & 0xff);
            if (difference != 0) {
                return difference;
            }
        }
        return 0;
    }
}
