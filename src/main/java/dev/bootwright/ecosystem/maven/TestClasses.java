package dev.bootwright.ecosystem.maven;

import java.io.IOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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
     * @param tags by the name of the method, the class's own by an empty name
     * @param suite whether it calls other classes, by JUnit 3's method
     */
    private record Compiled(
            String name,
            String module,
            String parent,
            boolean concrete,
            String source,
            Set<String> marks,
            Map<String, Set<String>> methods,
            Set<String> publicMethods,
            Map<String, Set<String>> tags,
            boolean suite) {}

    /**
     * A class with tests; one that is run as a whole has its own name as the only test.
     *
     * @param tests the tags of each test, its class's included, by its name; none of a suite that calls other classes
     */
    record Listed(String name, String module, String source, Map<String, Set<String>> tests) {
        Listed {
            tests = Collections.unmodifiableMap(new LinkedHashMap<>(tests));
        }
    }

    private final Map<String, Compiled> classes = new TreeMap<>();
    private final Map<String, Compiled> byDescriptor = new HashMap<>();

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
            byDescriptor.putIfAbsent("L" + compiled.name().replace('.', '/') + ";", compiled);
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
        Map<String, Set<String>> tags = new TreeMap<>();
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
            tags.computeIfAbsent(shown, m -> new TreeSet<>()).addAll(tags(annotations));
            if (method.flags().has(AccessFlag.PUBLIC) && !method.flags().has(AccessFlag.STATIC)) {
                open.add(shown);
            }
        }
        List<Annotation> own = annotations(
                model.findAttribute(Attributes.runtimeVisibleAnnotations()).map(a -> a.annotations()));
        Set<String> marks = new LinkedHashSet<>();
        own.forEach(a -> marks.add(a.className().stringValue()));
        tags.put("", tags(own));
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
                open,
                tags,
                model.methods().stream().anyMatch(TestClasses::isSuite));
    }

    private static boolean isSuite(MethodModel method) {
        return method.methodName().stringValue().equals("suite")
                && method.flags().has(AccessFlag.STATIC)
                && method.methodType().stringValue().matches("\\(\\)Ljunit/framework/Test(?:Suite)?;");
    }

    private static Set<String> tags(List<Annotation> annotations) {
        Set<String> tags = new TreeSet<>();
        for (Annotation annotation : annotations) {
            String name = annotation.className().stringValue();
            for (AnnotationElement element : annotation.elements()) {
                if (name.equals("Lorg/junit/jupiter/api/Tag;")
                        && element.value() instanceof AnnotationValue.OfString s) {
                    tags.add(s.stringValue());
                } else if (name.equals("Lorg/junit/jupiter/api/Tags;")
                        && element.value() instanceof AnnotationValue.OfArray array) {
                    array.values().forEach(v -> {
                        if (v instanceof AnnotationValue.OfAnnotation one) {
                            tags.addAll(tags(List.of(one.annotation())));
                        }
                    });
                }
            }
        }
        return tags;
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
        List<Listed> listed = new ArrayList<>();
        for (Compiled compiled : classes.values()) {
            if (!compiled.concrete() || !isReached(compiled)) {
                continue;
            }
            Map<String, Set<String>> tests = tests(compiled);
            if (!tests.isEmpty() || compiled.suite()) {
                listed.add(new Listed(compiled.name(), compiled.module(), compiled.source(), tests));
            }
        }
        return listed;
    }

    private Map<String, Set<String>> tests(Compiled compiled) {
        Map<String, Set<String>> tests = new LinkedHashMap<>();
        List<Compiled> line = lineage(compiled);
        boolean junit3 = line.getLast().parent().matches("junit\\.framework\\.TestCase|junit\\.extensions\\..*");
        boolean testng = line.stream().anyMatch(c -> c.marks().contains(TESTNG));
        Set<String> shared = new TreeSet<>();
        line.forEach(at -> {
            shared.addAll(at.tags().getOrDefault("", Set.of()));
            carriers(at.marks()).forEach(c -> shared.addAll(c.tags().getOrDefault("", Set.of())));
        });
        for (Compiled at : line) {
            at.methods().forEach((name, marks) -> {
                boolean old =
                        junit3 && name.startsWith("test") && at.publicMethods().contains(name);
                boolean whole = testng
                        && at.marks().contains(TESTNG)
                        && at.publicMethods().contains(name);
                Set<Compiled> carriers = carriers(marks);
                boolean marked = isMarked(marks) || carriers.stream().anyMatch(c -> isMarked(c.marks()));
                if (old || whole || marked) {
                    Set<String> tags = new TreeSet<>(shared);
                    tags.addAll(at.tags().getOrDefault(name, Set.of()));
                    carriers.forEach(c -> tags.addAll(c.tags().getOrDefault("", Set.of())));
                    tests.putIfAbsent(name, tags);
                }
            });
        }
        if (tests.isEmpty() && compiled.marks().stream().anyMatch(WHOLE_CLASS::contains)) {
            tests.put(compiled.name().substring(compiled.name().lastIndexOf('.') + 1), shared);
        }
        return tests;
    }

    /** A nested class runs only where its mark, or the runner of the class around it, says so. */
    private boolean isReached(Compiled compiled) {
        int nested = compiled.name().lastIndexOf('$');
        if (nested <= compiled.name().lastIndexOf('.') + 1) {
            return true;
        }
        Compiled around = classes.get(compiled.module() + "\0" + compiled.name().substring(0, nested));
        return around == null
                || around.marks().contains("Lorg/junit/runner/RunWith;")
                || (compiled.marks().contains("Lorg/junit/jupiter/api/Nested;") && isReached(around));
    }

    private static boolean isMarked(Set<String> marks) {
        return marks.contains(FEATURE) || marks.stream().anyMatch(MARKS::contains);
    }

    /** The project's own annotations among some, and those that these carry themselves: marks and tags come with them. */
    private Set<Compiled> carriers(Set<String> marks) {
        Set<Compiled> found = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>(marks);
        while (!open.isEmpty()) {
            Compiled carrier = byDescriptor.get(open.poll());
            if (carrier != null && found.add(carrier)) {
                open.addAll(carrier.marks());
            }
        }
        return found;
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
