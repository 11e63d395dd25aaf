package dev.bootwright.discover.actions;

import dev.bootwright.format.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The machine a job asks for.
 *
 * @param os {@code Linux}, {@code Windows} or {@code macOS}
 * @param obstacle why such a machine is not at hand; empty when any Linux machine will do
 */
record Runner(String os, String obstacle) {
    static Runner of(Optional<Node> written, Scope scope) {
        List<String> labels = new ArrayList<>();
        written.ifPresent(node -> labels(node, scope, labels));
        String os = "Linux";
        String obstacle = "";
        for (String label : labels) {
            String name = label.toLowerCase(Locale.ROOT);
            if (name.contains("windows") || name.startsWith("win-")) {
                os = "Windows";
                obstacle = "runs on " + label;
            } else if (name.contains("macos") || name.startsWith("mac-") || name.contains("osx")) {
                os = "macOS";
                obstacle = "runs on " + label;
            } else if (obstacle.isEmpty()) {
                obstacle = hardware(name, label);
            }
        }
        return new Runner(os, obstacle);
    }

    private static String hardware(String name, String label) {
        if (name.contains("gpu") || name.contains("cuda")) {
            return "needs special hardware (" + label + ")";
        }
        if (name.endsWith("-arm") || name.contains("arm64") || name.contains("aarch64")) {
            return "needs another processor (" + label + ")";
        }
        return name.contains("s390x") || name.contains("ppc64") || name.contains("riscv")
                ? "needs another processor (" + label + ")"
                : "";
    }

    private static void labels(Node node, Scope scope, List<String> labels) {
        switch (node) {
            case Node.Scalar scalar -> {
                StaticValue value = Expressions.value(scalar.value(), scope);
                if (value instanceof StaticValue.Tree(Node tree)) {
                    labels.addAll(tree.texts());
                } else if (value.known()) {
                    labels.add(value.text());
                }
            }
            case Node.Sequence sequence -> sequence.items().forEach(item -> labels(item, scope, labels));
            case Node.Mapping mapping -> mapping.get("labels").ifPresent(item -> labels(item, scope, labels));
        }
    }
}
