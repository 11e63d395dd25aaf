package dev.bootwright.bench;

import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.StorageFailure;
import dev.bootwright.failure.ToolException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A table of repositories to measure: tab-separated, its first line names the columns. {@code repo}, {@code commit},
 * {@code source} and {@code language} are known; all other columns are kept as notes.
 */
public record Suite(List<SuiteRow> rows) {
    private static final long LARGEST = 8L << 20;
    private static final int ERRORS_SHOWN = 20;
    private static final Set<String> KNOWN = Set.of("repo", "commit", "source", "language");
    private static final Pattern REPO = Pattern.compile("[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)*");
    private static final Pattern COMMIT = Pattern.compile("[A-Za-z0-9_+./-]{1,255}");

    public Suite {
        rows = List.copyOf(rows);
    }

    public static Suite read(Path file) {
        try {
            if (Files.size(file) > LARGEST) {
                throw usage(file, List.of("it is larger than " + (LARGEST >> 20) + " MiB"));
            }
            return parse(file, Files.readString(file, StandardCharsets.UTF_8));
        } catch (CharacterCodingException e) {
            throw usage(file, List.of("it is not UTF-8 text"));
        } catch (IOException e) {
            throw usage(file, List.of("it cannot be read: " + StorageFailure.reason(e)));
        }
    }

    /** @throws ToolException that names every wrong line at once */
    static Suite parse(Path file, String text) {
        return new Reading(file).read(text);
    }

    private static ToolException usage(Path file, List<String> errors) {
        String first = errors.getFirst();
        String more = errors.size() == 1 ? "" : " (and " + (errors.size() - 1) + " more)";
        return new ToolException(
                new Failure(
                        FailureCode.USAGE,
                        "bench",
                        "the suite " + file + " cannot be used: " + first + more,
                        errors.subList(0, Math.min(errors.size(), ERRORS_SHOWN)),
                        "A suite is a tab-separated table whose first line names its columns: repo, commit, source,"
                                + " language and any others."),
                null);
    }

    /** One reading of one file. */
    private static final class Reading {
        private final Path file;
        private final List<String> errors = new ArrayList<>();
        private final List<SuiteRow> rows = new ArrayList<>();
        private final Map<String, Integer> lineOf = new HashMap<>();
        private List<String> columns = List.of();

        Reading(Path file) {
            this.file = file;
        }

        Suite read(String text) {
            String plain = text.startsWith("\uFEFF") ? text.substring(1) : text;
            int number = 0;
            for (String raw : plain.split("\n", -1)) {
                number++;
                String line = raw.endsWith("\r") ? raw.substring(0, raw.length() - 1) : raw;
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                List<String> fields =
                        Arrays.stream(line.split("\t", -1)).map(String::strip).toList();
                if (columns.isEmpty()) {
                    header(number, fields);
                } else {
                    row(number, fields);
                }
            }
            if (columns.isEmpty()) {
                errors.add("it has no header line");
            } else if (rows.isEmpty() && errors.isEmpty()) {
                errors.add("it has no rows");
            }
            if (!errors.isEmpty()) {
                throw usage(file, errors);
            }
            return new Suite(rows);
        }

        private void header(int number, List<String> fields) {
            columns = fields;
            Set<String> seen = new HashSet<>();
            for (String column : fields) {
                if (column.isEmpty()) {
                    errors.add("line " + number + ": a column of the header has no name");
                } else if (!seen.add(column)) {
                    errors.add("line " + number + ": the column " + column + " stands twice in the header");
                }
            }
            if (!seen.contains("repo") && !seen.contains("source")) {
                errors.add("line " + number + ": the header names neither repo nor source; it names "
                        + String.join(", ", fields));
            }
        }

        private void row(int number, List<String> fields) {
            if (fields.size() > columns.size()) {
                errors.add("line " + number + ": " + fields.size() + " fields, and the header names " + columns.size()
                        + " columns");
                return;
            }
            Map<String, String> values = new HashMap<>();
            TreeMap<String, String> notes = new TreeMap<>();
            for (int i = 0; i < fields.size(); i++) {
                boolean known = KNOWN.contains(columns.get(i));
                if (known) {
                    values.put(columns.get(i), fields.get(i));
                } else if (!fields.get(i).isEmpty()) {
                    notes.put(columns.get(i), fields.get(i));
                }
            }
            SuiteRow row = new SuiteRow(
                    number,
                    values.getOrDefault("repo", ""),
                    values.getOrDefault("commit", ""),
                    values.getOrDefault("source", ""),
                    values.getOrDefault("language", ""),
                    notes);
            if (isSound(row)) {
                rows.add(row);
            }
        }

        private boolean isSound(SuiteRow row) {
            int before = errors.size();
            if (row.repo().isEmpty() && row.source().isEmpty()) {
                errors.add("line " + row.line() + ": neither repo nor source is given");
            }
            if (!row.repo().isEmpty()
                    && (!REPO.matcher(row.repo()).matches() || row.repo().contains(".."))) {
                errors.add("line " + row.line() + ": \"" + row.repo() + "\" is no repository's name");
            }
            if (!row.commit().isEmpty()
                    && (!COMMIT.matcher(row.commit()).matches()
                            || row.commit().contains("..")
                            || row.commit().startsWith("-"))) {
                errors.add("line " + row.line() + ": \"" + row.commit() + "\" is no commit, tag or branch");
            }
            if (row.source().startsWith("-")) {
                errors.add("line " + row.line() + ": a source does not begin with a dash");
            }
            Integer other = lineOf.putIfAbsent(row.key(), row.line());
            if (other != null) {
                errors.add("line " + row.line() + ": " + row.key() + " stands in line " + other + " already");
            }
            return errors.size() == before;
        }
    }
}
