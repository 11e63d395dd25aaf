package dev.bootwright.acquire.archive;

import dev.bootwright.acquire.archive.ArchiveEntry.Type;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads tar streams (old, ustar, GNU long names, pax) with names as bytes, which libraries decode and so lose where they
 * are not UTF-8.
 */
public final class TarReader {
    private static final int BLOCK = 512;
    private static final int LONGEST_RECORD = 1 << 20;

    private final InputStream in;
    private byte @Nullable [] longName;
    private byte @Nullable [] longTarget;
    private Map<String, byte[]> pax = new LinkedHashMap<>();
    private final Map<String, byte[]> globalPax = new LinkedHashMap<>();

    public TarReader(InputStream in) {
        this.in = in;
    }

    public void read(ArchiveEntry.Visitor visitor) throws IOException {
        byte[] header = in.readNBytes(BLOCK);
        if (header.length == 0) {
            throw new EOFException("it is empty");
        }
        while (header.length == BLOCK && !isZero(header)) {
            header(header, visitor);
            header = in.readNBytes(BLOCK);
        }
        if (header.length != 0 && header.length != BLOCK) {
            throw new EOFException("it ends in the middle of an entry");
        }
    }

    private void header(byte[] header, ArchiveEntry.Visitor visitor) throws IOException {
        checkSum(header);
        char type = (char) header[156];
        switch (type) {
            case 'L' -> longName = withoutNul(record(number(header, 124, 12)));
            case 'K' -> longTarget = withoutNul(record(number(header, 124, 12)));
            case 'x' -> pax = paxRecords(record(number(header, 124, 12)));
            case 'g' -> globalPax.putAll(paxRecords(record(number(header, 124, 12))));
            default -> {
                entry(header, type, visitor);
                longName = null;
                longTarget = null;
                pax = new LinkedHashMap<>();
            }
        }
    }

    private void entry(byte[] header, char type, ArchiveEntry.Visitor visitor) throws IOException {
        if (type == 'S' || pax.keySet().stream().anyMatch(k -> k.startsWith("GNU.sparse."))) {
            throw new IOException("it holds a sparse file, which is not understood");
        }
        byte[] path = path(header);
        byte[] target = target(header);
        long size = paxNumber("size", number(header, 124, 12));
        boolean folder = type == '5' || ((type == '0' || type == 0) && path.length > 0 && path[path.length - 1] == '/');
        Type kind = switch (type) {
            case '0', 0, '7' -> folder ? Type.FOLDER : Type.FILE;
            case '1' -> Type.HARD_LINK;
            case '2' -> Type.LINK;
            case '5' -> Type.FOLDER;
            default -> Type.SPECIAL;
        };
        boolean executable = (number(header, 100, 8) & 0111) != 0;
        Content content = new Content(kind == Type.FILE ? size : 0);
        long skipped = kind == Type.FILE ? 0 : size;
        visitor.visit(new ArchiveEntry(path, kind, executable, target, time(header), content));
        content.skipRest();
        skip(skipped + padding(size));
    }

