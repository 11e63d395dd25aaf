package dev.bootwright.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bootwright.acquire.archive.ArchiveEntry;
import dev.bootwright.acquire.archive.TarReader;
import dev.bootwright.acquire.archive.TarWriter;
import dev.bootwright.base.RelativePath;
import dev.bootwright.failure.ToolException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Readers of what anyone may send answer any bytes with a result or a clear refusal, and never anything else. */
class AcquireFuzzTest {
    private static final int ROUNDS = 1000;

    @FuzzTest
    void tarReader(byte[] input) {
        try {
            new TarReader(new ByteArrayInputStream(input)).read(AcquireFuzzTest::drain);
        } catch (IOException refused) {
            assertThat(refused.getMessage()).isNotBlank();
        }
    }

    private static void drain(ArchiveEntry entry) throws IOException {
        assertThat(entry.content().readAllBytes()).hasSizeLessThan(1 << 24);
    }

    @FuzzTest
    void sourceReference(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        try {
            SourceReference reference = SourceReference.parse(text, Path.of("/nonexistent"));
            assertThat(reference.display()).isNotBlank();
            if (reference instanceof SourceReference.RegistryPackage p) {
                assertThat(PackageUrl.parse(p.url().toString().replace("+", "%2B")))
                        .isEqualTo(p.url());
            }
        } catch (ToolException refused) {
            assertThat(refused.failure().next()).isNotBlank();
        }
    }

    /** The same, with damaged archives of a fixed seed, so that every run does it. */
    @Test
    void damagedTars() throws IOException {
        byte[] good = tar();
        Random random = new Random(42);
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bad = Arrays.copyOf(good, random.nextInt(4) == 0 ? random.nextInt(good.length) : good.length);
            for (int i = random.nextInt(6); i > 0 && bad.length > 0; i--) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
            }
            repairSums(bad);
            tarReader(bad);
        }
    }

    @Test
    void whatTheWriterWritesTheReaderReads() throws IOException {
        List<String> seen = new ArrayList<>();
        new TarReader(new ByteArrayInputStream(tar()))
                .read(e -> seen.add(e.type() + " " + e.path().length + " " + e.target().length + " "
                        + new String(e.content().readAllBytes(), StandardCharsets.US_ASCII)));
        assertThat(seen).containsExactly("FOLDER 2 0 ", "FILE 3 0 hello", "LINK 150 120 ", "FILE 300 0 ");
    }

    private static byte[] tar() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TarWriter writer = new TarWriter(out, 1000, "developer");
        writer.folder(new byte[] {'d'}, 1_700_000_000);
        writer.file(new byte[] {'d', '/', 'a'}, true, 5, 1_700_000_000);
        writer.content("hello".getBytes(StandardCharsets.US_ASCII), 5);
        writer.padding(5);
        writer.link(filled(150), filled(120), 1_700_000_000);
        writer.file(filled(300), false, 0, 1_700_000_000);
        writer.end();
        return out.toByteArray();
    }

    private static byte[] filled(int length) {
        byte[] text = new byte[length];
        Arrays.fill(text, (byte) 'x');
        return text;
    }

    /** Makes headers valid again, so that damage gets past the check of their sums. */
    private static void repairSums(byte[] tar) {
        for (int at = 0; at + 512 <= tar.length; at += 512) {
            if (tar[at + 257] == 'u') {
                Arrays.fill(tar, at + 148, at + 156, (byte) ' ');
                long sum = 0;
                for (int i = 0; i < 512; i++) {
                    sum += tar[at + i] & 0xff;
                }
                byte[] digits = String.format("%06o\0", sum).getBytes(StandardCharsets.US_ASCII);
                System.arraycopy(digits, 0, tar, at + 148, 7);
            }
        }
    }

    /** Random link farms, compared with a real file system: what the check lets pass never leads out. */
    @Test
    void linkTargetsAgreeWithAModel() {
        Random random = new Random(7);
        String[] parts = {"..", ".", "a", "b", "c"};
        for (int round = 0; round < ROUNDS; round++) {
            Map<RelativePath, byte[]> links = new TreeMap<>();
            for (String name : List.of("a", "b", "c/a", "c/b")) {
                StringBuilder target = new StringBuilder(parts[random.nextInt(parts.length)]);
                for (int i = random.nextInt(3); i > 0; i--) {
                    target.append('/').append(parts[random.nextInt(parts.length)]);
                }
                links.put(RelativePath.of(name), target.toString().getBytes(StandardCharsets.US_ASCII));
            }
            for (RelativePath link : links.keySet()) {
                boolean out = new LinkTargets(links).leavesTree(link);
                assertThat(out).as("%s in %s", link, links.keySet()).isEqualTo(escapes(link, links));
            }
        }
    }

    /** Follows a link naively from the text of its path. */
    private static boolean escapes(RelativePath link, Map<RelativePath, byte[]> links) {
        List<String> done = new ArrayList<>();
        List<String> todo = new ArrayList<>(List.of(link.toString().split("/")));
        for (int steps = 0; !todo.isEmpty() && steps < 300; steps++) {
            String part = todo.removeFirst();
            if (part.equals("..")) {
                if (done.isEmpty()) {
                    return true;
                }
                done.removeLast();
            } else if (!part.equals(".")) {
                done.add(part);
                byte[] target = links.get(RelativePath.of(String.join("/", done)));
                if (target != null) {
                    done.removeLast();
                    todo.addAll(0, List.of(new String(target, StandardCharsets.US_ASCII).split("/")));
                }
            }
        }
        return false;
    }
}
