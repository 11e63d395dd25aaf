package dev.bootwright.format.yaml;

import dev.bootwright.format.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/** Builds one document out of parse events, within bounds. */
final class YamlTree {
    private static final int DEPTH_LIMIT = 64;

    /** Nodes after all aliases are followed. */
    private static final long EXPANSION_LIMIT = 400_000;

    private static final int MERGE_LIMIT = 2_000;

    private final Deque<Open> open = new ArrayDeque<>();
    private final Map<Anchor, Node> anchors = new HashMap<>();
    private final IdentityHashMap<Node, Long> sizes = new IdentityHashMap<>();
    private long total;
    private Node root = new Node.Scalar("", 1, 1, false);

    /** The file is outside the bounds; caught by {@link YamlReader}. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final int line;

        Refused(String reason, int line) {
            super(reason, null, false, false);
            this.line = line;
        }

        String reason() {
            String message = getMessage();
            return message == null ? "refused" : message;
        }

        int line() {
            return line;
        }
    }

    private static final class Open {
        final boolean mapping;
        final int line;
        final @Nullable Anchor anchor;
        final List<Node> items = new ArrayList<>();
        final Map<String, Node> entries = new LinkedHashMap<>();
        final Map<String, Integer> keyLines = new LinkedHashMap<>();
        final List<Node> merged = new ArrayList<>();

        @Nullable
        String key;

        int keyLine;
        long size = 1;

        Open(boolean mapping, int line, @Nullable Anchor anchor) {
            this.mapping = mapping;
            this.line = line;
            this.anchor = anchor;
        }
    }

    Node root() {
        return root;
    }

    void add(Event event) {
        int line = event.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
        switch (event.getEventId()) {
            case Scalar -> scalar((ScalarEvent) event, line);
            case Alias -> alias((AliasEvent) event, line);
            case MappingStart, SequenceStart -> {
                if (open.size() >= DEPTH_LIMIT) {
                    throw new Refused("nested deeper than " + DEPTH_LIMIT, line);
                }
                Anchor anchor = ((NodeEvent) event).getAnchor().orElse(null);
                open.push(new Open(event.getEventId() == Event.ID.MappingStart, line, anchor));
            }
            case MappingEnd, SequenceEnd -> {
                Open done = open.pop();
                Node node = done.mapping ? mapping(done) : new Node.Sequence(done.items, done.line);
                sizes.put(node, done.size);
                complete(node, done.anchor, done.size, done.line);
            }
            case StreamStart, StreamEnd, DocumentStart, DocumentEnd, Comment -> {}
        }
    }

    private void scalar(ScalarEvent event, int line) {
        boolean block = event.isLiteral() || event.isFolded();
        Node node = new Node.Scalar(event.getValue(), line, block ? line + 1 : line, !event.isPlain());
        complete(node, event.getAnchor().orElse(null), 1, line);
    }

    private void alias(AliasEvent event, int line) {
        Node target = anchors.get(event.getAlias());
        if (target == null) {
            throw new Refused("alias *" + event.getAlias() + " has no finished anchor", line);
        }
        complete(target, null, sizes.getOrDefault(target, 1L), line);
    }

    private void complete(Node node, @Nullable Anchor anchor, long size, int line) {
        if (anchor != null) {
            anchors.put(anchor, node);
        }
        total = node instanceof Node.Scalar ? total + 1 : Math.max(total, size);
        if (size > EXPANSION_LIMIT || total > EXPANSION_LIMIT) {
            throw new Refused("more than " + EXPANSION_LIMIT + " values, aliases followed", line);
        }
        Open parent = open.peek();
        if (parent == null) {
            root = node;
            return;
        }
        parent.size += size;
        if (!parent.mapping) {
            parent.items.add(node);
        } else if (parent.key == null) {
            parent.key = node instanceof Node.Scalar scalar ? scalar.value() : "";
            parent.keyLine = line;
        } else {
            if (parent.key.equals("<<") && !(node instanceof Node.Scalar)) {
                parent.merged.add(node);
            } else {
                parent.entries.put(parent.key, node);
                parent.keyLines.put(parent.key, parent.keyLine);
            }
            parent.key = null;
        }
    }

    /** Merge keys ({@code <<}) give what the mapping itself does not have. */
    private static Node mapping(Open done) {
        int left = MERGE_LIMIT;
        for (Node merged : done.merged) {
            List<Node> sources = merged instanceof Node.Sequence sequence ? sequence.items() : List.of(merged);
            for (Node source : sources) {
                if (!(source instanceof Node.Mapping from)) {
                    continue;
                }
                left -= from.entries().size();
                if (left < 0) {
                    throw new Refused("merges more than " + MERGE_LIMIT + " entries", done.line);
                }
                from.entries().forEach((key, value) -> {
                    done.entries.putIfAbsent(key, value);
                    done.keyLines.putIfAbsent(key, from.keyLine(key));
                });
            }
        }
        return new Node.Mapping(done.entries, done.keyLines, done.line);
    }
}
