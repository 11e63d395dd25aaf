package dev.bootwright.ecosystem.golang;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** A Go build constraint: {@code //go:build linux && !cgo}, or the older {@code // +build} lines. */
sealed interface BuildConstraint {
    record Tag(String name) implements BuildConstraint {}

    record Not(BuildConstraint of) implements BuildConstraint {}

    record And(BuildConstraint left, BuildConstraint right) implements BuildConstraint {}

    record Or(BuildConstraint left, BuildConstraint right) implements BuildConstraint {}

    /** Deeper expressions are not read, so that no file exhausts the stack. */
    int DEEPEST = 100;

    int LONGEST = 2000;

    default boolean holds(Predicate<String> tag) {
        return switch (this) {
            case Tag(String name) -> tag.test(name);
            case Not(BuildConstraint of) -> !of.holds(tag);
            case And(BuildConstraint left, BuildConstraint right) -> left.holds(tag) && right.holds(tag);
            case Or(BuildConstraint left, BuildConstraint right) -> left.holds(tag) || right.holds(tag);
        };
    }

    /** All tags that it names, sorted. */
    default Set<String> tags() {
        Set<String> tags = new TreeSet<>();
        addTags(tags);
        return tags;
    }

    private void addTags(Set<String> tags) {
        switch (this) {
            case Tag(String name) -> tags.add(name);
            case Not(BuildConstraint of) -> of.addTags(tags);
            case And(BuildConstraint left, BuildConstraint right) -> {
                left.addTags(tags);
                right.addTags(tags);
            }
            case Or(BuildConstraint left, BuildConstraint right) -> {
                left.addTags(tags);
                right.addTags(tags);
            }
        }
    }

    /** The expression behind {@code //go:build}; empty when it is none. */
    static Optional<BuildConstraint> parse(String expression) {
        return new Parser(expression).parse();
    }

    /** The options behind one {@code // +build}: blank means or, comma means and. */
    static Optional<BuildConstraint> parsePlusBuild(String options) {
        BuildConstraint any = null;
        for (String option : options.strip().split("\\s+")) {
            BuildConstraint all = null;
            for (String term : option.split(",")) {
                String name = term.startsWith("!") ? term.substring(1) : term;
                if (!Parser.isTag(name)) {
                    return Optional.empty();
                }
                BuildConstraint one = term.startsWith("!") ? new Not(new Tag(name)) : new Tag(name);
                all = all == null ? one : new And(all, one);
            }
            if (all != null) {
                any = any == null ? all : new Or(any, all);
            }
        }
        return Optional.ofNullable(any);
    }

    /** A recursive descent over the grammar of {@code go/build/constraint}. */
    final class Parser {
        private final List<String> tokens = new ArrayList<>();
        private int at;
        private int depth;
        private boolean broken;

        Parser(String expression) {
            int i = 0;
            broken = expression.length() > LONGEST;
            while (i < expression.length() && !broken) {
                char c = expression.charAt(i);
                if (c == ' ' || c == '\t') {
                    i++;
                } else if (expression.startsWith("&&", i) || expression.startsWith("||", i)) {
                    tokens.add(expression.substring(i, i + 2));
                    i += 2;
                } else if (c == '(' || c == ')' || c == '!') {
                    tokens.add(String.valueOf(c));
                    i++;
                } else {
                    int end = i;
                    while (end < expression.length() && isTagCharacter(expression.charAt(end))) {
                        end++;
                    }
                    broken = end == i;
                    tokens.add(expression.substring(i, end));
                    i = end;
                }
            }
        }

        private static boolean isTagCharacter(char c) {
            return Character.isLetterOrDigit(c) || c == '_' || c == '.';
        }

        static boolean isTag(String name) {
            return !name.isEmpty() && name.chars().allMatch(c -> isTagCharacter((char) c));
        }

        Optional<BuildConstraint> parse() {
            BuildConstraint result = broken ? new Tag("") : or();
            return broken || at != tokens.size() ? Optional.empty() : Optional.of(result);
        }

        private BuildConstraint or() {
            BuildConstraint left = and();
            while (take("||")) {
                left = new Or(left, and());
            }
            return left;
        }

        private BuildConstraint and() {
            BuildConstraint left = not();
            while (take("&&")) {
                left = new And(left, not());
            }
            return left;
        }

        private BuildConstraint not() {
            if (++depth > DEEPEST) {
                broken = true;
            }
            BuildConstraint result = broken ? new Tag("") : take("!") ? new Not(not()) : atom();
            depth--;
            return result;
        }

        private BuildConstraint atom() {
            if (take("(")) {
                BuildConstraint inner = or();
                broken |= !take(")");
                return inner;
            }
            if (at < tokens.size() && isTag(tokens.get(at))) {
                return new Tag(tokens.get(at++));
            }
            broken = true;
            return new Tag("");
        }

        private boolean take(String token) {
            if (!broken && at < tokens.size() && tokens.get(at).equals(token)) {
                at++;
                return true;
            }
            return false;
        }
    }
}
