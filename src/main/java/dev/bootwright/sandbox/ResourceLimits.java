package dev.bootwright.sandbox;

import java.time.Duration;

/**
 * Limits of one command.
 *
 * @param wall wall time
 * @param idle time without any output and without processor use
 * @param memoryBytes memory of the whole process tree
 * @param processes processes and threads of the whole tree
 * @param diskBytes what the sandbox may add to the disk
 * @param outputBytes output kept in the log; more is dropped with a marker, and past ten times as much the command ends
 */
public record ResourceLimits(
        Duration wall, Duration idle, long memoryBytes, int processes, long diskBytes, long outputBytes) {
    public static ResourceLimits defaults() {
        return new ResourceLimits(Duration.ofMinutes(15), Duration.ofMinutes(5), 8L << 30, 4096, 20L << 30, 64L << 20);
    }

    public ResourceLimits withWall(Duration newWall) {
        return new ResourceLimits(newWall, idle, memoryBytes, processes, diskBytes, outputBytes);
    }

    public ResourceLimits withIdle(Duration newIdle) {
        return new ResourceLimits(wall, newIdle, memoryBytes, processes, diskBytes, outputBytes);
    }

    public ResourceLimits withMemory(long newMemoryBytes) {
        return new ResourceLimits(wall, idle, newMemoryBytes, processes, diskBytes, outputBytes);
    }

    public ResourceLimits withProcesses(int newProcesses) {
        return new ResourceLimits(wall, idle, memoryBytes, newProcesses, diskBytes, outputBytes);
    }

    public ResourceLimits withDisk(long newDiskBytes) {
        return new ResourceLimits(wall, idle, memoryBytes, processes, newDiskBytes, outputBytes);
    }

    public ResourceLimits withOutput(long newOutputBytes) {
        return new ResourceLimits(wall, idle, memoryBytes, processes, diskBytes, newOutputBytes);
    }
}
