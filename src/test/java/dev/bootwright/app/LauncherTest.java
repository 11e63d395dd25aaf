package dev.bootwright.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the real {@code bin/} scripts in a small clone whose {@code mvn} only copies a prepared jar. */
class LauncherTest {
    private static final String PROGRAM = """
            package dev.bootwright.app;

            public final class Rehearsal {
                public static void main(String[] args) throws Exception {
                    boolean sleep = args.length > 0 && args[0].equals("sleep");
                    if (sleep) {
                        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("stopped")));
                    }
                    System.out.println("ran " + String.join(",", args));
                    if (sleep) {
                        Thread.sleep(60_000);
                    }
                    System.exit(args.length > 0 && args[0].equals("fail") ? 7 : 0);
                }
            }
            """;

    @TempDir
    Path folder;

    private Path clone;
    private Path tools;

    @BeforeEach
    void makeClone() throws Exception {
        clone = folder.resolve("a clone");
        tools = Files.createDirectories(folder.resolve("tools"));
        Path own = Path.of("").toAbsolutePath();
        for (String file : List.of(
                "bin/bootwright", "bin/test", "bin/lib/ground.sh", "bin/lib/TrustStore.java", "bin/lib/FastJar.java")) {
            Path copy = clone.resolve(file);
            Files.createDirectories(copy.getParent());
            Files.copy(own.resolve(file), copy, StandardCopyOption.COPY_ATTRIBUTES);
        }
        Files.createDirectories(clone.resolve(".mvn"));
        Files.createDirectories(clone.resolve("src/main/java"));
        Files.createDirectories(clone.resolve("docs/json-schema"));
        Files.createDirectories(clone.resolve("src/test/resources"));
        Files.writeString(clone.resolve("src/test/resources/skipped-tests.txt"), "# none\n");
        Files.writeString(clone.resolve("pom.xml"), "<project/>");
        Files.writeString(clone.resolve("src/main/java/A.java"), "class A {}");
        writeJar(folder.resolve("program.jar"));
        script("mvn", """
                echo built >>"$FOLDER/builds"
                echo "chatter of the build"
                sleep "${BUILD_SECONDS:-0}"
                mkdir -p target
                cp "$FOLDER/program.jar" target/bootwright-1-all.jar
                mkdir -p target/surefire-reports
                cp "$FOLDER"/TEST-*.xml target/surefire-reports/ 2>/dev/null
                [ -e "$FOLDER/log" ] && cat "$FOLDER/log"
                exit "${BUILD_STATUS:-0}"
                """);
    }

    @Test
    void buildsOnceAndAgainOnlyWhenASourceIsNewerOrGone() throws Exception {
        Outcome first = bootwright("one", "two words");
        assertThat(first.out()).isEqualTo("ran one,two words\n");
        assertThat(first.err()).contains("building", "chatter of the build");
        assertThat(clone.resolve("target/launcher/bootwright.aot")).isNotEmptyFile();

        Outcome second = bootwright("again");
        assertThat(second.out()).isEqualTo("ran again\n");
        assertThat(second.err()).isEmpty();
        assertThat(builds()).isEqualTo(1);

        Files.setLastModifiedTime(
                clone.resolve("src/main/java/A.java"),
                FileTime.from(Instant.now().plusMillis(20)));
        Thread.sleep(30);
        bootwright("x");
        assertThat(builds()).isEqualTo(2);

        Files.delete(clone.resolve("src/main/java/A.java"));
        bootwright("x");
        assertThat(builds()).isEqualTo(3);

        Files.delete(clone.resolve("target/bootwright-1-all.jar"));
        bootwright("x");
        assertThat(builds()).isEqualTo(4);
        assertThat(bootwright("x").err()).isEmpty();
    }

    @Test
    void theProgramsExitCodeIsTheLaunchersAndAFailedBuildIsAnInternalError() throws Exception {
        assertThat(bootwright("fail").code()).isEqualTo(7);

        Files.delete(clone.resolve("target/bootwright-1-all.jar"));
        Outcome broken = run(List.of("bin/bootwright", "x"), Map.of("BUILD_STATUS", "1"));
        assertThat(broken.code()).isEqualTo(70);
        assertThat(broken.out()).isEmpty();
        assertThat(broken.err()).contains("the build failed", "mvn -DskipTests package");
    }

