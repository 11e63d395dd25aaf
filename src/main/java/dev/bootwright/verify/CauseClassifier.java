package dev.bootwright.verify;

import dev.bootwright.base.Cause;
import dev.bootwright.testreport.TestCase;
import dev.bootwright.testreport.UnfinishedTest;
import dev.bootwright.trace.GenericSignatures;
import dev.bootwright.trace.Signature;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads out of failure text why something did not pass. */
public final class CauseClassifier {
    /** Lines that state an exception, as pytest, unittest and Python tracebacks print them. */
    private static final Pattern EXCEPTION = Pattern.compile(
            "^(?:E\\s+|caused by: )?(?<type>[A-Za-z_][\\w.]*"
                    + "(?:Error|error|Exception|Failure|Exit|Interrupt|Timeout|timeout|Configured|NotFound|Failed))"
                    + "(?:: .*|)$",
            Pattern.MULTILINE);
    /** What a first line looks like where the test itself found something wrong. */
    private static final Pattern ASSERTION =
            Pattern.compile("^(?:E\\s+)?(?:assert\\b|(?:[\\w.]+\\.)?(?:AssertionError|Failed|FailTest)\\b(?!: Timeout)|"
                    + "\\[XPASS|unexpected success|Unexpected success).*");
    /** Go's testify, when it compares values; an error where none was expected is not that. */
    private static final Pattern COMPARISON = Pattern.compile(
            "\\bError:\\s+(?:Not equal|Should|Expected(?! nil, but got)|\"|\\[|elements differ|Not same|Max difference)",
            Pattern.DOTALL);

    private static final Pattern CHAINED = Pattern.compile(
            "During handling of the above exception|The above exception was the direct cause|^caused by: ",
            Pattern.MULTILINE);
    private static final String CRASHED_WORKER = "' crashed while running '";

    private final List<Signature> signatures;

    /** @param signatures of the ecosystems, most specific first; the generic ones come after them */
    public CauseClassifier(List<Signature> signatures) {
        List<Signature> all = new ArrayList<>(signatures);
        all.addAll(GenericSignatures.ALL);
        this.signatures = List.copyOf(all);
    }

    /**
     * A cause with what shows it.
     *
     * @param needKind what is lacking, for example {@code module}; empty when nothing named is
     * @param need its name; empty when the text does not tell
     * @param signature the id of the signature that matched; empty when none did
     */
    public record Classified(Cause cause, String needKind, String need, String signature, String line) {}

    /** The cause of a test that was executed and did not pass. */
    public Classified test(TestCase test) {
        String text = test.detail();
        String first = firstLine(text);
        if (first.isEmpty()) {
            return new Classified(Cause.UNKNOWN, "", "", "", "");
        }
        if (first.startsWith(UnfinishedTest.PREFIX) || first.contains(CRASHED_WORKER)) {
            return unfinished(first);
        }
        boolean assertion =
                ASSERTION.matcher(first).matches() || COMPARISON.matcher(text).find();
        if (!assertion) {
            Optional<Classified> found = firstMatch(first);
            if (found.isPresent()) {
                return found.get();
            }
        }
        List<String> exceptions = exceptionLines(text);
        if (assertion && !CHAINED.matcher(text).find()) {
            return new Classified(Cause.OWN, "", "", "", first);
        }
        if (!assertion && exceptions.isEmpty()) {
            return firstMatch(text).orElseGet(() -> new Classified(Cause.OWN, "", "", "", first));
        }
        for (String line : exceptions) {
            Optional<Classified> found = ASSERTION.matcher(line).matches() ? Optional.empty() : firstMatch(line);
            if (found.isPresent()) {
                return found.get();
            }
        }
        return new Classified(Cause.OWN, "", "", "", assertion ? first : telling(first, exceptions));
    }

    /** A traceback's first line may only say where, or name an exception whose text stands further down. */
    private static String telling(String first, List<String> exceptions) {
        boolean says = EXCEPTION.matcher(first).matches() && !isBare(first);
        return says
                ? first
                : exceptions.stream()
                        .map(line -> line.replaceFirst("^E\\s+", ""))
                        .filter(line -> !isBare(line))
                        .findFirst()
                        .orElse(first);
    }

    private static boolean isBare(String exception) {
        return exception.stripTrailing().endsWith(":");
    }

    private static Classified unfinished(String line) {
        String how = line.startsWith(UnfinishedTest.PREFIX) ? line.substring(UnfinishedTest.PREFIX.length()) : "";
        if (how.contains("memory limit")) {
            return new Classified(Cause.ENVIRONMENT, "memory", "", "unfinished", line);
        }
        if (how.contains("disk limit")) {
            return new Classified(Cause.ENVIRONMENT, "disk", "", "unfinished", line);
        }
        boolean stopped = how.startsWith(UnfinishedTest.STOPPED);
        return new Classified(stopped ? Cause.TIMEOUT : Cause.UNKNOWN, "", "", "unfinished", line);
    }

    /** The cause of a failed step, by its last lines of output; {@code UNKNOWN} when no signature matches. */
    public Classified output(List<String> tail) {
        for (int i = tail.size() - 1; i >= 0; i--) {
            Optional<Classified> found = firstMatch(tail.get(i));
            if (found.isPresent()) {
                return found.get();
            }
        }
        return new Classified(Cause.UNKNOWN, "", "", "", tail.isEmpty() ? "" : tail.getLast());
    }

    /** The last exception first: with chained exceptions it is the one that the runner saw. */
    private static List<String> exceptionLines(String text) {
        List<String> lines = new ArrayList<>();
        Matcher matcher = EXCEPTION.matcher(text);
        while (matcher.find()) {
            lines.addFirst(matcher.group());
        }
        return lines.size() > 6 ? List.copyOf(lines.subList(0, 6)) : lines;
    }

    private Optional<Classified> firstMatch(String text) {
        for (Signature signature : signatures) {
            Matcher matcher = signature.pattern().matcher(text);
            if (matcher.find()) {
                return Optional.of(new Classified(
                        signature.cause(), signature.needKind(), need(matcher), signature.id(), lines(text, matcher)));
            }
        }
        return Optional.empty();
    }

    /** What was matched, to the ends of its lines: a name often stands behind the words that tell the cause. */
    private static String lines(String text, Matcher matcher) {
        int start = text.lastIndexOf('\n', matcher.start()) + 1;
        int end = text.indexOf('\n', matcher.end());
        return text.substring(start, end < 0 ? text.length() : end).strip();
    }

    private static String need(Matcher matcher) {
        for (Map.Entry<String, Integer> group : matcher.namedGroups().entrySet()) {
            String value = matcher.group(group.getValue());
            if (value != null && !value.isBlank()) {
                return value;
            }
        }
        return "";
    }

    private static String firstLine(String text) {
        return text.lines().filter(l -> !l.isBlank()).findFirst().orElse("");
    }
}
