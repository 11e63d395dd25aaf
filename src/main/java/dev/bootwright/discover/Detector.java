package dev.bootwright.discover;

import dev.bootwright.acquire.SourceTree;

/** Reads one kind of evidence out of a tree. It runs nothing and never throws for what a file holds. */
public interface Detector {
    String name();

    void detect(SourceTree tree, FindingSink sink);
}
