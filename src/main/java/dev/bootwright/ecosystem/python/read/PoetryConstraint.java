package dev.bootwright.ecosystem.python.read;

import dev.bootwright.version.pep440.Pep440Range;
import dev.bootwright.version.pep440.Pep440Version;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Poetry's version constraints ({@code ^}, {@code ~}, wildcards) as specifier sets after PEP 440. */
final class PoetryConstraint {
    private PoetryConstraint() {}

    /** Empty for what PEP 440 can't say, for example alternatives. */
    static Optional<String> toSpecifier(String constraint) {
        List<String> clauses = new ArrayList<>();
        for (String part : constraint.strip().split("\\s*,\\s*|\\s+(?=[<>=!~^])")) {
            Optional<String> clause = clause(part.strip());
            if (clause.isEmpty()) {
                return Optional.empty();
            }
            if (!clause.get().isEmpty()) {
                clauses.add(clause.get());
            }
        }
        String specifier = String.join(",", clauses);
        return Pep440Range.tryParse(specifier).map(_ -> specifier);
    }

    private static Optional<String> clause(String part) {
        if (part.isEmpty() || part.equals("*")) {
            return Optional.of("");
        }
        if (part.startsWith("^")) {
            return between(part.substring(1), true);
        }
        if (part.startsWith("~") && !part.startsWith("~=")) {
            return between(part.substring(1), false);
        }
        if (Character.isDigit(part.charAt(0))) {
            return Optional.of("==" + part);
        }
        return Optional.of(part.replace(" ", ""));
    }

    /** {@code ^1.2} up to the next change of the first number that is not zero; {@code ~1.2} of the minor number. */
    private static Optional<String> between(String text, boolean caret) {
        Optional<Pep440Version> version = Pep440Version.tryParse(text);
        if (version.isEmpty()) {
            return Optional.empty();
        }
        List<BigInteger> release = version.get().release();
        int bumped = Math.min(1, release.size() - 1);
        if (caret) {
            bumped = 0;
            while (bumped < release.size() - 1 && release.get(bumped).signum() == 0) {
                bumped++;
            }
        }
        StringBuilder upper = new StringBuilder();
        for (int i = 0; i < bumped; i++) {
            upper.append(release.get(i)).append('.');
        }
        upper.append(release.get(bumped).add(BigInteger.ONE));
        return Optional.of(">=" + version.get() + ",<" + upper);
    }
}
