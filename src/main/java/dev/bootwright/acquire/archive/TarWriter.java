package dev.bootwright.acquire.archive;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes tar streams with names as bytes, every entry owned by the developer and of one time. */
public final class TarWriter {
    private static final int BLOCK = 512;
    private static final long LARGEST_OCTAL = (1L << 33) - 1;

    private final OutputStream out;
    private final int uid;
    private final String user;

    public TarWriter(OutputStream out, int uid, String user) {
        this.out = out;
        this.uid = uid;
        this.user = user;
    }

    public void folder(byte[] path, long time) throws IOException {
        byte[] named = Arrays.copyOf(path, path.length + 1);
        named[path.length] = '/';
        header(named, new byte[0], '5', 0755, 0, time);
    }

    public void link(byte[] path, byte[] target, long time) throws IOException {
        header(path, target, '2', 0777, 0, time);
    }

    /** Begins a file; exactly {@code size} bytes must follow by {@link #content}, then {@link #padding}. */
    public void file(byte[] path, boolean executable, long size, long time) throws IOException {
        header(path, new byte[0], '0', executable ? 0755 : 0644, size, time);
    }

    public void content(byte[] buffer, int length) throws IOException {
        out.write(buffer, 0, length);
    }

    public void padding(long size) throws IOException {
        out.write(new byte[(int) ((BLOCK - size % BLOCK) % BLOCK)]);
    }

    public void end() throws IOException {
        out.write(new byte[2 * BLOCK]);
        out.flush();
    }

    private void header(byte[] path, byte[] target, char type, int mode, long size, long time) throws IOException {
        if (target.length > 100) {
            longRecord('K', target);
        }
        if (path.length > 100) {
            longRecord('L', path);
        }
        block(path, target, type, mode, size, time);
    }

    private void longRecord(char type, byte[] text) throws IOException {
        byte[] name = "././@LongLink".getBytes(StandardCharsets.US_ASCII);
        block(name, new byte[0], type, 0644, text.length + 1L, 0);
        out.write(text);
        out.write(0);
        padding(text.length + 1L);
    }

    private void block(byte[] path, byte[] target, char type, int mode, long size, long time) throws IOException {
        byte[] header = new byte[BLOCK];
        System.arraycopy(path, 0, header, 0, Math.min(100, path.length));
        octal(header, 100, 8, mode);
        octal(header, 108, 8, uid);
        octal(header, 116, 8, uid);
        number(header, 124, size);
        octal(header, 136, 12, time);
        header[156] = (byte) type;
        System.arraycopy(target, 0, header, 157, Math.min(100, target.length));
        text(header, 257, "ustar  ");
        text(header, 265, user);
        text(header, 297, user);
        Arrays.fill(header, 148, 156, (byte) ' ');
        long sum = 0;
        for (byte b : header) {
            sum += b & 0xff;
        }
        octal(header, 148, 7, sum);
        out.write(header);
    }

    private static void number(byte[] header, int offset, long value) {
        if (value <= LARGEST_OCTAL) {
            octal(header, offset, 12, value);
            return;
        }
        header[offset] = (byte) 0x80;
        for (int i = 0; i < 8; i++) {
            header[offset + 11 - i] = (byte) (value >> (8 * i));
        }
    }

    private static void octal(byte[] header, int offset, int length, long value) {
        String digits = Long.toOctalString(value);
        text(header, offset, "0".repeat(length - 1 - digits.length()) + digits + "\0");
    }

    private static void text(byte[] header, int offset, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, header, offset, bytes.length);
    }
}
