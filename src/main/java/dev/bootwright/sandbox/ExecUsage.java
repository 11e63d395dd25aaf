package dev.bootwright.sandbox;

import java.time.Duration;

/**
 * What a command used.
 *
 * @param peakMemoryBytes highest memory of the tree; 0 where it could not be measured
 * @param leftProcesses whether processes were still alive when the command itself had ended (they were killed)
 */
public record ExecUsage(Duration wall, Duration cpu, long peakMemoryBytes, boolean leftProcesses) {}
