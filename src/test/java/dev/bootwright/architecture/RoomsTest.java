package dev.bootwright.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The walls of the house: a package imports only packages that stand above it in one ordered list. */
public class RoomsTest {
    private static final String ROOT = "dev.bootwright.";

    /** Data-flow order, top to bottom. A package that is not listed fails the test. */
    public static final List<String> ORDER = List.of(
            "base",
            "failure",
            "event",
            "process",
            "version",
            "format",
            "git",
            "network",
            "sandbox",
            "step",
            "trace",
            "testreport",
            "toolchain",
            "acquire",
            "discover",
            "plan",
            "contract",
            "verify",
            "repair",
            "replay",
            "ecosystem",
            "pipeline",
            "bench",
            "cli",
            "app");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.bootwright");

    @Test
    void everyPackageIsListed() {
        Set<String> unknown = new TreeSet<>();
        for (JavaClass c : CLASSES) {
            if (!ORDER.contains(room(c))) {
                unknown.add(c.getPackageName());
            }
        }
        assertThat(unknown).isEmpty();
    }

    @Test
    void packagesImportOnlyPackagesAboveThem() {
        Set<String> wrong = new TreeSet<>();
        for (JavaClass c : CLASSES) {
            for (Dependency dependency : c.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                if (!target.getPackageName().startsWith(ROOT)) {
                    continue;
                }
                if (ORDER.indexOf(room(target)) > ORDER.indexOf(room(c))) {
                    wrong.add(c.getName() + " → " + target.getName());
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void ecosystemsDoNotKnowEachOther() {
        assertSubPackagesApart("dev.bootwright.ecosystem.");
    }

    @Test
    void enginesDoNotKnowEachOther() {
        assertSubPackagesApart("dev.bootwright.sandbox.");
    }

    @Test
    void onlyTheAppConstructsEngines() {
        Set<String> wrong = new TreeSet<>();
        for (JavaClass c : CLASSES) {
            for (Dependency dependency : c.getDirectDependenciesFromSelf()) {
                String target = dependency.getTargetClass().getPackageName();
                if (target.startsWith("dev.bootwright.sandbox.")
                        && !c.getPackageName().startsWith("dev.bootwright.sandbox.")
                        && !room(c).equals("app")) {
                    wrong.add(c.getName() + " → " + dependency.getTargetClass().getName());
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static void assertSubPackagesApart(String prefix) {
        Set<String> wrong = new TreeSet<>();
        for (JavaClass c : CLASSES) {
            if (!c.getPackageName().startsWith(prefix)) {
                continue;
            }
            String own = child(c.getPackageName(), prefix);
            for (Dependency dependency : c.getDirectDependenciesFromSelf()) {
                String target = dependency.getTargetClass().getPackageName();
                if (target.startsWith(prefix) && !child(target, prefix).equals(own)) {
                    wrong.add(c.getName() + " → " + dependency.getTargetClass().getName());
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static String child(String packageName, String prefix) {
        String rest = packageName.substring(prefix.length());
        int dot = rest.indexOf('.');
        return dot < 0 ? rest : rest.substring(0, dot);
    }

    private static String room(JavaClass c) {
        String name = c.getPackageName();
        if (!name.startsWith(ROOT)) {
            return name;
        }
        return child(name, ROOT);
    }
}
