package dev.bootwright.ecosystem.python.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PythonTokensTest {
    private static final List<String> PIECES = List.of(
            "\nimport a.b, c as d\n",
            "\nfrom . import x, y\n",
            "\n    from a import (b,\n c)\n",
            "\nimport d\n",
            "import ",
            "from ",
            "a",
            "b.c",
            ".",
            ",",
            " as ",
            "(",
            ")",
            "[",
            "]",
            "{",
            "\n",
            "\n",
            "\n    ",
            "\t",
            "\\\n",
            "\\",
            "#x import y\n",
            "'",
            "\"",
            "\"\"\"",
            "'''",
            "f'",
            "rb\"",
            "1_0.5",
            "==",
            "->",
            "é",
            " ",
            ";",
            "try:\n",
            "def f(x):\n",
            "\r\n",
            "$",
            "\ufeff",
            "\\n",
            "importer",
            "\u0000");

    @Test
    void importLinesAloneTellTheSameImportsAsAllTokens() {
        Random random = new Random(7);
        int imports = 0;
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(40); n >= 0; n--) {
                text.append(PIECES.get(random.nextInt(PIECES.size())));
            }
            List<PythonImport> all = PythonImport.in(PythonTokens.of(text.toString()));
            imports += all.size();
            assertThat(PythonImport.in(PythonTokens.ofImports(text.toString())))
                    .as(text.toString())
                    .isEqualTo(all);
        }
        assertThat(imports).isGreaterThan(5_000);
    }

    @Test
    void stringsSignsAndIndentsAreRead() {
        List<PythonTokens.Token> tokens =
                PythonTokens.of("if x:\n\ty = R'a\\n' + f\"{z}\" # no\n  '''b\n'c''' != 1_0\n");
        assertThat(tokens)
                .extracting(t -> t.kind() + " " + t.text() + " " + t.line() + " " + t.indent())
                .containsExactly(
                        "NAME if 1 0",
                        "NAME x 1 -1",
                        "SIGN : 1 -1",
                        "NAME y 2 8",
                        "SIGN = 2 -1",
                        "STRING a\\n 2 -1",
                        "SIGN + 2 -1",
                        "FORMATTED {z} 2 -1",
                        "STRING b\n'c 3 2",
                        "SIGN != 4 -1",
                        "NUMBER 1_0 4 -1");
    }
}
