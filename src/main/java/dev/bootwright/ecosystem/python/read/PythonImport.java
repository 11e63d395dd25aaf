package dev.bootwright.ecosystem.python.read;

import dev.bootwright.ecosystem.python.read.PythonTokens.Kind;
import dev.bootwright.ecosystem.python.read.PythonTokens.Token;
import java.util.ArrayList;
import java.util.List;

/**
 * One import statement's module.
 *
 * @param module dotted; empty for {@code from . import x}
 * @param names what is taken from it; empty for {@code import x}
 * @param level how many dots stand before it
 * @param optional whether it stands inside a block, where it may not run or its failure may be caught
 */
record PythonImport(String module, List<String> names, int level, boolean optional, int line) {
    private static final int MOST_NAMES = 80;

    PythonImport {
        names = List.copyOf(names);
    }

    /** The first part of the module's name. */
    String top() {
        int dot = module.indexOf('.');
        return dot < 0 ? module : module.substring(0, dot);
    }

    /** All imports of a file, in order. */
    static List<PythonImport> in(List<Token> tokens) {
        List<PythonImport> found = new ArrayList<>();
        for (int i = 0; i + 1 < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (!token.startsLine() || token.kind() != Kind.NAME) {
                continue;
            }
            Reading reading = new Reading(tokens, i + 1);
            if (token.is("from")) {
                reading.from(token, found);
            } else if (token.is("import")) {
                reading.modules(token, found);
            }
        }
        return found;
    }

    private static final class Reading {
        private final List<Token> tokens;
        private int at;

        Reading(List<Token> tokens, int at) {
            this.tokens = tokens;
            this.at = at;
        }

        private boolean inLine() {
            return at < tokens.size() && !tokens.get(at).startsLine();
        }

        void from(Token start, List<PythonImport> found) {
            int level = 0;
            while (inLine() && tokens.get(at).is(".")) {
                level++;
                at++;
            }
            String module = inLine() && !tokens.get(at).is("import") ? dotted() : "";
            if (!inLine() || !tokens.get(at).is("import")) {
                return;
            }
            at++;
            List<String> names = new ArrayList<>();
            boolean expectsName = true;
            while (inLine() && names.size() < MOST_NAMES) {
                Token token = tokens.get(at++);
                if (token.kind() == Kind.NAME && expectsName) {
                    names.add(token.text());
                    expectsName = false;
                } else if (token.is(",") || token.is("(")) {
                    expectsName = true;
                }
            }
            if (level > 0 || !module.isEmpty()) {
                found.add(new PythonImport(module, names, level, start.indent() > 0, start.line()));
            }
        }

        void modules(Token start, List<PythonImport> found) {
            while (inLine() && tokens.get(at).kind() == Kind.NAME) {
                String module = dotted();
                found.add(new PythonImport(module, List.of(), 0, start.indent() > 0, start.line()));
                while (inLine() && !tokens.get(at).is(",")) {
                    at++;
                }
                if (!inLine()) {
                    return;
                }
                at++;
            }
        }

        private String dotted() {
            StringBuilder name = new StringBuilder();
            while (inLine() && tokens.get(at).kind() == Kind.NAME) {
                name.append(tokens.get(at++).text());
                if (!inLine() || !tokens.get(at).is(".")) {
                    break;
                }
                name.append('.');
                at++;
            }
            return name.toString();
        }
    }
}
