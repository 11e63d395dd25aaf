package dev.bootwright.discover.ci;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a well-known image says about a toolchain.
 *
 * @param subject of the finding, for example {@code python.ci-version}
 */
record ToolchainImage(String subject, String version) {
    private static final Pattern TAGGED =
            Pattern.compile("(?:[\\w.-]+(?::\\d+)?/)*(?<name>[\\w.-]+):(?<version>\\d+(?:\\.\\d+)*)(?:[-_@].*)?");

    /** Images of build tools name the JDK behind their own version, for example {@code maven:3.9-eclipse-temurin-17}. */
    private static final Pattern BUILD_TOOL = Pattern.compile("(?:[\\w.-]+(?::\\d+)?/)*(?:maven|gradle):[\\w.-]*?"
            + "(?:jdk|temurin|corretto|sapmachine|zulu|semeru|ibmjava|liberica)-?(?<version>\\d+)(?:[-_@].*)?");

    /** Official images, and those that CI systems offer under the same names. */
    private static final Map<String, String> SUBJECTS = Map.of(
            "python", "python.ci-version",
            "golang", "go.ci-version",
            "go", "go.ci-version",
            "node", "node.ci-version",
            "openjdk", "java.ci-version",
            "eclipse-temurin", "java.ci-version",
            "rust", "rust.ci-version",
            "ruby", "ruby.ci-version",
            "php", "php.ci-version");

    static Optional<ToolchainImage> of(String image) {
        if (image.length() > 300) {
            return Optional.empty();
        }
        Matcher tool = BUILD_TOOL.matcher(image.strip());
        if (tool.matches()) {
            return Optional.of(new ToolchainImage("java.ci-version", tool.group("version")));
        }
        Matcher matcher = TAGGED.matcher(image.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String subject = SUBJECTS.get(matcher.group("name").toLowerCase(Locale.ROOT));
        return subject == null ? Optional.empty() : Optional.of(new ToolchainImage(subject, matcher.group("version")));
    }
}
