package dev.bootwright.ecosystem.cpp;

import dev.bootwright.base.StepId;
import dev.bootwright.contract.ShellText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The bash of one project's steps.
 *
 * @param directory where it is built, relative to the project; the repository has no such folder
 * @param target what of a makefile runs tests
 * @param options variables of configure
 * @param selection what CI leaves out of CTest, as words
 */
record CppBlocks(
        CppFacts facts,
        BuildSystem system,
        String directory,
        String target,
        List<String> options,
        List<String> selection) {
    private static final String PARALLEL = "make -j\"$(nproc)\"";
    /** Each folder's makefile is asked for the logs that its tests would write. */
    private static final String AUTOMAKE_LIST = """
            find . -name Makefile -exec awk '/^TEST_LOGS *=/ { print FILENAME }' {} + | sort > /tmp/makefiles
            while IFS= read -r file; do
              folder="${file%/Makefile}"
              make -s -C "$folder" --eval='list-of-tests: ; @for log in $(TEST_LOGS); do echo "$(FOLDER)/$$log"; done' \\
                "FOLDER=$folder" list-of-tests
            done < /tmp/makefiles""";

    private static final String OUTPUT_LIMIT = "16777216";

    String configure() {
        return switch (system) {
            case CMAKE -> ShellText.quote(configureCmake());
            case MESON -> ShellText.quote(configureMeson());
            case AUTOTOOLS -> configureAutotools();
            case MAKE -> "";
        };
    }

    private List<String> configureCmake() {
        List<String> words = new ArrayList<>(List.of("cmake", "-S", ".", "-B", directory, "-G", "Ninja"));
        words.addAll(options);
        return words;
    }

    private List<String> configureMeson() {
        List<String> words = new ArrayList<>(List.of("meson", "setup", directory));
        words.addAll(options);
        return words;
    }

    private String configureAutotools() {
        if (facts.hasTool("configure")) {
            return "./configure";
        }
        for (String script : List.of("autogen.sh", "bootstrap", "bootstrap.sh", "buildconf")) {
            if (facts.hasTool(script)) {
                return "export NOCONFIGURE=1\nbash ./" + script + "\n./configure";
            }
        }
        return "autoreconf -fi\n./configure";
    }

    String build() {
        return switch (system) {
            case CMAKE, MESON -> ShellText.quote(buildCommand());
            case AUTOTOOLS, MAKE -> PARALLEL;
        };
    }

    /** Compiles test programs that the build itself leaves out; empty where it leaves none out. */
    String testBuild() {
        return system == BuildSystem.AUTOTOOLS && facts.runner(system).equals(AutomakeSupport.RUNNER)
                ? PARALLEL + " check TESTS="
                : "";
    }

    List<String> buildCommand() {
        return switch (system) {
            case CMAKE -> List.of("cmake", "--build", directory);
            case MESON -> List.of("meson", "compile", "-C", directory);
            case AUTOTOOLS, MAKE -> List.of("make");
        };
    }

    String check() {
        return switch (system) {
            case CMAKE -> "test -f " + directory + "/CMakeCache.txt";
            case MESON -> "test -d " + directory + "/meson-info";
            case AUTOTOOLS, MAKE -> "c++ --version > /dev/null";
        };
    }

    String collect(StepId id) {
        String report = "\"$BOOTWRIGHT_REPORTS/" + id + ".txt\"";
        return switch (facts.runner(system)) {
            case CtestSupport.RUNNER ->
                ShellText.quote(with(List.of("ctest", "--test-dir", directory, "-N"), selection)) + " | tee " + report;
            case MesonSupport.RUNNER ->
                ShellText.quote(List.of("meson", "test", "-C", directory, "--list")) + " | tee " + report;
            case AutomakeSupport.RUNNER -> AUTOMAKE_LIST;
            default -> ShellText.quote(List.of("make", "-n", target)) + " | tee " + report;
        };
    }

    String strongest(StepId id) {
        String reports = "\"$BOOTWRIGHT_REPORTS/" + id;
        return switch (facts.runner(system)) {
            case CtestSupport.RUNNER ->
                ShellText.quote(testCommand()) + " --test-output-size-passed " + OUTPUT_LIMIT
                        + " --test-output-size-failed " + OUTPUT_LIMIT + " --output-junit " + reports + ".xml\"";
            case MesonSupport.RUNNER -> ShellText.quote(testCommand()) + " --logbase " + reports + "\"";
            default -> ShellText.quote(testCommand()) + " 2>&1 | tee " + reports + ".txt\"";
        };
    }

    List<String> testCommand() {
        return switch (facts.runner(system)) {
            case CtestSupport.RUNNER ->
                with(List.of("ctest", "--test-dir", directory, "--no-tests=error", "--output-on-failure"), selection);
            case MesonSupport.RUNNER -> List.of("meson", "test", "-C", directory, "--no-rebuild", "--print-errorlogs");
            case AutomakeSupport.RUNNER -> List.of("make", "-k", "check");
            default -> List.of("make", target);
        };
    }

    List<String> testPart(String holder) {
        return switch (facts.runner(system)) {
            case CtestSupport.RUNNER ->
                List.of(
                        "ctest",
                        "--test-dir",
                        directory,
                        "--no-tests=error",
                        "--output-on-failure",
                        "-R",
                        "^" + holder + "$");
            case MesonSupport.RUNNER ->
                List.of("meson", "test", "-C", directory, "--no-rebuild", "--print-errorlogs", holder);
            default -> List.of();
        };
    }

    private static List<String> with(List<String> words, List<String> more) {
        List<String> all = new ArrayList<>(words);
        all.addAll(more);
        return all;
    }

    /** Programs whose versions are part of what was proven, each with how it tells. */
    Map<String, String> versions() {
        return switch (system) {
            case CMAKE -> Map.of("cmake", "cmake --version | sed -n '1s/.* //p'");
            case MESON -> Map.of("meson", "meson --version");
            case AUTOTOOLS, MAKE -> Map.of();
        };
    }
}
