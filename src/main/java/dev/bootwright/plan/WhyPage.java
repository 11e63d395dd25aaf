package dev.bootwright.plan;

import dev.bootwright.base.EcosystemId;
import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.Finding;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.format.Scrubber;
import dev.bootwright.plan.BootstrapPlan.Constraint;
import dev.bootwright.plan.BootstrapPlan.DroppedRoute;
import dev.bootwright.plan.BootstrapPlan.Goal;
import dev.bootwright.plan.BootstrapPlan.Need;
import dev.bootwright.step.Route;
import dev.bootwright.step.ToolchainChoice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * One decision explained: what was chosen, what speaks for it line by line with weights, and what lost. Subjects are
 * {@code language}, {@code base}, {@code route}, {@code policy}, {@code runner}, {@code needs}, the name of a toolchain, a
 * package, a route, a key that the user decided, or the subject of a finding.
 */
public final class WhyPage {
    private static final int MOST = 40;
    private static final Set<String> TOPICS =
            Set.of("language", "base", "route", "policy", "runner", "needs", "projects");
    private static final Set<String> FILLERS = Set.of("version", "versions", "the", "package", "chosen");

    private final PlanningInput input;
    private final BootstrapPlan plan;
    private final List<RoutePlanner> planners;
    private final List<String> lines = new ArrayList<>();

    private WhyPage(PlanningInput input, BootstrapPlan plan, List<RoutePlanner> planners) {
        this.input = input;
        this.plan = plan;
        this.planners = planners;
    }

    /** @throws ToolException when nothing is known of the subject; the message names what resembles it */
    public static String render(PlanningInput input, BootstrapPlan plan, List<RoutePlanner> planners, String subject) {
        return new WhyPage(input, plan, planners).explain(subject);
    }

    private String explain(String subject) {
        String wanted = normal(subject);
        switch (wanted) {
            case "language", "ecosystem" -> language();
            case "base" -> base();
            case "route", "routes" -> routes();
            case "policy", "dependencies", "lock" -> policy();
            case "runner", "tests", "test-command" -> runner();
            case "need", "needs" -> needs();
            case "project", "projects" -> projects();
            default -> named(wanted);
        }
        if (lines.isEmpty()) {
            throw unknown(subject, wanted);
        }
        return String.join("\n", lines) + "\n";
    }

    private static String normal(String subject) {
        List<String> words = Stream.of(subject.strip().toLowerCase(Locale.ROOT).split("\\s+"))
                .filter(w -> !FILLERS.contains(w))
                .toList();
        return words.isEmpty() ? subject.strip().toLowerCase(Locale.ROOT) : String.join(" ", words);
    }

    private ToolException unknown(String subject, String wanted) {
        Set<String> known = new TreeSet<>(TOPICS);
        known.addAll(subjects());
        List<String> close = NearMiss.of(wanted, known);
        return ToolException.of(
                FailureCode.USAGE,
                "why",
                "nothing is known of “" + Scrubber.snippet(subject) + "”"
                        + (close.isEmpty() ? "" : "; did you mean " + String.join(", ", close) + "?"),
                "ask for one of: "
                        + String.join(", ", known.stream().limit(MOST).toList())
                        + (known.size() > MOST ? " …" : ""));
    }

    private Set<String> subjects() {
        Set<String> known = new TreeSet<>();
        input.report().findings().forEach(f -> known.add(f.subject()));
        plan.overrides().keySet().forEach(known::add);
        plan.routes().forEach(r -> {
            known.add(r.id());
            r.toolchains().forEach(t -> known.add(t.name()));
        });
        return known;
    }

