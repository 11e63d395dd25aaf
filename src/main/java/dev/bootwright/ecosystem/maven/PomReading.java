package dev.bootwright.ecosystem.maven;

import static dev.bootwright.discover.EvidenceKind.MANIFEST;

import dev.bootwright.discover.Claims;
import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.format.xml.XmlElement;
import dev.bootwright.toolchain.JdkReleases;
import dev.bootwright.version.maven.MavenVersionRange;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Tells what one POM says about toolchains, switched-off tests and plug-ins. */
record PomReading(PomTree poms, PomFile pom, Claims claims) {
    private static final Pattern LEVEL = Pattern.compile(
            "maven\\.compiler\\.(?:source|target|release|testSource|testTarget|testRelease)"
                    + "|(?:project\\.build\\.|[a-z]+\\.)?(?:java|jdk|targetJdk)(?:[._-]?(?:version|release|level|source|target|src))?(?:\\.(?:version|release|level|source|target|test))?"
                    + "|(?:source|target)[._-]?(?:jdk|java)(?:[._-]?version)?|java[._-](?:main|test)[._-](?:version|release)",
            Pattern.CASE_INSENSITIVE);

    private static final List<String> LEVEL_ELEMENTS =
            List.of("release", "source", "target", "testRelease", "testSource", "testTarget");

    /** The path of a jar in Maven's own repository, as a test JVM's flags name it. */
    private static final Pattern AGENT = Pattern.compile(
            "\\$\\{settings\\.localRepository}[\"']?/([A-Za-z0-9_./-]{1,200})/([A-Za-z0-9_.-]{1,100})/([A-Za-z0-9_.-]{1,60})/\\2-\\3\\.jar");

    void read() {
        parent();
        agents();
        levels();
        required();
        switches();
        plugins();
        libraries();
        profiles();
    }

    private void claim(String subject, String value, int line, String snippet, EvidenceKind kind) {
        claims.add(subject, value, pom.path(), line, snippet, kind);
    }

    /** A parent that does not lie in the tree brings plug-ins which nobody here sees. */
    private void parent() {
        List<PomFile> line = poms.lineage(pom);
        line.getLast().parentName().ifPresent(name -> {
            if (line.size() == 1) {
                claim(
                        MavenSubjects.PARENT,
                        name,
                        pom.root().child("parent").map(XmlElement::line).orElse(0),
                        name,
                        MANIFEST);
            }
        });
    }

    /** Jars that a test JVM is started with by their path, so that something must bring them there. */
    private void agents() {
        Stream.concat(
                        pom.properties().stream().filter(p -> p.name().equals("argLine")),
                        pom.plugins().stream()
                                .flatMap(p -> PomFile.configurations(p).stream())
                                .flatMap(c -> c.child("argLine").stream()))
                .forEach(flags -> {
                    Matcher matcher = AGENT.matcher(poms.resolve(pom, flags.text()));
                    while (matcher.find()) {
                        String name =
                                matcher.group(1).replace('/', '.') + ":" + matcher.group(2) + ":" + matcher.group(3);
                        claim(MavenSubjects.AGENT, name, flags.line(), matcher.group(), MANIFEST);
                    }
                });
    }

    private void levels() {
        for (XmlElement property : pom.properties()) {
            if (property.name().length() < 60 && LEVEL.matcher(property.name()).matches()) {
                level(property.name(), property);
            }
        }
        for (XmlElement plugin : pom.plugins()) {
            if (artifact(plugin).equals("maven-compiler-plugin")) {
                for (XmlElement configuration : PomFile.configurations(plugin)) {
                    configuration.children().stream()
                            .filter(c -> LEVEL_ELEMENTS.contains(c.name()))
                            .forEach(c -> level(c.name(), c));
                }
            }
        }
    }

    private void level(String name, XmlElement element) {
        String value = poms.resolve(pom, element.text());
        JdkReleases.feature(value)
                .ifPresent(f -> claims.add(
                        MavenSubjects.LEVEL,
                        String.valueOf(f),
                        pom.path(),
                        element.line(),
                        "<" + element.name() + ">" + element.text() + "</" + element.name() + ">",
                        MANIFEST,
                        Map.of("name", name)));
    }

    private void required() {
        pom.root()
                .at("prerequisites", "maven")
                .ifPresent(e -> range(MavenSubjects.REQUIRED, poms.resolve(pom, e.text()), e.line()));
        for (XmlElement plugin : pom.plugins()) {
            if (!artifact(plugin).equals("maven-enforcer-plugin")) {
                continue;
            }
            for (XmlElement configuration : PomFile.configurations(plugin)) {
                for (XmlElement rule : configuration.listAt("rules")) {
                    String version = poms.resolve(pom, rule.text("version").orElse(""));
                    if (rule.name().equalsIgnoreCase("requireMavenVersion")) {
                        range(MavenSubjects.REQUIRED, version, rule.line());
                    } else if (rule.name().equalsIgnoreCase("requireJavaVersion")) {
                        range(MavenSubjects.JDK_REQUIRED, version, rule.line());
                    }
                }
            }
        }
    }

    private void range(String subject, String value, int line) {
        if (MavenVersionRange.tryParse(value).isPresent()) {
            claim(subject, value, line, value, MANIFEST);
        }
    }

