package dev.bootwright.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bootwright.architecture.RoomsTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the guides that are written by hand promise of themselves. */
class GuidesTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)\\)");
    private static final Pattern DEPENDENCY = Pattern.compile(
            "(?s)<dependency>\\s*<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>(?!\\s*<version>[^<]*</version>\\s*<type>pom)");

    @Test
    void theShortOnesStayShort() throws IOException {
        assertThat(Files.readAllLines(Path.of("AGENTS.md"))).hasSizeLessThanOrEqualTo(80);
        assertThat(Files.readAllLines(Path.of("ARCHITECTURE.md"))).hasSizeLessThanOrEqualTo(200);
    }

    @Test
    void everyLinkLeadsToAFile() throws IOException {
        List<String> dead = new ArrayList<>();
        for (Path document : documents()) {
            Matcher matcher = LINK.matcher(Files.readString(document));
            while (matcher.find()) {
                if (!Files.exists(document.resolveSibling(matcher.group(1)))) {
                    dead.add(document + " → " + matcher.group(1));
                }
            }
        }
        assertThat(dead).isEmpty();
    }

    @Test
    void theArchitectureListsEveryRoomInItsOrder() throws IOException {
        List<String> listed = Files.readAllLines(Path.of("ARCHITECTURE.md")).stream()
                .map(Pattern.compile("^\\| `([a-z]+)` \\|.*")::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1))
                .toList();
        assertThat(listed).isEqualTo(RoomsTest.ORDER);
    }

    @Test
    void everyLibraryHasItsLine() throws IOException {
        String pom = Files.readString(Path.of("pom.xml"));
        String dependencies = pom.substring(pom.indexOf("</dependencyManagement>"), pom.indexOf("<build>"));
        String page = Files.readString(Path.of("docs/dependencies.md"));
        Matcher matcher = DEPENDENCY.matcher(dependencies);
        int found = 0;
        while (matcher.find()) {
            found++;
            assertThat(page).contains("`" + matcher.group(1) + ":" + matcher.group(2) + "`");
        }
        assertThat(found).isPositive();
    }

    @Test
    void theReadmesCommandsAreScriptsOfTheClone() throws IOException {
        List<String> scripts = Files.readString(Path.of("README.md"))
                .lines()
                .filter(line -> line.startsWith("bin/"))
                .map(line -> line.split(" ", 2)[0])
                .distinct()
                .toList();
        assertThat(scripts).containsExactly("bin/bootwright", "bin/test");
        assertThat(scripts).allSatisfy(script -> assertThat(Path.of(script)).isExecutable());
    }

    @Test
    void theReadmeNamesEveryCommandAndNoOther() throws IOException {
        assertThat(words("README.md", "(?m)^bin/bootwright ([a-z]+)"))
                .isEqualTo(words("docs/cli.md", "(?m)^## ([a-z]+)$"))
                .contains("setup");
    }

    private static SortedSet<String> words(String document, String form) throws IOException {
        SortedSet<String> words = new TreeSet<>();
        Matcher matcher = Pattern.compile(form).matcher(Files.readString(Path.of(document)));
        while (matcher.find()) {
            words.add(matcher.group(1));
        }
        return words;
    }

    private static List<Path> documents() throws IOException {
        try (Stream<Path> top = Files.list(Path.of(""));
                Stream<Path> below = Files.walk(Path.of("docs"))) {
            return Stream.concat(top, below)
                    .filter(path -> path.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }
}
