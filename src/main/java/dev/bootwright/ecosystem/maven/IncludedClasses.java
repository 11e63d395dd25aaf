package dev.bootwright.ecosystem.maven;

import dev.bootwright.format.Reading;
import dev.bootwright.format.xml.XmlElement;
import dev.bootwright.step.Step;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Tells which test classes a call runs: what Surefire picks by its own names or a POM's, and what Failsafe picks where the
 * call goes so far. What a POM says in a way that only Maven can resolve leaves nothing out.
 *
 * @param integration whether the call goes as far as Failsafe's tests
 * @param profiles that the call names
 */
record IncludedClasses(Path host, boolean integration, Set<String> profiles, Map<String, Selection> known) {
    private static final long LIMIT = 2 << 20;
    private static final Pattern PROFILES = Pattern.compile("(?:^|[\\s'])-P([^\\s']{1,500})");

    /**
     * What the POMs of a module say, those above it in the tree included.
     *
     * @param tags of which one is enough to leave a test out of the unit tests
     */
    record Selection(Picked unit, Picked integration, Set<String> tags) {}

    /** @param all whether what is picked is not known, so that everything may be */
    private record Picked(ClassPatterns includes, ClassPatterns excludes, boolean all) {
        boolean picks(String className) {
            return all || (includes.match(className) && !excludes.match(className));
        }
    }

    static IncludedClasses of(Step step, Path host) {
        boolean integration = step.block().matches("(?s).*\\b(?:integration-test|verify|install|package)\\b.*")
                && !step.block().contains(MavenSuite.WITHOUT_INTEGRATION);
        Set<String> profiles = new TreeSet<>();
        Matcher matcher = PROFILES.matcher(step.block());
        while (matcher.find()) {
            profiles.addAll(List.of(matcher.group(1).split(",")));
        }
        return new IncludedClasses(host, integration, profiles, new HashMap<>());
    }

    static boolean isIntegration(String className) {
        return ClassPatterns.INTEGRATION.match(className) && !ClassPatterns.UNIT.match(className);
    }

    /** @param tags the class's and the test's own */
    boolean runs(String module, String className, Set<String> tags) {
        Selection selection = known.computeIfAbsent(module, this::read);
        boolean unit = selection.unit().picks(className) && tags.stream().noneMatch(selection.tags()::contains);
        return unit || (integration && selection.integration().picks(className));
    }

    private Selection read(String module) {
        List<PomFile> line = lineage(module);
        List<XmlElement> surefire = plugins(line, "maven-surefire-plugin").stream()
                .flatMap(p -> PomFile.configurations(p).stream())
                .toList();
        List<XmlElement> failsafe = plugins(line, "maven-failsafe-plugin");
        Set<String> tags = new TreeSet<>();
        surefire.stream()
                .flatMap(c -> c.text("excludedGroups").stream())
                .flatMap(t -> List.of(t.split("[,|]")).stream())
                .map(String::strip)
                .filter(t -> t.matches("[A-Za-z0-9_.-]+"))
                .forEach(tags::add);
        Picked integrated = isBound(line, failsafe)
                ? picked(
                        failsafe.stream()
                                .flatMap(p -> PomFile.configurations(p).stream())
                                .toList(),
                        ClassPatterns.INTEGRATION)
                : new Picked(ClassPatterns.NONE, ClassPatterns.NONE, false);
        return new Selection(picked(surefire, ClassPatterns.UNIT), integrated, tags);
    }

    private List<PomFile> lineage(String module) {
        List<PomFile> line = new ArrayList<>();
        for (String folder = module; ; folder = MavenPaths.folder(folder)) {
            pom(folder).ifPresent(line::add);
            if (folder.equals(".")) {
                return line;
            }
        }
    }

    private static List<XmlElement> plugins(List<PomFile> line, String artifact) {
        return line.stream()
                .flatMap(pom -> pom.plugins().stream())
                .filter(p -> p.text("artifactId").orElse("").equals(artifact))
                .toList();
    }

    /** Failsafe has no place in the life cycle of its own: it runs where a POM uses it and some POM binds its goals. */
    private boolean isBound(List<PomFile> line, List<XmlElement> failsafe) {
        boolean used = line.stream()
                .flatMap(pom -> Stream.concat(
                        pom.activePlugins().stream(),
                        pom.profiles().stream()
                                .filter(this::mayBeActive)
                                .flatMap(p -> p.listAt("build", "plugins").stream())))
                .anyMatch(failsafe::contains);
        boolean foreign =
                !line.isEmpty() && line.getLast().root().child("parent").isPresent();
        return used
                && (foreign
                        || failsafe.stream()
                                .flatMap(p -> p.listAt("executions").stream())
                                .flatMap(e -> e.listAt("goals").stream())
                                .anyMatch(g -> g.text().equals("integration-test")));
    }

    private boolean mayBeActive(XmlElement profile) {
        return profile.child("activation").isPresent()
                || profiles.contains(profile.text("id").orElse(""));
    }

    private static Picked picked(List<XmlElement> configurations, ClassPatterns standard) {
        boolean suites = configurations.stream()
                .anyMatch(c -> c.child("suiteXmlFiles").isPresent()
                        || c.child("includesFile").isPresent()
                        || c.child("test").isPresent()
                        || c.child("testClassesDirectory").isPresent());
        List<String> includes = texts(configurations, "includes");
        List<String> excludes = texts(configurations, "excludes");
        boolean plain = includes.stream().allMatch(ClassPatterns::isPlain);
        // several executions may pick different parts, so that only names that all agree on leave anything out
        boolean several = configurations.stream()
                        .filter(c -> c.child("includes").isPresent())
                        .count()
                > 1;
        return new Picked(
                includes.isEmpty() ? standard : ClassPatterns.of(includes),
                ClassPatterns.of(
                        several
                                ? List.of()
                                : excludes.stream()
                                        .filter(ClassPatterns::isPlain)
                                        .toList()),
                suites || !plain);
    }

    private static List<String> texts(List<XmlElement> configurations, String name) {
        return configurations.stream()
                .flatMap(c -> c.listAt(name).stream())
                .map(XmlElement::text)
                .filter(t -> !t.isEmpty())
                .toList();
    }

    private Optional<PomFile> pom(String folder) {
        String path = MavenPaths.path(folder, "pom.xml");
        Path file = host.resolve(path);
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > LIMIT) {
                return Optional.empty();
            }
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            return switch (PomFile.parse(path, text)) {
                case Reading.Value<PomFile>(PomFile pom) -> Optional.of(pom);
                case Reading.Unknown<PomFile> unknown -> Optional.empty();
            };
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
