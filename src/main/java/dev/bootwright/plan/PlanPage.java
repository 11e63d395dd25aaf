package dev.bootwright.plan;

import dev.bootwright.discover.DiscoveryReport;
import dev.bootwright.discover.Finding;
import dev.bootwright.format.Scrubber;
import dev.bootwright.plan.BootstrapPlan.Constraint;
import dev.bootwright.plan.BootstrapPlan.DroppedRoute;
import dev.bootwright.plan.BootstrapPlan.Goal;
import dev.bootwright.plan.BootstrapPlan.Need;
import dev.bootwright.plan.BootstrapPlan.PlannedProject;
import dev.bootwright.step.Route;
import dev.bootwright.step.ToolchainChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A plan and what it rests on as people read it, for {@code inspect}, which shows the findings before it. */
public final class PlanPage {
    private static final int MOST_PLACES = 3;

    private final PlanningInput input;
    private final BootstrapPlan plan;
    private final Map<String, String> places;
    private final List<String> lines = new ArrayList<>();

    private PlanPage(PlanningInput input, BootstrapPlan plan) {
        this.input = input;
        this.plan = plan;
        this.places = places(input.report());
    }

    public static String render(PlanningInput input, BootstrapPlan plan) {
        return new PlanPage(input, plan).text();
    }

    /** Where each finding and CI command was read, by its id. */
    static Map<String, String> places(DiscoveryReport report) {
        Map<String, String> places =
                report.findings().stream().collect(Collectors.toMap(Finding::id, Finding::location, (a, b) -> a));
        report.ciCommands().forEach(c -> places.putIfAbsent(c.id(), c.location()));
        return places;
    }

    private String text() {
        title("Repository");
        item(input.repository().name()
                + (input.repository().commit() == null
                        ? ""
                        : " at " + input.repository().commit())
                + (input.repository().dirty().isEmpty() ? "" : ", dirty"));
        if (plan.projects().isEmpty()) {
            title("Plan");
            item("nothing that Bootwright knows was recognised");
        } else {
            projects();
            goals();
            routes();
        }
        notes();
        return String.join("\n", lines) + "\n";
    }

    private void projects() {
        title("Projects");
        for (PlannedProject project : plan.projects()) {
            item(project.path() + "  " + project.ecosystem() + at(project.evidence()));
        }
    }

    private void goals() {
        title("Goals");
        for (Goal goal : plan.goals()) {
            item(goal.stage() + ": " + goal.statement() + at(goal.evidence()));
        }
        item("phases: " + plan.phases().stream().map(Object::toString).collect(Collectors.joining(" → ")));
    }

    private void routes() {
        title("Routes, best first");
        int number = 0;
        for (Route route : plan.routes()) {
            route(++number + ". ", route);
        }
        if (plan.routes().isEmpty()) {
            item("none is left");
        }
        for (DroppedRoute dropped : plan.dropped()) {
            item("dropped: " + dropped.route().id() + ": " + dropped.reason());
        }
    }

    private void route(String number, Route route) {
        item(number + route.id() + "  (weight " + route.weight() + ")");
        detail("base " + route.base().display() + "; " + route.packageManager() + ", dependencies " + route.policy()
                + (route.asOf() == null ? "" : " of " + route.asOf()));
        for (ToolchainChoice choice : route.toolchains()) {
            detail(choice.name() + " " + choice.version() + " from the " + choice.source() + ": " + choice.reason()
                    + at(choice.evidence()));
        }
        if (!route.hedges().isEmpty()) {
            detail("avoids " + route.hedges());
        }
        detail("needs "
                + route.networkRoles().stream()
                        .map(role -> role + " ("
                                + input.reachability().of(role).name().toLowerCase(Locale.ROOT) + ")")
                        .collect(Collectors.joining(", ")));
    }

    private void notes() {
        List<String> constraints =
                plan.constraints().stream().map(this::constraint).toList();
        section("Constraints", constraints);
        section("Needs", plan.needs().stream().map(this::need).toList());
        section(
                "Decided by you",
                plan.overrides().entrySet().stream()
                        .map(e -> e.getKey() + " = " + e.getValue())
                        .toList());
        section(
                "Conflicts",
                input.report().conflicts().stream()
                        .map(c -> c.subject() + " in " + c.project() + ": " + values(c.findingIds())
                                + "  (inspect --why " + c.subject() + ")")
                        .toList());
    }

    private String constraint(Constraint constraint) {
        return constraint.subject() + ": " + constraint.value() + at(constraint.evidence());
    }

    private String need(Need need) {
        return need.kind() + " " + need.name() + at(need.evidence());
    }

    private String values(List<String> ids) {
        return input.report().findings().stream()
                .filter(f -> ids.contains(f.id()))
                .map(f -> f.value() + " (" + f.location() + ")")
                .distinct()
                .limit(MOST_PLACES + 1L)
                .collect(Collectors.joining(", "));
    }

    private void section(String name, List<String> items) {
        if (!items.isEmpty()) {
            title(name);
            items.forEach(this::item);
        }
    }

    private String at(List<String> evidence) {
        List<String> known = evidence.stream()
                .map(id -> places.getOrDefault(id, ""))
                .filter(place -> !place.isEmpty())
                .distinct()
                .limit(MOST_PLACES)
                .toList();
        return known.isEmpty() ? "" : "  [" + String.join(", ", known) + "]";
    }

    private void title(String text) {
        if (!lines.isEmpty()) {
            lines.add("");
        }
        lines.add(text);
    }

    private void item(String text) {
        lines.add("  " + shown(text));
    }

    private void detail(String text) {
        lines.add("     " + shown(text));
    }

    private static String shown(String text) {
        String line = text.replace('\n', ' ');
        return line.length() > 400 ? Scrubber.text(line.substring(0, 400)) + "…" : Scrubber.text(line);
    }
}
