package dev.bootwright.ecosystem.maven;

import java.io.IOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads the tests that compiled classes hold: what JUnit 3 to 6, TestNG, Spock, jqwik and ArchUnit look for. */
final class TestClasses {
    private static final int MOST = 100_000;
    private static final long LARGEST = 8 << 20;
    private static final int MOST_PARENTS = 30;

    private static final Set<String> MARKS = Set.of(
            "Lorg/junit/Test;",
            "Lorg/junit/experimental/theories/Theory;",
            "Lorg/junit/jupiter/api/Test;",
            "Lorg/junit/jupiter/api/RepeatedTest;",
            "Lorg/junit/jupiter/api/TestFactory;",
            "Lorg/junit/jupiter/api/TestTemplate;",
            "Lorg/junit/jupiter/params/ParameterizedTest;",
            "Lorg/junitpioneer/jupiter/cartesian/CartesianTest;",
            "Lorg/testng/annotations/Test;",
            "Lnet/jqwik/api/Property;",
            "Lnet/jqwik/api/Example;",
            "Lcom/tngtech/archunit/junit/ArchTest;");
    private static final String FEATURE = "Lorg/spockframework/runtime/model/FeatureMetadata;";
    private static final String TESTNG = "Lorg/testng/annotations/Test;";
    private static final Set<String> WHOLE_CLASS = Set.of(
            "Lorg/junit/runners/Suite$SuiteClasses;",
            "Lorg/junit/platform/suite/api/Suite;",
            "Lio/cucumber/junit/CucumberOptions;");

    /**
     * One class as far as it matters here.
     *
     * @param module the folder whose {@code target} it lies in
     * @param source the source file's name without its ending; empty where the class file does not tell
     * @param marks descriptors of its annotations
     * @param methods descriptors of annotations by the name of the method
     */
    private record Compiled(
            String name,
            String module,
            String parent,
            boolean concrete,
            String source,
            Set<String> marks,
            Map<String, Set<String>> methods,
            Set<String> publicMethods) {}

    /** A class whose tests run, with their names; a class that is run as a whole has its own name as the only test. */
    record Listed(String name, String module, String source, List<String> tests) {
        Listed {
            tests = List.copyOf(tests);
        }
    }

    private final Map<String, Compiled> classes = new TreeMap<>();
    private final Set<String> ownMarks = new HashSet<>();

    private TestClasses() {}

    /** @param reports where class files lie as {@code MODULE/target/test-classes/…} */
    static List<Listed> below(Path reports) {
        TestClasses all = new TestClasses();
        try (Stream<Path> walk = Files.walk(reports)) {
            walk.filter(p -> p.toString().endsWith(".class") && Files.isRegularFile(p))
                    .sorted()
                    .limit(MOST)
                    .forEach(p -> all.read(reports, p));
        } catch (IOException e) {
            return List.of();
        }
        return all.listed();
    }

    private void read(Path reports, Path file) {
        String path = reports.relativize(file).toString();
        int at = ("/" + path).indexOf("/target/test-classes/");
        if (at < 0) {
            return;
        }
        String module = at == 0 ? "." : path.substring(0, at - 1);
        try {
            if (Files.size(file) > LARGEST) {
                return;
            }
            ClassModel model = ClassFile.of().parse(Files.readAllBytes(file));
            Compiled compiled = compiled(model, module);
            classes.put(module + "\0" + compiled.name(), compiled);
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
            // no class file after all: nothing that a runner would load either
            return;
        }
    }

