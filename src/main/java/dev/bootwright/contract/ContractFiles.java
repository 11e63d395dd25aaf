package dev.bootwright.contract;

import dev.bootwright.base.Digest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files of a {@code .bootstrap} directory.
 *
 * @param contents by path below {@code .bootstrap}, sorted; besides plain names only {@code lock/NAME}
 */
public record ContractFiles(SortedMap<String, byte[]> contents) {
    private static final Pattern FORM = Pattern.compile("(?:lock/)?[A-Za-z0-9][A-Za-z0-9._-]*");

    public ContractFiles {
        SortedMap<String, byte[]> copy = new TreeMap<>();
        contents.forEach((path, bytes) -> {
            if (!FORM.matcher(path).matches()) {
                throw new IllegalArgumentException("not a path below .bootstrap: " + path);
            }
            copy.put(path, bytes.clone());
        });
        contents = Collections.unmodifiableSortedMap(copy);
    }

    public static ContractFiles ofTexts(Map<String, String> texts) {
        SortedMap<String, byte[]> bytes = new TreeMap<>();
        texts.forEach((path, text) -> bytes.put(path, text.getBytes(StandardCharsets.UTF_8)));
        return new ContractFiles(bytes);
    }

    public @Nullable String text(String path) {
        byte[] bytes = contents.get(path);
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    /** Of all paths and contents. */
    public Digest digest() {
        List<String> fields = new ArrayList<>();
        contents.forEach((path, bytes) -> {
            fields.add(path);
            fields.add(Digest.of(bytes).hex());
        });
        return Digest.ofFields(fields);
    }

    static boolean isScript(String path) {
        return path.endsWith(".sh") && !path.equals("env.sh");
    }
}
