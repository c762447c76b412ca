package dev.slipstream.pinning;

/**
 * Counters of a {@code CarrierKeeper}: a snapshot whose numbers may be one look apart.
 *
 * @param carriers carriers alive now, added or not
 * @param mostCarriers the most carriers alive at a look
 * @param added carriers that stand in for stuck ones now
 * @param mostAdded the most carriers that stood in at one time
 * @param totalAdded all carriers added since the start
 * @param refused how often the pool was at its maximum when a carrier was needed
 * @param atMaximumNanos how long the pool was at its maximum, in nanoseconds
 * @since 1.0.0
 */
public record KeeperCounters(int carriers, int mostCarriers, int added, int mostAdded, long totalAdded, long refused,
        long atMaximumNanos) {}
