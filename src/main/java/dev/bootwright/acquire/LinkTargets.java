package dev.bootwright.acquire;

import dev.bootwright.base.RelativePath;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Follows links inside a tree on paper, through other links, to see whether one leads out of it. */
final class LinkTargets {
    private static final int HOPS = 64;

    private final Map<RelativePath, byte[]> links;

    LinkTargets(Map<RelativePath, byte[]> links) {
        this.links = links;
    }

    boolean leavesTree(RelativePath link) {
        Deque<byte[]> todo = new ArrayDeque<>();
        RelativePath at = link.parent();
        byte[] target = links.getOrDefault(link, new byte[0]);
        int hops = 0;
        while (hops++ < HOPS) {
            if (target.length > 0 && target[0] == '/') {
                return true;
            }
            prepend(todo, target);
            byte @Nullable [] next = null;
            while (next == null && !todo.isEmpty()) {
                byte[] part = todo.pop();
                if (part.length == 2 && part[0] == '.' && part[1] == '.') {
                    if (at.isRoot()) {
                        return true;
                    }
                    at = at.parent();
                } else {
                    RelativePath child = child(at, part);
                    next = links.get(child);
                    at = next == null ? child : at;
                }
            }
            if (next == null) {
                return false;
            }
            target = next;
        }
        // A loop leads nowhere, so not out either.
        return false;
    }

    private static void prepend(Deque<byte[]> todo, byte[] target) {
        Deque<byte[]> parts = new ArrayDeque<>();
        int start = 0;
        for (int i = 0; i <= target.length; i++) {
            if (i == target.length || target[i] == '/') {
                boolean dot = i - start == 1 && target[start] == '.';
                if (i > start && !dot) {
                    parts.push(Arrays.copyOfRange(target, start, i));
                }
                start = i + 1;
            }
        }
        parts.forEach(todo::push);
    }

    private static RelativePath child(RelativePath folder, byte[] name) {
        if (folder.isRoot()) {
            return RelativePath.ofBytes(name);
        }
        byte[] prefix = folder.bytes();
        byte[] path = Arrays.copyOf(prefix, prefix.length + 1 + name.length);
        path[prefix.length] = '/';
        System.arraycopy(name, 0, path, prefix.length + 1, name.length);
        return RelativePath.ofBytes(path);
    }
}
