package dev.bootwright.ecosystem.maven;

import dev.bootwright.version.maven.MavenVersion;
import java.util.List;
import java.util.Optional;

/** Test libraries that generate or rewrite classes, and the last JDK that each release can do it for. */
final class OldLibraries {
    /**
     * @param before the first release to which the limit does not apply
     * @param jdk the last long-term JDK that works
     */
    private record Limit(String group, String artifact, String before, int jdk) {}

    private static final List<Limit> LIMITS = List.of(
            new Limit("org.mockito", "mockito-.*", "2", 11),
            new Limit("org.mockito", "mockito-.*", "2.23", 11),
            new Limit("org.mockito", "mockito-.*", "3.9", 11),
            new Limit("org.mockito", "mockito-.*", "5.2", 17),
            new Limit("org.powermock", ".*", "3", 11),
            new Limit("org.jmockit", "jmockit", "1.48", 11),
            new Limit("com.googlecode.jmockit", "jmockit", "2", 8),
            new Limit("net.bytebuddy", "byte-buddy.*", "1.9", 11),
            new Limit("net.bytebuddy", "byte-buddy.*", "1.11", 11),
            new Limit("net.bytebuddy", "byte-buddy.*", "1.14", 17),
            new Limit("cglib", "cglib.*", "4", 11),
            new Limit("org.projectlombok", "lombok", "1.18.4", 8),
            new Limit("org.projectlombok", "lombok", "1.18.22", 11),
            new Limit("org.projectlombok", "lombok", "1.18.30", 17),
            new Limit("org.projectlombok", "lombok", "1.18.40", 21),
            new Limit("org.springframework", "spring-core", "5", 8),
            new Limit("org.springframework", "spring-core", "5.1", 11));

    private OldLibraries() {}

    static Optional<Integer> limit(String group, String artifact, String version) {
        Optional<MavenVersion> parsed = MavenVersion.tryParse(version);
        if (parsed.isEmpty() || parsed.get().parts().isEmpty()) {
            return Optional.empty();
        }
        return LIMITS.stream()
                .filter(l -> l.group().equals(group) && artifact.matches(l.artifact()))
                .filter(l -> !parsed.get().isAtLeast(l.before()))
                .map(Limit::jdk)
                .findFirst();
    }
}
