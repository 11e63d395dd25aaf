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

/**
 * Tells which test classes a call runs: what Surefire picks by its own names or a POM's, and what Failsafe picks where the
 * call goes so far. What a POM says in a way that only Maven can resolve leaves nothing out.
 *
 * @param integration whether the call runs Failsafe
 */
record IncludedClasses(Path host, boolean integration, Map<String, Selection> known) {
    private static final long LIMIT = 2 << 20;

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
        boolean integration = step.block().matches("(?s).*\\b(?:integration-test|verify|install|package)\\b.*");
        return new IncludedClasses(host, integration, new HashMap<>());
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
        List<XmlElement> surefire = new ArrayList<>();
        List<XmlElement> failsafe = new ArrayList<>();
        String folder = module;
        while (true) {
            pom(folder)
                    .ifPresent(pom -> pom.plugins().forEach(plugin -> {
                        String artifact = plugin.text("artifactId").orElse("");
                        if (artifact.equals("maven-surefire-plugin")) {
                            surefire.addAll(PomFile.configurations(plugin));
                        } else if (artifact.equals("maven-failsafe-plugin")) {
                            failsafe.addAll(PomFile.configurations(plugin));
                        }
                    }));
            if (folder.equals(".")) {
                break;
            }
            folder = MavenPaths.folder(folder);
        }
        Set<String> tags = new TreeSet<>();
        surefire.stream()
                .flatMap(c -> c.text("excludedGroups").stream())
                .flatMap(t -> List.of(t.split("[,|]")).stream())
                .map(String::strip)
                .filter(t -> t.matches("[A-Za-z0-9_.-]+"))
                .forEach(tags::add);
        return new Selection(
                picked(surefire, ClassPatterns.UNIT),
                failsafe.isEmpty()
                        ? new Picked(ClassPatterns.NONE, ClassPatterns.NONE, false)
                        : picked(failsafe, ClassPatterns.INTEGRATION),
                tags);
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
