package dev.bootwright.sandbox;

/** What a clean-up removed, and what is left. */
public record GcReport(int removedLayers, long removedBytes, int keptLayers, long keptBytes) {}
