package dev.bootwright.discover.actions;

import dev.bootwright.format.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What starts a workflow.
 *
 * @param event the one that is assumed when expressions ask for it
 * @param obstacle why the workflow says nothing about a change of the code; empty when it does
 */
record Triggers(String event, String obstacle) {
    private static final List<String> PREFERRED = List.of(
            "push",
            "pull_request",
            "pull_request_target",
            "merge_group",
            "workflow_call",
            "schedule",
            "workflow_dispatch",
            "repository_dispatch");

    private static final Set<String> RELEASES = Set.of("release", "create", "registry_package", "deployment");

    static Triggers of(Optional<Node> on) {
        Map<String, Optional<Node>> events = new LinkedHashMap<>();
        on.ifPresent(node -> {
            node.texts().forEach(name -> events.put(name, Optional.empty()));
            node.entries().forEach((name, value) -> events.put(name, Optional.of(value)));
        });
        List<String> usable = new ArrayList<>();
        boolean release = false;
        for (Map.Entry<String, Optional<Node>> event : events.entrySet()) {
            if (onlyTags(event.getKey(), event.getValue()) || RELEASES.contains(event.getKey())) {
                release = true;
            } else if (PREFERRED.contains(event.getKey())) {
                usable.add(event.getKey());
            }
        }
        Optional<String> best = PREFERRED.stream().filter(usable::contains).findFirst();
        boolean automatic = best.isPresent() && PREFERRED.indexOf(best.get()) < PREFERRED.indexOf("workflow_dispatch");
        if (best.isPresent() && (automatic || !release)) {
            return new Triggers(best.get().equals("workflow_call") ? "push" : best.get(), "");
        }
        if (release) {
            return new Triggers(best.orElse("release"), "runs only for a release");
        }
        return events.isEmpty()
                ? new Triggers("push", "")
                : new Triggers(
                        events.keySet().iterator().next(),
                        "runs on " + String.join(", ", events.keySet()) + ", not for a change of the code");
    }

    private static boolean onlyTags(String event, Optional<Node> filters) {
        return event.equals("push")
                && filters.isPresent()
                && filters.get().get("tags").isPresent()
                && filters.get().get("branches").isEmpty()
                && filters.get().get("branches-ignore").isEmpty();
    }
}
