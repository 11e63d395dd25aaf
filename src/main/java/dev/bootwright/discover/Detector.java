package dev.bootwright.discover;

import dev.bootwright.acquire.SourceTree;
import java.util.Set;

/**
 * Reads one kind of evidence out of a tree. It runs nothing and never throws for what a file holds. Detectors run side by
 * side, so one keeps no state between calls.
 */
public interface Detector {
    String name();

    /** The tree is a {@link TreeIndex} when it comes from the {@link Discoverer}; {@link TreeIndex#of} makes one of any. */
    void detect(SourceTree tree, FindingSink sink);

    /** Subjects of which a project has one true value, so that findings that differ are a conflict. */
    default Set<String> singleValuedSubjects() {
        return Set.of();
    }
}