    private void language() {
        if (plan.projects().isEmpty()) {
            lines.add("language: none — no supported project was recognised");
            return;
        }
        EcosystemId chosen = plan.projects().getFirst().ecosystem();
        lines.add("language: " + chosen);
        overridden("language");
        Map<EcosystemId, RoutePlanner> known = new LinkedHashMap<>();
        planners.stream()
                .sorted(Comparator.comparing(RoutePlanner::ecosystem))
                .forEach(p -> known.put(p.ecosystem(), p));
        for (EcosystemVote vote : EcosystemVote.count(input, known)) {
            lines.add((vote.ecosystem().equals(chosen) ? "  ✓ " : "  · ") + vote.ecosystem() + "  weight "
                    + vote.weight());
            vote.reasons().forEach(r -> lines.add("      " + Scrubber.text(r)));
        }
    }

    private void base() {
        for (Route route : plan.routes().stream().limit(1).toList()) {
            lines.add("base: " + route.base().display());
            overridden("base");
            lines.add("  because of route " + route.id() + ":");
            route.toolchains().forEach(this::toolchain);
            others(r -> r.base().display());
        }
    }

    private void routes() {
        int number = 0;
        for (Route route : plan.routes()) {
            lines.add((number++ == 0 ? "  ✓ " : "  · ") + route.id() + "  weight " + route.weight()
                    + (route.hedges().isEmpty() ? "" : "  avoids " + route.hedges()));
            route.toolchains().forEach(t -> lines.add("      " + t.name() + " " + t.version() + ": " + t.reason()));
        }
        for (DroppedRoute dropped : plan.dropped()) {
            lines.add("  ✗ " + dropped.route().id() + "  weight "
                    + dropped.route().weight() + "  dropped: " + dropped.reason());
        }
        if (!lines.isEmpty()) {
            lines.addFirst("route: "
                    + (plan.routes().isEmpty()
                            ? "none"
                            : plan.routes().getFirst().id()));
        }
    }

    private void policy() {
        for (Route route : plan.routes().stream().limit(1).toList()) {
            lines.add("policy: " + route.policy() + " by " + route.packageManager()
                    + (route.asOf() == null ? "" : ", as of " + route.asOf()));
            findings(byId(route.evidence()));
            others(r -> r.policy() + " by " + r.packageManager());
        }
    }

    private void runner() {
        for (Goal goal : plan.goals()) {
            if (goal.stage().equals("strongest")) {
                lines.add("runner: " + goal.runner() + " in " + goal.project());
                overridden("test-command");
                input.report().ciCommands().stream()
                        .filter(c -> goal.evidence().contains(c.id()))
                        .limit(MOST)
                        .forEach(c -> lines.add("  +100 " + c.location() + "  " + firstLine(c)));
                findings(byId(goal.evidence()));
            }
        }
        List<CiCommand> left = input.report().ciCommands().stream()
                .filter(c -> c.purpose() == CiCommand.Purpose.TEST && !c.reproducible())
                .limit(MOST)
                .toList();
        left.forEach(c -> lines.add("  ✗ " + c.location() + "  " + firstLine(c) + "  cannot run here: " + c.reason()));
    }

    private void needs() {
        for (Need need : plan.needs()) {
            lines.add(need.kind() + " " + need.name());
            findings(byId(need.evidence()));
        }
    }

    private void projects() {
        for (BootstrapPlan.PlannedProject project : plan.projects()) {
            lines.add("  ✓ " + project.path() + "  " + project.ecosystem());
            findings(byId(project.evidence()));
        }
        constraints(c -> c.subject().equals(BootstrapPlan.NOT_COVERED));
    }

