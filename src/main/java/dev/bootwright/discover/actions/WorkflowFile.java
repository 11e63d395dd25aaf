package dev.bootwright.discover.actions;

import dev.bootwright.discover.CellChoice;
import dev.bootwright.discover.SourceLines;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.format.Node;
import java.util.Map;

/**
 * A workflow under evaluation.
 *
 * @param name as the file gives it, else the file's base name
 * @param oddities shared by all workflows, for {@link CellChoice}
 * @param inputs of a reusable workflow, from its first local caller or the defaults
 */
record WorkflowFile(
        TreeIndex tree,
        String file,
        SourceLines lines,
        String name,
        Node root,
        Triggers triggers,
        Map<String, StaticValue> inputs,
        Map<String, Integer> oddities) {}
