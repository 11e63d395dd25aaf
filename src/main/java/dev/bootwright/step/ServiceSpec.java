package dev.bootwright.step;

import dev.bootwright.base.StepId;

/**
 * A program that runs beside verification, or a run probe's server.
 *
 * @param start bash that runs in the foreground until it is stopped
 * @param probe bash that exits 0 once the program answers a query; a bare open port is not enough
 * @param advisory whether its failure leaves the verdict alone (run probes)
 */
public record ServiceSpec(StepId id, String start, String probe, long readySeconds, boolean advisory) {}
