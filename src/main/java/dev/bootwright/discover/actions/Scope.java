package dev.bootwright.discover.actions;

import dev.bootwright.format.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The contexts in which an expression is evaluated.
 *
 * @param cell values of the chosen matrix cell
 * @param computed names of matrix values that only a run computes; {@code *} when that holds for all
 * @param runner {@code Linux}, {@code Windows} or {@code macOS}
 * @param event the event that is assumed
 * @param actionPath folder of the composite action that is read; empty outside one
 */
record Scope(
        Map<String, Node> cell,
        Set<String> computed,
        Map<String, StaticValue> env,
        Map<String, StaticValue> inputs,
        String runner,
        String event,
        String actionPath) {

    Scope withEnv(Map<String, StaticValue> more) {
        Map<String, StaticValue> merged = new LinkedHashMap<>(env);
        merged.putAll(more);
        return new Scope(cell, computed, merged, inputs, runner, event, actionPath);
    }

    Scope withCell(Map<String, Node> other) {
        return new Scope(other, computed, env, inputs, runner, event, actionPath);
    }

    Scope withRunner(String other) {
        return new Scope(cell, computed, env, inputs, other, event, actionPath);
    }

    Scope inAction(Map<String, StaticValue> actionInputs, String path) {
        return new Scope(cell, computed, env, actionInputs, runner, event, path);
    }

    StaticValue lookup(List<String> path) {
        String what = String.join(".", path);
        if (path.size() < 2) {
            return new StaticValue.Unknown(what);
        }
        String name = path.get(1);
        return switch (path.getFirst()) {
            case "matrix" -> matrix(name, what, path);
            case "env" -> env.getOrDefault(name, StaticValue.nothing());
            case "inputs" -> inputs.getOrDefault(name, StaticValue.nothing());
            case "runner" -> runner(name, what);
            case "github" -> github(name, what);
            case "needs" ->
                name.length() > 0 && path.size() == 3 && path.get(2).equals("result")
                        ? new StaticValue.Text("success")
                        : new StaticValue.Unknown(what);
            default -> new StaticValue.Unknown(what);
        };
    }

    private StaticValue matrix(String name, String what, List<String> path) {
        Node value = cell.get(name);
        if (value == null && (computed.contains(name) || computed.contains("*"))) {
            return new StaticValue.Unknown(what);
        }
        return below(Optional.ofNullable(value), path);
    }

    private static StaticValue below(Optional<Node> node, List<String> path) {
        Optional<Node> found = node;
        for (String key : path.subList(2, path.size())) {
            found = found.flatMap(n -> n.get(key));
        }
        return found.map(StaticValue::of).orElse(StaticValue.nothing());
    }

    private StaticValue runner(String name, String what) {
        return switch (name) {
            case "os" -> new StaticValue.Text(runner);
            case "arch" -> new StaticValue.Text("X64");
            case "debug" -> StaticValue.nothing();
            default -> new StaticValue.Unknown(what);
        };
    }

    private StaticValue github(String name, String what) {
        return switch (name) {
            case "event_name" -> new StaticValue.Text(event);
            case "ref_type" -> new StaticValue.Text("branch");
            case "action_path" ->
                actionPath.isEmpty() ? new StaticValue.Unknown(what) : new StaticValue.Text(actionPath);
            default -> new StaticValue.Unknown(what);
        };
    }
}
