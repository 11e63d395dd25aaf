package dev.bootwright.ecosystem.maven;

import static dev.bootwright.discover.EvidenceKind.ENVIRONMENT_FILE;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.Claims;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.ToolPins;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.toolchain.JdkReleases;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the files by which people pin a JDK: of version managers, and of container images. */
final class JavaVersionFiles {
    private static final int LIMIT = 64 << 10;
    private static final Pattern IMAGE = Pattern.compile(
            "(?i)^\\s*FROM\\s+(?:--platform=\\S+\\s+)?(?:\\S*/)?(?:maven|openjdk|eclipse-temurin|amazoncorretto|adoptopenjdk|zulu-openjdk|liberica-openjdk-\\w+|sapmachine|ibm-semeru-runtimes|java)"
                    + ":(?:[0-9.]+-)?(?:(?:eclipse-temurin|openjdk|amazoncorretto|jdk|adoptopenjdk|open|ibm-semeru|sapmachine)-?)*([0-9]{1,2}(?:\\.[0-9]+)?)\\b");

    private static final Map<String, Pattern> FORMS = Map.of(
            ".java-version",
            Pattern.compile("^\\s*([A-Za-z0-9._+@-]+)\\s*$"),
            "system.properties",
            Pattern.compile("^\\s*java\\.runtime\\.version\\s*=\\s*(\\S+)"),
            ".jenv-version",
            Pattern.compile("^\\s*(\\S+)\\s*$"),
            "Dockerfile",
            IMAGE);

    private JavaVersionFiles() {}

    static void read(TreeIndex tree, FindingSink sink) {
        for (ToolPins.Pin pin : ToolPins.of(tree, "java")) {
            if (JdkReleases.feature(pin.version()).isPresent()) {
                new Claims(sink, pin.folder())
                        .add(MavenSubjects.PINNED, pin.version(), pin.file(), pin.line(), pin.text(), ENVIRONMENT_FILE);
            }
        }
        for (SourceTree.Entry entry :
                tree.voting(FORMS.keySet().stream().sorted().toArray(String[]::new))) {
            String path = entry.path().toString();
            Pattern form = FORMS.getOrDefault(entry.path().name(), IMAGE);
            String subject = form.equals(IMAGE) ? MavenSubjects.IMAGE : MavenSubjects.PINNED;
            int number = 0;
            for (String line : tree.read(entry, LIMIT).orElse("").split("\n", -1)) {
                number++;
                Matcher matcher = form.matcher(line);
                if (line.length() < 500
                        && matcher.find()
                        && JdkReleases.feature(matcher.group(1)).isPresent()) {
                    new Claims(sink, MavenPaths.folder(path))
                            .add(subject, matcher.group(1), path, number, line, ENVIRONMENT_FILE);
                    break;
                }
            }
        }
    }
}