    /** A toolchain, a route, an override, a package, or findings of a subject. */
    private void named(String wanted) {
        for (Route route : plan.routes().stream().limit(1).toList()) {
            route.toolchains().stream().filter(t -> t.name().equals(wanted)).forEach(t -> {
                lines.add(t.name() + ": " + t.version() + " from the " + t.source());
                overridden("toolchain." + t.name());
                lines.add("  " + t.reason());
                findings(byId(t.evidence()));
                others(r -> r.toolchains().stream()
                        .filter(o -> o.name().equals(wanted))
                        .map(o -> o.name() + " " + o.version() + " from the " + o.source() + ": " + o.reason())
                        .findFirst()
                        .orElse("no " + wanted));
            });
        }
        route(wanted);
        constraints(c -> c.subject().equalsIgnoreCase(wanted));
        overridden(wanted);
        List<Finding> related = input.report().findings().stream()
                .filter(f -> isAbout(f, wanted))
                .toList();
        if (!related.isEmpty()) {
            lines.add(lines.isEmpty() ? wanted : "findings");
            findings(related);
            input.report().conflicts().stream()
                    .filter(c -> related.stream().anyMatch(f -> c.findingIds().contains(f.id())))
                    .forEach(c -> lines.add("  conflict: findings of " + c.subject() + " in " + c.project()
                            + " do not agree; the heavier one counts"));
        }
    }

    private static boolean isAbout(Finding finding, String wanted) {
        String subject = finding.subject().toLowerCase(Locale.ROOT);
        String value = finding.value().toLowerCase(Locale.ROOT);
        return subject.equals(wanted)
                || subject.startsWith(wanted + ".")
                || subject.endsWith("." + wanted.replace(' ', '-'))
                || value.equals(wanted)
                || (value.startsWith(wanted) && !Character.isLetterOrDigit(value.charAt(wanted.length())));
    }

    private void route(String wanted) {
        Stream.concat(plan.routes().stream(), plan.dropped().stream().map(DroppedRoute::route))
                .filter(r -> r.id().equals(wanted))
                .forEach(r -> {
                    lines.add("route " + r.id() + "  weight " + r.weight());
                    plan.dropped().stream()
                            .filter(d -> d.route().equals(r))
                            .forEach(d -> lines.add("  dropped: " + d.reason()));
                    if (!r.hedges().isEmpty()) {
                        lines.add("  avoids " + r.hedges());
                    }
                    r.toolchains().forEach(this::toolchain);
                    findings(byId(r.evidence()));
                });
    }

    private void toolchain(ToolchainChoice choice) {
        lines.add("  " + choice.name() + " " + choice.version() + " from the " + choice.source() + ": "
                + choice.reason());
        findings(byId(choice.evidence()));
    }

    private void constraints(Predicate<Constraint> which) {
        plan.constraints().stream().filter(which).forEach(c -> {
            lines.add("constraint: " + c.subject() + " " + Scrubber.text(c.value()));
            findings(byId(c.evidence()));
        });
    }

    private void overridden(String key) {
        String decided = plan.overrides().get(key);
        if (decided != null) {
            lines.add("  decided by you: " + key + " = " + Scrubber.text(decided));
        }
    }

    private void others(Function<Route, String> shown) {
        List<Route> others = plan.routes().stream().skip(1).toList();
        if (!others.isEmpty() || !plan.dropped().isEmpty()) {
            lines.add("  others");
        }
        others.forEach(
                r -> lines.add("    · " + shown.apply(r) + "  (route " + r.id() + ", weight " + r.weight() + ")"));
        plan.dropped()
                .forEach(d -> lines.add("    ✗ " + shown.apply(d.route()) + "  (route "
                        + d.route().id() + ", weight " + d.route().weight() + ", dropped: " + d.reason() + ")"));
    }

    private List<Finding> byId(List<String> ids) {
        return input.report().findings().stream()
                .filter(f -> ids.contains(f.id()))
                .toList();
    }

    private void findings(List<Finding> findings) {
        findings.stream()
                .sorted(Comparator.comparingInt(Finding::weight).reversed())
                .limit(MOST)
                .forEach(f -> lines.add("  +" + f.weight() + " " + f.location() + "  " + f.subject() + " = " + f.value()
                        + (f.snippet().isEmpty() || f.snippet().equals(f.value()) ? "" : "  │ " + f.snippet())));
        if (findings.size() > MOST) {
            lines.add("  … and " + (findings.size() - MOST) + " more");
        }
    }

    private static String firstLine(CiCommand command) {
        return Scrubber.snippet(command.command().lines().findFirst().orElse(""));
    }
}