    private static Compiled compiled(ClassModel model, String module) {
        String name = model.thisClass().asInternalName().replace('/', '.');
        Set<AccessFlag> flags = model.flags().flags();
        Map<String, Set<String>> methods = new TreeMap<>();
        Set<String> open = new LinkedHashSet<>();
        for (MethodModel method : model.methods()) {
            String own = method.methodName().stringValue();
            if (method.flags().has(AccessFlag.SYNTHETIC) || own.startsWith("<")) {
                continue;
            }
            List<Annotation> annotations = annotations(
                    method.findAttribute(Attributes.runtimeVisibleAnnotations()).map(a -> a.annotations()));
            String shown = feature(annotations).orElse(own);
            Set<String> marks = methods.computeIfAbsent(shown, m -> new LinkedHashSet<>());
            annotations.forEach(a -> marks.add(a.className().stringValue()));
            if (method.flags().has(AccessFlag.PUBLIC) && !method.flags().has(AccessFlag.STATIC)) {
                open.add(shown);
            }
        }
        Set<String> marks = new LinkedHashSet<>();
        annotations(model.findAttribute(Attributes.runtimeVisibleAnnotations()).map(a -> a.annotations()))
                .forEach(a -> marks.add(a.className().stringValue()));
        String source = model.findAttribute(Attributes.sourceFile())
                .map(a -> a.sourceFile().stringValue())
                .map(s -> s.contains(".") ? s.substring(0, s.lastIndexOf('.')) : s)
                .orElse("");
        return new Compiled(
                name,
                module,
                model.superclass()
                        .map(c -> c.asInternalName().replace('/', '.'))
                        .orElse(""),
                !flags.contains(AccessFlag.ABSTRACT)
                        && !flags.contains(AccessFlag.INTERFACE)
                        && !flags.contains(AccessFlag.SYNTHETIC),
                source,
                marks,
                methods,
                open);
    }

    private static List<Annotation> annotations(Optional<List<Annotation>> found) {
        return found.orElse(List.of());
    }

    /** Spock writes a feature's own name into an annotation of the method it makes of it. */
    private static Optional<String> feature(List<Annotation> annotations) {
        return annotations.stream()
                .filter(a -> a.className().stringValue().equals(FEATURE))
                .flatMap(a -> a.elements().stream())
                .filter(e -> e.name().stringValue().equals("name"))
                .flatMap(
                        e -> e.value() instanceof AnnotationValue.OfString s ? Stream.of(s.stringValue()) : Stream.of())
                .findFirst();
    }

    private List<Listed> listed() {
        classes.values().stream()
                .filter(c -> c.marks().stream().anyMatch(MARKS::contains))
                .forEach(c -> ownMarks.add("L" + c.name().replace('.', '/') + ";"));
        List<Listed> listed = new ArrayList<>();
        for (Compiled compiled : classes.values()) {
            if (!compiled.concrete()) {
                continue;
            }
            Set<String> tests = new LinkedHashSet<>();
            List<Compiled> line = lineage(compiled);
            boolean junit3 = line.getLast().parent().matches("junit\\.framework\\.TestCase|junit\\.extensions\\..*");
            boolean testng = line.stream().anyMatch(c -> c.marks().contains(TESTNG));
            for (Compiled at : line) {
                at.methods().forEach((name, marks) -> {
                    boolean old = junit3
                            && name.startsWith("test")
                            && at.publicMethods().contains(name);
                    boolean whole = testng
                            && at.marks().contains(TESTNG)
                            && at.publicMethods().contains(name);
                    if (old || whole || marks.stream().anyMatch(this::isMark)) {
                        tests.add(name);
                    }
                });
            }
            if (tests.isEmpty() && compiled.marks().stream().anyMatch(WHOLE_CLASS::contains)) {
                tests.add(compiled.name().substring(compiled.name().lastIndexOf('.') + 1));
            }
            if (!tests.isEmpty()) {
                listed.add(new Listed(compiled.name(), compiled.module(), compiled.source(), List.copyOf(tests)));
            }
        }
        return listed;
    }

    /** An annotation that runners know, or one of the project's own that carries such a one. */
    private boolean isMark(String descriptor) {
        return MARKS.contains(descriptor) || descriptor.equals(FEATURE) || ownMarks.contains(descriptor);
    }

    private List<Compiled> lineage(Compiled compiled) {
        List<Compiled> line = new ArrayList<>(List.of(compiled));
        while (line.size() < MOST_PARENTS) {
            Compiled last = line.getLast();
            Compiled parent = classes.get(last.module() + "\0" + last.parent());
            if (parent == null || line.contains(parent)) {
                return line;
            }
            line.add(parent);
        }
        return line;
    }
}
