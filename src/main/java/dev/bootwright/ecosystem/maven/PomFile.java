package dev.bootwright.ecosystem.maven;

import dev.bootwright.format.Reading;
import dev.bootwright.format.xml.XmlElement;
import dev.bootwright.format.xml.XmlReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One POM as it is written, nothing inherited and nothing substituted.
 *
 * @param path relative to the tree
 */
record PomFile(String path, XmlElement root) {
    /** A value and its line. */
    record Word(String value, int line) {
        static Word of(XmlElement element) {
            return new Word(element.text(), element.line());
        }
    }

    /** @param managed whether it stands in {@code dependencyManagement} */
    record Dependency(String group, String artifact, String version, int line, boolean managed) {}

    static Reading<PomFile> parse(String path, String text) {
        return switch (XmlReader.read(text)) {
            case Reading.Value<XmlElement>(XmlElement root) ->
                root.name().equals("project")
                        ? Reading.of(new PomFile(path, root))
                        : Reading.unknown("the root element is " + root.name() + ", not project", root.line());
            case Reading.Unknown<XmlElement>(String reason, int line) -> Reading.unknown(reason, line);
        };
    }

    String folder() {
        return MavenPaths.folder(path);
    }

    String artifact() {
        return root.text("artifactId").orElse("(no artifactId)");
    }

    String group() {
        return root.text("groupId")
                .or(() -> root.at("parent").flatMap(p -> p.text("groupId")))
                .orElse("");
    }

    String packaging() {
        return root.text("packaging").orElse("jar");
    }

    /** Where the parent's POM should lie, relative to the tree; empty where the file says that it is elsewhere. */
    Optional<String> parentPath() {
        Optional<XmlElement> parent = root.child("parent");
        if (parent.isEmpty()) {
            return Optional.empty();
        }
        Optional<XmlElement> relative = parent.get().child("relativePath");
        if (relative.isPresent() && relative.get().text().isEmpty()) {
            return Optional.empty();
        }
        String target = relative.map(XmlElement::text).orElse("../pom.xml");
        return MavenPaths.resolve(folder(), target.endsWith(".xml") ? target : target + "/pom.xml");
    }

    /** Group and artifact of the parent. */
    Optional<String> parentName() {
        return root.child("parent")
                .map(p -> p.text("groupId").orElse("") + ":"
                        + p.text("artifactId").orElse(""));
    }

    /** Modules of the project itself and of its profiles. */
    List<Word> modules() {
        return Stream.concat(Stream.of(root), profiles().stream())
                .flatMap(e -> Stream.concat(e.listAt("modules").stream(), e.listAt("subprojects").stream()))
                .filter(m -> !m.text().isEmpty())
                .map(Word::of)
                .toList();
    }

    List<XmlElement> profiles() {
        return root.listAt("profiles");
    }

    /** Properties that hold without any profile. */
    List<XmlElement> properties() {
        return root.listAt("properties");
    }

    Optional<Word> property(String name) {
        return properties().stream()
                .filter(p -> p.name().equals(name))
                .reduce((a, b) -> b)
                .map(Word::of);
    }

    /** Plug-ins, those that are only managed and those of profiles included. */
    List<XmlElement> plugins() {
        List<XmlElement> plugins = new ArrayList<>();
        Stream.concat(Stream.of(root), profiles().stream()).forEach(e -> {
            plugins.addAll(e.listAt("build", "plugins"));
            plugins.addAll(e.listAt("build", "pluginManagement", "plugins"));
        });
        return plugins;
    }

    /** Plug-ins that run without any profile. */
    List<XmlElement> activePlugins() {
        return root.listAt("build", "plugins");
    }

    /** A plug-in's configurations: its own and those of its executions. */
    static List<XmlElement> configurations(XmlElement plugin) {
        List<XmlElement> all = new ArrayList<>();
        plugin.child("configuration").ifPresent(all::add);
        plugin.listAt("executions").forEach(e -> e.child("configuration").ifPresent(all::add));
        return all;
    }

    List<Dependency> dependencies() {
        List<Dependency> all = new ArrayList<>();
        root.listAt("dependencies").forEach(d -> all.add(dependency(d, false)));
        root.listAt("dependencyManagement", "dependencies").forEach(d -> all.add(dependency(d, true)));
        profiles().forEach(p -> p.listAt("dependencies").forEach(d -> all.add(dependency(d, false))));
        return all;
    }

    private static Dependency dependency(XmlElement element, boolean managed) {
        return new Dependency(
                element.text("groupId").orElse(""),
                element.text("artifactId").orElse(""),
                element.text("version").orElse(""),
                element.line(),
                managed);
    }
}