    @Test
    void aMissingOrForeignCachePrintsNothing() throws Exception {
        bootwright("x");
        Path cache = clone.resolve("target/launcher/bootwright.aot");

        Files.writeString(cache, "not a cache");
        Outcome foreign = bootwright("x");
        assertThat(foreign.out()).isEqualTo("ran x\n");

        Files.delete(cache);
        Outcome missing = bootwright("x");
        assertThat(missing.out()).isEqualTo("ran x\n");
        assertThat(missing.err()).isEmpty();
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void twoAtOnceBuildOnce() throws Exception {
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            processes.add(start(List.of("bin/bootwright", "x"), Map.of("BUILD_SECONDS", "1"), folder.resolve("p" + i)));
        }
        for (Process process : processes) {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        }
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void aSignalReachesTheProgram() throws Exception {
        bootwright("x");
        Path output = folder.resolve("p");
        Process process = start(List.of("bin/bootwright", "sleep"), Map.of(), output);
        for (int i = 0; i < 200 && !Files.readString(output.resolve("out")).contains("ran"); i++) {
            Thread.sleep(50);
        }
        process.destroy();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(143);
        assertThat(Files.readString(output.resolve("out"))).isEqualTo("ran sleep\nstopped\n");
    }

    @Test
    void runsThroughALinkFromAnotherFolderAndWithAnotherJavaHome() throws Exception {
        bootwright("x");
        Path link = Files.createSymbolicLink(tools.resolve("bw"), clone.resolve("bin/bootwright"));
        Outcome linked = run(List.of(link.toString(), "x"), Map.of("JAVA_HOME", folder.toString()));
        assertThat(linked.out()).isEqualTo("ran x\n");
        assertThat(linked.code()).isZero();
    }

    @Test
    void onlyAJdkOfTheReleaseCounts() throws Exception {
        for (String version : List.of("25", "25.0.1", "25-ea")) {
            assertThat(isJdk(version)).as(version).isTrue();
        }
        for (String version : List.of("17.0.2", "2", "250", "24.0.25", "26")) {
            assertThat(isJdk(version)).as(version).isFalse();
        }
    }

    @Test
    void whatIsMissingIsNamedWithTheCommandThatBringsIt() throws Exception {
        Outcome outcome = ground("have() { [ \"$1\" = git ]; }; offers() { true; }; package_manager() { echo apt; };"
                + " ensure no git maven bubblewrap");
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err())
                .contains("missing: Maven, bubblewrap (bwrap). Install as root: apt-get install"
                        + " --no-install-recommends -y maven bubblewrap")
                .contains("--install");
    }

    @Test
    void proxyVariablesAreTranslatedForMaven() throws Exception {
        Outcome outcome = ground("https_proxy=http://u:p@proxy.test:3128/ no_proxy='localhost,.corp.test'; find_proxy;"
                + " printf '%s\\n' \"${proxy_options[@]}\"");
        assertThat(outcome.out())
                .contains("-Dhttps.proxyHost=proxy.test\n", "-Dhttps.proxyPort=3128\n")
                .contains("-Dhttp.nonProxyHosts=localhost|*.corp.test\n");
    }

