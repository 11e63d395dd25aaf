package dev.bootwright.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** What grew too large to be read in one go. */
class SourceSizeTest {
    private static final int FILE_LINES = 500;
    private static final int METHOD_LINES = 50;

    @Test
    void filesStayUnder500Lines() throws IOException {
        Set<String> large = new TreeSet<>();
        for (Path file : sources("src")) {
            long lines = Files.readAllLines(file).size();
            if (lines >= FILE_LINES) {
                large.add(file + ": " + lines);
            }
        }
        assertThat(large).isEmpty();
    }

    @Test
    void methodsStayUnder50Lines() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Set<String> large = new TreeSet<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null,
                    files,
                    null,
                    null,
                    null,
                    files.getJavaFileObjects(sources("src/main/java").toArray(Path[]::new)));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                new TreeScanner<Void, Void>() {
                    @Override
                    public Void visitMethod(MethodTree method, Void nothing) {
                        long from = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, method));
                        long to = unit.getLineMap().getLineNumber(positions.getEndPosition(unit, method));
                        if (method.getBody() != null && to - from + 1 >= METHOD_LINES) {
                            large.add(unit.getSourceFile().getName() + ":" + from + " " + method.getName() + ": "
                                    + (to - from + 1));
                        }
                        return super.visitMethod(method, null);
                    }
                }.scan(unit, null);
            }
        }
        assertThat(large).isEmpty();
    }

    private static List<Path> sources(String root) throws IOException {
        try (Stream<Path> all = Files.walk(Path.of(root))) {
            List<Path> found =
                    all.filter(p -> p.toString().endsWith(".java")).sorted().toList();
            assertThat(found).hasSizeGreaterThan(100);
            return found;
        }
    }
}
