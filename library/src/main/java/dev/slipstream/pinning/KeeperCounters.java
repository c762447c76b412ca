package dev.slipstream.pinning;

/**
 * What a {@link CarrierKeeper} has done. A snapshot whose numbers may be a look apart.
 *
 * @param carriers carriers alive now, for whatever reason
 * @param mostCarriers the most seen at a look
 * @param added carriers that stand in for stuck ones now
 * @param mostAdded the most at one time
 * @param totalAdded all of them since the start
 * @param refused how often the pool was at its maximum when one was needed
 * @param atMaximumNanos for how long, in nanoseconds
 */
public record KeeperCounters(int carriers, int mostCarriers, int added, int mostAdded, long totalAdded, long refused,
        long atMaximumNanos) {
    static final KeeperCounters NONE = new KeeperCounters(0, 0, 0, 0, 0, 0, 0);
}