    /** Properties by which the POM switches its own tests off, or lets their failures pass. */
    private void switches() {
        for (XmlElement property : pom.properties()) {
            boolean on = poms.resolve(pom, property.text()).equals("true");
            if (on && isSkip(property.name())) {
                skip(property.name(), property.line(), "yes");
            }
            if (on && Pattern.matches("maven\\.test\\.failure\\.ignore|testFailureIgnore", property.name())) {
                claim(MavenSubjects.IGNORE, property.name(), property.line(), property.name(), MANIFEST);
            }
        }
        for (XmlElement plugin : pom.plugins()) {
            String artifact = artifact(plugin);
            boolean runner = artifact.equals("maven-surefire-plugin") || artifact.equals("maven-failsafe-plugin");
            boolean compiler = artifact.equals("maven-compiler-plugin");
            if (!runner && !compiler) {
                continue;
            }
            for (XmlElement configuration : PomFile.configurations(plugin)) {
                if (runner) {
                    hardSwitch(configuration, "skipTests");
                    hardSwitch(configuration, "skip");
                    ignores(configuration);
                    reports(configuration);
                } else {
                    hardSwitch(configuration, "skip");
                }
            }
        }
    }

    private static boolean isSkip(String name) {
        return name.equals("skipTests")
                || name.equals("maven.test.skip")
                || name.equals("surefire.skip")
                || name.equals("skipUnitTests")
                || name.equals("skip.unit.tests")
                || name.equals("skip.tests");
    }

    private void skip(String name, int line, String property) {
        claims.add(MavenSubjects.SKIP, name, pom.path(), line, name, MANIFEST, Map.of("property", property));
    }

    /** A literal in a plug-in's configuration beats the command line; a property behind it does not. */
    private void hardSwitch(XmlElement configuration, String name) {
        Optional<XmlElement> element = configuration.child(name);
        if (element.isEmpty()) {
            return;
        }
        String text = element.get().text();
        if (text.equals("true")) {
            skip(name, element.get().line(), "no");
        } else if (text.startsWith("${") && text.endsWith("}")) {
            String property = text.substring(2, text.length() - 1);
            if (poms.property(pom, property).map(f -> f.value().equals("true")).orElse(false)) {
                skip(property, element.get().line(), "yes");
            }
        }
    }

    /** Without its XML a run counts nothing. */
    private void reports(XmlElement configuration) {
        for (Optional<XmlElement> element : List.of(
                configuration.child("disableXmlReport"), configuration.at("statelessTestsetReporter", "disable"))) {
            if (element.isPresent() && poms.resolve(pom, element.get().text()).equals("true")) {
                String text = element.get().text();
                boolean property = text.startsWith("${") && text.endsWith("}");
                claims.add(
                        MavenSubjects.NO_REPORTS,
                        property ? text.substring(2, text.length() - 1) : "disableXmlReport",
                        pom.path(),
                        element.get().line(),
                        text,
                        MANIFEST,
                        Map.of("property", property ? "yes" : "no"));
            }
        }
    }

    private void ignores(XmlElement configuration) {
        configuration
                .child("testFailureIgnore")
                .filter(e -> poms.resolve(pom, e.text()).equals("true"))
                .ifPresent(e -> claim(MavenSubjects.IGNORE, "testFailureIgnore", e.line(), "", MANIFEST));
    }

    private void plugins() {
        for (XmlElement plugin : pom.activePlugins()) {
            String artifact = artifact(plugin);
            if (artifact.equals("maven-failsafe-plugin")) {
                claim(MavenSubjects.FAILSAFE, "failsafe", plugin.line(), artifact, MANIFEST);
            }
            Optional<String> property = Checks.switchOf(artifact);
            if (property.isPresent()) {
                claims.add(
                        MavenSubjects.CHECK,
                        artifact,
                        pom.path(),
                        plugin.line(),
                        artifact,
                        MANIFEST,
                        Map.of("property", property.get()));
            }
        }
    }

    /** Libraries that do not run on later JDKs. */
    private void libraries() {
        for (PomFile.Dependency dependency : pom.dependencies()) {
            OldLibraries.limit(dependency.group(), dependency.artifact(), poms.resolve(pom, dependency.version()))
                    .ifPresent(limit -> claims.add(
                            MavenSubjects.JDK_LIMIT,
                            String.valueOf(limit),
                            pom.path(),
                            dependency.line(),
                            dependency.group() + ":" + dependency.artifact() + ":"
                                    + poms.resolve(pom, dependency.version()),
                            MANIFEST,
                            Map.of("library", dependency.artifact())));
            if (dependency.group().equals("org.testcontainers") && !dependency.managed()) {
                claim(
                        MavenSubjects.NEED_SERVICE,
                        "container-engine",
                        dependency.line(),
                        dependency.group() + ":" + dependency.artifact(),
                        MANIFEST);
            }
        }
    }

    private void profiles() {
        for (XmlElement profile : pom.profiles()) {
            String id = profile.text("id").orElse("");
            Optional<XmlElement> file = profile.at("activation", "file");
            if (!id.isEmpty() && file.isPresent()) {
                claims.add(
                        MavenSubjects.PROFILE,
                        id,
                        pom.path(),
                        profile.line(),
                        id,
                        MANIFEST,
                        Map.of(
                                "file",
                                file.get()
                                        .text("exists")
                                        .or(() -> file.get().text("missing"))
                                        .orElse("")));
            }
        }
    }

    private static String artifact(XmlElement plugin) {
        return plugin.text("artifactId").orElse("");
    }
}
