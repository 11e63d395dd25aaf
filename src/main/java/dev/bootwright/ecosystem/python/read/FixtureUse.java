package dev.bootwright.ecosystem.python.read;

import dev.bootwright.ecosystem.python.read.PythonTokens.Kind;
import dev.bootwright.ecosystem.python.read.PythonTokens.Token;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Fixtures and marks of well-known pytest plug-ins that tests use and do not define themselves. */
final class FixtureUse {
    private final Map<String, Use> fixtures = new TreeMap<>();
    private final Map<String, Use> marks = new TreeMap<>();
    private final Set<String> defined = new HashSet<>();

    /** Where a plug-in is first used, and by what. */
    record Use(String what, String file, int line) {}

    void read(String path, List<Token> tokens) {
        for (int i = 0; i + 4 < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (token.is("def") && tokens.get(i + 2).is("(")) {
                defined.add(tokens.get(i + 1).text());
                parameters(path, tokens, i + 3);
            } else if (token.is("pytest")
                    && tokens.get(i + 1).is(".")
                    && tokens.get(i + 2).is("mark")
                    && tokens.get(i + 3).is(".")) {
                Token name = tokens.get(i + 4);
                if (PythonNames.pluginOfMark(name.text()).isPresent()) {
                    marks.putIfAbsent(name.text(), new Use("the mark " + name.text(), path, name.line()));
                }
            }
        }
    }

    /** Takes over what was read of later files. */
    void add(FixtureUse later) {
        later.fixtures.forEach(fixtures::putIfAbsent);
        later.marks.forEach(marks::putIfAbsent);
        defined.addAll(later.defined);
    }

    private void parameters(String path, List<Token> tokens, int from) {
        int depth = 1;
        for (int i = from; i < tokens.size() && depth > 0; i++) {
            Token token = tokens.get(i);
            if (token.is("(") || token.is("[")) {
                depth++;
            } else if (token.is(")") || token.is("]")) {
                depth--;
            } else if (token.kind() == Kind.NAME
                    && depth == 1
                    && PythonNames.pluginOfFixture(token.text()).isPresent()) {
                fixtures.putIfAbsent(token.text(), new Use("the fixture " + token.text(), path, token.line()));
            }
        }
    }

    /** By distribution; a fixture that some test file defines is the repository's own. */
    Map<String, Use> plugins() {
        Map<String, Use> plugins = new TreeMap<>();
        fixtures.forEach((name, use) -> {
            if (!defined.contains(name)) {
                PythonNames.pluginOfFixture(name).ifPresent(p -> plugins.putIfAbsent(p, use));
            }
        });
        marks.forEach((name, use) -> PythonNames.pluginOfMark(name).ifPresent(p -> plugins.putIfAbsent(p, use)));
        return plugins;
    }
}
