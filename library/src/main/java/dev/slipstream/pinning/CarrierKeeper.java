package dev.slipstream.pinning;

import dev.slipstream.runtime.pinning.Keeper;
import java.util.Map;

/**
 * Keeper that adds carriers to the JDK's scheduler of virtual threads while carriers are stuck and virtual threads wait for one,
 * and removes them again.
 *
 * <p>Carriers get stuck entering a monitor (JDK 21 to 23), in {@code Object.wait} (JDK 24 and later), in native code that waits, or at
 * a class that another thread is initialising; and in parks, unless the agent compensates those. For each stuck carrier the keeper
 * tells the pool what the JDK tells it around blocking file operations: this worker does not count. The pool then wakes or starts
 * another, up to its own maximum ({@value #MAXIMUM}, unless {@link #setMaximum} has changed it). Lock semantics do not change. When the
 * carrier continues, the keeper tells the pool that it counts again. Carriers beyond the parallelism end together once nothing has run
 * for the pool's keep-alive time, 30 seconds.
 *
 * <p>Needs the options in {@link #OPENS}. The keeper looks every {@value #CALM_MILLIS} ms while virtual threads run, every
 * {@value #LOOK_MILLIS} ms while one of them may wait for a stuck carrier, else once a second. It uses one daemon thread. Safe for use by
 * several threads.
 *
 * @since 1.0.0
 */
public final class CarrierKeeper implements AutoCloseable {
    /**
     * Options of the java command for a keeper, separated by spaces. They name the module {@code dev.slipstream} if the library is one,
     * else {@code ALL-UNNAMED}.
     */
    public static final String OPENS = Keeper.OPENS;

    /** System property by which a user sets the maximum number of carriers. The JDK reads it when it creates the scheduler. */
    public static final String MAXIMUM = Keeper.MAXIMUM;

    /** Time between two looks while a virtual thread may wait for a stuck carrier, in milliseconds. */
    public static final long LOOK_MILLIS = Keeper.LOOK_MILLIS;

    /** Time between two looks while virtual threads run, in milliseconds. */
    public static final long CALM_MILLIS = Keeper.CALM_MILLIS;

    private final Keeper keeper;

    private CarrierKeeper(Keeper keeper) {
        this.keeper = keeper;
    }

    /**
     * Starts a keeper for this JVM, which also compensates pinned parks, since without the agent nothing else does.
     *
     * @return the keeper, which runs until {@link #close}
     * @throws UnsupportedOperationException on JDK 17 to 20
     * @throws IllegalStateException if the JDK is not open to the library, or has other internals; the message says what to do
     */
    public static CarrierKeeper start() {
        return new CarrierKeeper(Keeper.start());
    }

    /** {@return what the keeper has done so far} Zeros before the first virtual thread. */
    public KeeperCounters counters() {
        return keeper.counters();
    }

    /**
     * Returns the sites at which virtual threads were seen pinned: class, method and reason, with the number of samples, most
     * frequent first.
     *
     * @param most maximum number of sites
     * @return the number of samples by site, a copy
     */
    public Map<String, Long> pinSites(int most) {
        return keeper.pinSites(most);
    }

    /**
     * Sets the maximum number of carriers of a scheduler that the JDK has created, until {@link #close}. Leaves a maximum other than the
     * expected one, and one that cannot be changed on this JDK. Not safe for use by several threads, nor together with {@link #close}.
     *
     * @param carriers the new maximum, at most 32,767
     * @param expected the maximum so far, if it is more than the parallelism
     * @return whether the maximum has been set
     * @throws UnsupportedOperationException on JDK 17 to 20
     * @throws IllegalStateException if the JDK is not open to the library, or has other internals
     */
    public boolean setMaximum(int carriers, int expected) {
        return keeper.setMaximum(carriers, expected);
    }

    /**
     * Stops watching, tells the pool that every carrier counts again, and restores its maximum. Waits for the keeper's thread, a second
     * at most, unless that is the caller.
     */
    @Override
    public void close() {
        keeper.close();
    }
}