    @Test
    void testPrintsTheClosingLineLastAndPasses() throws Exception {
        surefire("[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0", "");
        Outcome outcome = run(List.of("bin/test"), Map.of());
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out().lines().toList().getLast())
                .isEqualTo("Tests run: 3, Failures: 0, Errors: 0, Skipped: 0");
    }

    @Test
    void testFailsWithTheBuildAndWhenNothingWasTested() throws Exception {
        surefire("[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0", "");
        bootwright("x");
        Outcome failed = run(List.of("bin/test"), Map.of("BUILD_STATUS", "1"));
        assertThat(failed.code()).isEqualTo(1);
        assertThat(failed.out()).endsWith("Tests run: 3, Failures: 1, Errors: 0, Skipped: 0\n");

        Files.delete(folder.resolve("log"));
        Outcome nothing = run(List.of("bin/test"), Map.of());
        assertThat(nothing.code()).isEqualTo(1);
        assertThat(nothing.err()).contains("no test was run");
    }

    @Test
    void aSkippedTestFailsUnlessListedWithAReason() throws Exception {
        surefire("[WARNING] Tests run: 4, Failures: 0, Errors: 0, Skipped: 2", """
                <testcase name="ran" classname="a.B" time="0.1"/>
                <testcase name="waits(int)[1]" classname="a.B" time="0">
                  <skipped message="why"/>
                </testcase>
                <testcase name="" classname="a.C" time="0"><skipped/></testcase>
                """);
        Outcome unlisted = run(List.of("bin/test"), Map.of());
        assertThat(unlisted.code()).isEqualTo(1);
        assertThat(unlisted.err())
                .contains("skipped without a reason: a.B#waits.", "skipped without a reason: a.C.")
                .doesNotContain("a.B#ran");

        Path list = clone.resolve("src/test/resources/skipped-tests.txt");
        Files.writeString(list, "a.B#waits: no display here\na.C:\n");
        Outcome withoutReason = run(List.of("bin/test"), Map.of());
        assertThat(withoutReason.code()).isEqualTo(1);
        assertThat(withoutReason.err()).contains("a.C.").doesNotContain("reason: a.B#waits.");

        Files.writeString(list, "a.B: no display here\na.C: needs two machines\n");
        assertThat(run(List.of("bin/test"), Map.of()).code()).isZero();
    }

    private void surefire(String closing, String cases) throws IOException {
        Files.writeString(folder.resolve("log"), "[INFO] Results:\n" + closing + "\n");
        Files.writeString(folder.resolve("TEST-a.xml"), "<testsuite>\n" + cases + "</testsuite>\n");
    }

    private boolean isJdk(String version) throws Exception {
        Path jdk = Files.createDirectories(folder.resolve("jdk-" + version + "/bin"));
        for (String tool : List.of("java", "javac")) {
            executable(jdk.resolve(tool), "exit 0");
        }
        Files.writeString(
                jdk.resolveSibling("release"),
                "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\nOS_NAME=\"Linux\"\n");
        return ground("is_jdk '" + jdk.getParent() + "'").code() == 0;
    }

    private Outcome ground(String commands) throws Exception {
        return run(List.of("bash", "-uc", "root=$PWD; . bin/lib/ground.sh; " + commands), Map.of());
    }

    private Outcome bootwright(String... arguments) throws Exception {
        return run(
                Stream.concat(Stream.of("bin/bootwright"), Stream.of(arguments)).toList(), Map.of());
    }

    private Outcome run(List<String> command, Map<String, String> env) throws Exception {
        Path output = Files.createTempDirectory(folder, "run");
        Process process = start(command, env, output);
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        return new Outcome(
                process.exitValue(), Files.readString(output.resolve("out")), Files.readString(output.resolve("err")));
    }

    private Process start(List<String> command, Map<String, String> env, Path output) throws IOException {
        Files.createDirectories(output);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.directory(clone.toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_HOME", "JAVA_TOOL_OPTIONS"));
        builder.environment().put("PATH", tools + ":" + System.getenv("PATH"));
        builder.environment().put("FOLDER", folder.toString());
        // A trust store that is already named is left alone, which saves a Java start in every build here.
        builder.environment().put("MAVEN_OPTS", "-Djavax.net.ssl.trustStore=own");
        builder.environment().putAll(env);
        if (!command.getFirst().startsWith("/") && command.getFirst().contains("/")) {
            List<String> absolute = new ArrayList<>(command);
            absolute.set(0, clone.resolve(command.getFirst()).toString());
            builder.command(absolute);
        }
        builder.redirectOutput(output.resolve("out").toFile());
        builder.redirectError(output.resolve("err").toFile());
        return builder.start();
    }

    private long builds() throws IOException {
        try (Stream<String> lines = Files.lines(folder.resolve("builds"))) {
            return lines.count();
        }
    }

    private void script(String name, String body) throws IOException {
        executable(tools.resolve(name), body);
    }

    private static void executable(Path file, String body) throws IOException {
        Files.writeString(file, "#!/usr/bin/env bash\n" + body);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void writeJar(Path jar) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        boolean compiled = compiler.getTask(
                        null, null, null, List.of("-d", classes.toString()), null, List.of(new Source(PROGRAM)))
                .call();
        assertThat(compiled).isTrue();
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "dev.bootwright.app.Rehearsal");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out, manifest);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                entries.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, entries);
                entries.closeEntry();
            }
        }
    }

    private record Outcome(int code, String out, String err) {}

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String text) {
            super(URI.create("string:///Rehearsal.java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
