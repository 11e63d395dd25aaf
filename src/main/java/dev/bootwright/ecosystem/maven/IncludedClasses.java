package dev.bootwright.ecosystem.maven;

import dev.bootwright.step.Step;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Tells which test classes a call runs: those named as Surefire expects, those named as Failsafe expects where the call
 * goes so far; all where a POM names its own.
 *
 * @param integration whether the call runs Failsafe
 */
record IncludedClasses(Path host, boolean integration, Map<String, Boolean> own) {
    private static final long LIMIT = 2 << 20;
    private static final Pattern UNIT = Pattern.compile("Test.*|.*(?:Test|Tests|TestCase)");
    private static final Pattern INTEGRATION = Pattern.compile("IT.*|.*(?:IT|ITCase)");
    private static final Pattern OWN_NAMES = Pattern.compile("<includes?>|<suiteXmlFiles?>|<includesFile>|<test>");

    static IncludedClasses of(Step step, Path host) {
        boolean integration = step.block().matches("(?s).*\\b(?:integration-test|verify|install|package)\\b.*");
        return new IncludedClasses(host, integration, new HashMap<>());
    }

    static boolean isIntegration(String className) {
        return INTEGRATION.matcher(simple(className)).matches()
                && !UNIT.matcher(simple(className)).matches();
    }

    boolean runs(String module, String className) {
        String name = simple(className);
        return UNIT.matcher(name).matches()
                || (integration && INTEGRATION.matcher(name).matches())
                || hasOwnNames(module);
    }

    /** The simple name of the outermost class. */
    private static String simple(String className) {
        String name = className.substring(className.lastIndexOf('.') + 1);
        int nested = name.indexOf('$', 1);
        return nested < 0 ? name : name.substring(0, nested);
    }

    /** Whether the module's POM, or one above it in the tree, says which classes are tests. */
    private boolean hasOwnNames(String module) {
        Boolean known = own.get(module);
        if (known != null) {
            return known;
        }
        Path pom = host.resolve(MavenPaths.path(module, "pom.xml"));
        boolean found = false;
        try {
            found = Files.isRegularFile(pom, LinkOption.NOFOLLOW_LINKS)
                    && Files.size(pom) < LIMIT
                    && OWN_NAMES
                            .matcher(new String(Files.readAllBytes(pom), StandardCharsets.UTF_8))
                            .find();
        } catch (IOException e) {
            found = false;
        }
        boolean result = found || (!module.equals(".") && hasOwnNames(MavenPaths.folder(module)));
        own.put(module, result);
        return result;
    }
}