    private byte[] path(byte[] header) {
        byte @Nullable [] fromPax = pax.getOrDefault("path", globalPax.get("path"));
        if (fromPax != null) {
            return fromPax;
        }
        if (longName != null) {
            return longName;
        }
        byte[] name = text(header, 0, 100);
        boolean ustar = new String(header, 257, 6, StandardCharsets.US_ASCII).equals("ustar\0");
        byte[] prefix = ustar ? text(header, 345, 155) : new byte[0];
        if (prefix.length == 0) {
            return name;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(prefix);
        out.write('/');
        out.writeBytes(name);
        return out.toByteArray();
    }

    private byte[] target(byte[] header) {
        byte @Nullable [] fromPax = pax.getOrDefault("linkpath", globalPax.get("linkpath"));
        if (fromPax != null) {
            return fromPax;
        }
        return longTarget != null ? longTarget : text(header, 157, 100);
    }

    private @Nullable Instant time(byte[] header) throws IOException {
        byte @Nullable [] fromPax = pax.getOrDefault("mtime", globalPax.get("mtime"));
        try {
            if (fromPax != null) {
                String seconds = new String(fromPax, StandardCharsets.US_ASCII).replaceFirst("\\..*", "");
                return Instant.ofEpochSecond(Long.parseLong(seconds));
            }
            return Instant.ofEpochSecond(number(header, 136, 12));
        } catch (NumberFormatException | DateTimeException e) {
            return null;
        }
    }

    private long paxNumber(String key, long otherwise) throws IOException {
        byte @Nullable [] value = pax.get(key);
        if (value == null) {
            return otherwise;
        }
        try {
            long number = Long.parseLong(new String(value, StandardCharsets.US_ASCII));
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw new IOException("an extended header holds a bad " + key);
    }

    private byte[] record(long size) throws IOException {
        if (size > LONGEST_RECORD) {
            throw new IOException("an extended header is larger than " + LONGEST_RECORD + " bytes");
        }
        byte[] content = in.readNBytes((int) size);
        if (content.length < size) {
            throw new EOFException("it ends in the middle of an entry");
        }
        skip(padding(size));
        return content;
    }

    /** Records have the form {@code LENGTH KEY=VALUE\n}. */
    private static Map<String, byte[]> paxRecords(byte[] content) throws IOException {
        Map<String, byte[]> records = new LinkedHashMap<>();
        int start = 0;
        while (start < content.length) {
            int space = indexOf(content, (byte) ' ', start);
            int length = 0;
            for (int i = start; i < space && length <= LONGEST_RECORD; i++) {
                length = length * 10 + (content[i] - '0');
            }
            int end = start + length;
            int equals = space < 0 ? -1 : indexOf(content, (byte) '=', space);
            if (equals < 0 || length <= 0 || end > content.length || equals >= end) {
                throw new IOException("an extended header is malformed");
            }
            String key = new String(content, space + 1, equals - space - 1, StandardCharsets.UTF_8);
            records.put(key, Arrays.copyOfRange(content, equals + 1, end - 1));
            start = end;
        }
        return records;
    }

    private static long number(byte[] header, int offset, int length) throws IOException {
        if ((header[offset] & 0x80) != 0) {
            long value = header[offset] & 0x7f;
            if (value >= 0x40) {
                return 0; // A negative number, which only a time before 1970 has.
            }
            for (int i = offset + 1; i < offset + length; i++) {
                if (value > Long.MAX_VALUE >> 9) {
                    throw new IOException("a header holds a number that is too large");
                }
                value = (value << 8) | (header[i] & 0xff);
            }
            return value;
        }
        String digits = new String(text(header, offset, length), StandardCharsets.US_ASCII).strip();
        try {
            return digits.isEmpty() ? 0 : Long.parseUnsignedLong(digits, 8) & Long.MAX_VALUE;
        } catch (NumberFormatException e) {
            throw new IOException("a header holds a bad number", e);
        }
    }

    private static void checkSum(byte[] header) throws IOException {
        long sum = 0;
        for (int i = 0; i < BLOCK; i++) {
            sum += i >= 148 && i < 156 ? ' ' : header[i] & 0xff;
        }
        String told = new String(text(header, 148, 8), StandardCharsets.US_ASCII).strip();
        if (!told.equals(Long.toOctalString(sum)) && !told.matches("0+" + Long.toOctalString(sum))) {
            throw new IOException("it is no tar archive, or damaged");
        }
    }

    private static byte[] text(byte[] header, int offset, int length) {
        return withoutNul(Arrays.copyOfRange(header, offset, offset + length));
    }

    private static byte[] withoutNul(byte[] text) {
        int end = indexOf(text, (byte) 0, 0);
        return end < 0 ? text : Arrays.copyOf(text, end);
    }

    private static int indexOf(byte[] text, byte wanted, int from) {
        for (int i = from; i < text.length; i++) {
            if (text[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isZero(byte[] block) {
        for (byte b : block) {
            if (b != 0) {
                return false;
            }
        }
        return true;
    }

    private static long padding(long size) {
        return (BLOCK - size % BLOCK) % BLOCK;
    }

    private void skip(long count) throws IOException {
        try {
            in.skipNBytes(count);
        } catch (EOFException e) {
            throw new IOException("it ends in the middle of a file", e);
        }
    }

    /** The content of the entry at hand. */
    private final class Content extends InputStream {
        private long left;

        Content(long size) {
            left = size;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            if (left == 0) {
                return -1;
            }
            int count = in.read(buffer, offset, (int) Math.min(length, left));
            if (count < 0) {
                throw new EOFException("it ends in the middle of a file");
            }
            left -= count;
            return count;
        }

        void skipRest() throws IOException {
            TarReader.this.skip(left);
            left = 0;
        }
    }
}
