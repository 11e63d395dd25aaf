package dev.bootwright.ecosystem.maven;

import dev.bootwright.discover.Finding;
import dev.bootwright.plan.PlanningInput;
import dev.bootwright.toolchain.JdkReleases;
import dev.bootwright.version.maven.MavenVersion;
import dev.bootwright.version.maven.MavenVersionRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The JDKs that a reactor's POMs accept.
 *
 * @param least by the highest level that sources are compiled for
 * @param most by the lowest level, which later compilers refuse
 * @param enforced ranges that the enforcer checks
 * @param soft the last JDK that an old test library works with; empty without any
 */
record JdkRange(
        int least,
        int most,
        List<MavenVersionRange> enforced,
        Optional<Finding> soft,
        List<String> evidence,
        String text) {
    private static final int OPEN = 99;

    JdkRange {
        enforced = List.copyOf(enforced);
        evidence = List.copyOf(evidence);
    }

    static JdkRange of(PlanningInput input, List<String> projects) {
        List<String> evidence = new ArrayList<>();
        List<Finding> levels = input.report().of(MavenSubjects.LEVEL).stream()
                .filter(f -> projects.contains(f.project()))
                .toList();
        Optional<Finding> highest = levels.stream().max(Comparator.comparingInt(JdkRange::value));
        Optional<Finding> lowest = levels.stream().min(Comparator.comparingInt(JdkRange::value));
        highest.ifPresent(f -> evidence.add(f.id()));
        List<String> texts = new ArrayList<>();
        highest.ifPresent(f -> texts.add("sources are of level " + f.value() + " (" + f.location() + ")"));
        int most = lowest.map(f -> lastCompiler(value(f))).orElse(OPEN);
        if (most < OPEN) {
            lowest.ifPresent(f -> {
                evidence.add(f.id());
                texts.add("compilers after JDK " + lastCompiler(value(f)) + " refuse level " + f.value() + " ("
                        + f.location() + ")");
            });
        }
        List<MavenVersionRange> enforced = new ArrayList<>();
        for (Finding finding : input.report().of(MavenSubjects.JDK_REQUIRED)) {
            if (projects.contains(finding.project())) {
                MavenVersionRange.tryParse(finding.value()).ifPresent(enforced::add);
                evidence.add(finding.id());
                texts.add("the enforcer wants " + finding.value() + " (" + finding.location() + ")");
            }
        }
        Optional<Finding> soft = input.report().of(MavenSubjects.JDK_LIMIT).stream()
                .filter(f -> projects.contains(f.project()))
                .min(Comparator.comparingInt(JdkRange::value));
        return new JdkRange(
                highest.map(JdkRange::value).orElse(0),
                most,
                enforced,
                soft,
                evidence.stream().distinct().toList(),
                texts.isEmpty() ? "no POM names a level" : String.join("; ", texts));
    }

    private static int value(Finding finding) {
        return Integer.parseInt(finding.value());
    }

    /** The last JDK in the table that still compiles for a level. */
    private static int lastCompiler(int level) {
        if (level <= 5) {
            return 8;
        }
        return level == 6 ? 11 : level == 7 ? 17 : OPEN;
    }

    /** What must hold, or nothing compiles. */
    boolean accepts(int feature) {
        return feature >= least && feature <= most && enforced.stream().allMatch(r -> accepts(r, feature));
    }

    /** Enforcer's versions are of the old or of the new form: {@code 1.8}, {@code 11}. A later patch release is assumed. */
    private static boolean accepts(MavenVersionRange range, int feature) {
        String patched = feature <= 8 ? "1." + feature + ".0.500" : feature + ".0.50";
        String plain = feature <= 8 ? "8.0.500" : patched;
        return range.contains(MavenVersion.parse(patched)) || range.contains(MavenVersion.parse(plain));
    }

    boolean isWithinLibraries(int feature) {
        return soft.map(f -> feature <= value(f)).orElse(true);
    }

    /** JDKs of the table that are accepted, oldest first. */
    List<JdkReleases.Jdk> accepted() {
        return JdkReleases.all().stream().filter(j -> accepts(j.feature())).toList();
    }
}
