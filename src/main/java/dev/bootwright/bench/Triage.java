package dev.bootwright.bench;

import dev.bootwright.pipeline.RunResult;

/** Rows without success grouped by their first cause, most frequent first: which kind to look at next. */
public final class Triage {
    private static final int EVIDENCE = 3;

    private Triage() {}

    public static String of(Measured measured) {
        StringBuilder out = new StringBuilder("# Triage\n");
        Figures.byFirstCause(measured.rows()).forEach((cause, rows) -> {
            out.append("\n## ").append(rows.size()).append(" × ").append(MarkdownTable.escaped(cause));
            out.append("\n\n");
            rows.forEach(row -> out.append(entry(measured, row)));
        });
        return out.toString();
    }

    private static String entry(Measured measured, BenchRow row) {
        StringBuilder out = new StringBuilder("- **" + MarkdownTable.escaped(row.display()) + "** ("
                + (row.language().isEmpty() ? "" : MarkdownTable.escaped(row.language()) + ", ") + row.verdict() + ", "
                + row.readiness() + ", " + Figures.number(row.seconds()) + " s"
                + (measured.isDoable(row) ? "" : ", not doable") + ")");
        RunResult.FailureItem failure = row.failure();
        if (failure == null) {
            return out.append(": ")
                    .append(row.reach().reached() == null ? "?" : row.reach().reached())
                    .append(" of ")
                    .append(row.reach().testFiles())
                    .append(" test files reached\n")
                    .toString();
        }
        out.append(": ").append(MarkdownTable.escaped(failure.summary())).append('\n');
        failure.evidence().stream()
                .limit(EVIDENCE)
                .forEach(line -> out.append("  - `")
                        .append(line.replace('`', '\'').strip())
                        .append("`\n"));
        return out.toString();
    }
}
