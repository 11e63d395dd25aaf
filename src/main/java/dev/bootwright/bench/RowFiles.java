package dev.bootwright.bench;

import dev.bootwright.base.Digest;
import dev.bootwright.event.RunJournal;
import dev.bootwright.failure.StorageFailure;
import dev.bootwright.format.Scrubber;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Where one row's files are: what stays, below the folder of the results, and the work folder that goes.
 *
 * @param kept the row's own folder below the results
 * @param work the folder in which the product runs
 * @param names folders of this machine that failures may name, with what stands for them in the results
 */
record RowFiles(Path kept, Path work, Map<Path, String> names) {
    private static final int LAST_LINES = 8;
    private static final long LOGS_LARGEST = 32L << 20;

    RowFiles {
        names = Map.copyOf(names);
    }

    static RowFiles of(Path out, SuiteRow row, Path work, Map<Path, String> names) {
        String name = row.key().replaceAll("[^A-Za-z0-9._-]+", "-");
        String shown = name.length() <= 80 ? name : name.substring(0, 80);
        Path kept = out.resolve("rows")
                .resolve(shown + "-" + Digest.of(row.key()).hex().substring(0, 8));
        return new RowFiles(kept, work, names);
    }

    Path document() {
        return kept.resolve("result.json");
    }

    Path journal() {
        return kept.resolve(RunJournal.FILE_NAME);
    }

    Path standardError() {
        return kept.resolve("stderr.log");
    }

    Path tree() {
        return work.resolve("tree");
    }

    Path scratch() {
        return work.resolve("scratch");
    }

    void prepare() {
        try {
            Files.createDirectories(kept);
            for (Path file : List.of(document(), journal(), standardError())) {
                Files.deleteIfExists(file);
            }
            Files.createDirectories(scratch());
        } catch (IOException e) {
            throw StorageFailure.of("bench", "make " + kept, e);
        }
    }

    List<String> lastLines() {
        try {
            List<String> lines = new String(Files.readAllBytes(standardError()), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
            return lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()).stream()
                    .map(line -> withoutPaths(Scrubber.snippet(line)))
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    String withoutPaths(String text) {
        String shown = text.replace(work.toString(), "WORK");
        for (Map.Entry<Path, String> name :
                names.entrySet().stream().sorted(Map.Entry.comparingByKey()).toList()) {
            shown = shown.replace(name.getKey().toString(), name.getValue());
        }
        return shown;
    }

    /** Keeps the contract and the steps' logs, unless they are large. */
    void keep(Path runFolder) {
        copy(tree().resolve(".bootstrap"), kept.resolve("bootstrap"));
        copy(runFolder.resolve("logs"), kept.resolve("logs"));
    }

    private static void copy(Path from, Path to) {
        if (!Files.isDirectory(from) || DiskUse.ofFolder(from) > LOGS_LARGEST) {
            return;
        }
        try (var all = Files.walk(from)) {
            for (Path file : all.sorted().toList()) {
                if (Files.isRegularFile(file, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
                    Path target = to.resolve(from.relativize(file).toString());
                    Files.createDirectories(target.getParent());
                    Files.copy(file, target, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
                }
            }
        } catch (IOException e) {
            throw StorageFailure.of("bench", "copy " + from, e);
        }
    }
}
