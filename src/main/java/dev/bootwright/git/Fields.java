package dev.bootwright.git;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Cuts git's NUL-separated output into its fields, as bytes. */
final class Fields {
    private Fields() {}

    static List<byte[]> splitNul(byte[] output) {
        List<byte[]> fields = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < output.length; i++) {
            if (output[i] == 0) {
                fields.add(Arrays.copyOfRange(output, start, i));
                start = i + 1;
            }
        }
        return fields;
    }

    static int indexOf(byte[] text, byte wanted, int from) {
        for (int i = from; i < text.length; i++) {
            if (text[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    /** The position after the n-th space. */
    static int afterSpaces(byte[] text, int n) {
        int position = 0;
        for (int i = 0; i < n; i++) {
            position = indexOf(text, (byte) ' ', position) + 1;
        }
        return position;
    }

    static byte[] from(byte[] text, int start) {
        return Arrays.copyOfRange(text, start, text.length);
    }
}
