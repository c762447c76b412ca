package dev.slipstream.runtime.pinning;

import dev.slipstream.pinning.KeeperCounters;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/**
 * Record of the stuck carriers that the pool has been told of, each with the token that takes it back.
 *
 * <p>Pace: while no carrier moves at all, every look may add carriers, twice as many each time, so a deadlock for want of
 * carriers ends within a few looks. While some carriers move, the wait between two additions grows with the number already
 * added. Thus a long queue of virtual threads for one monitor, where more carriers do not help, does not fill the pool. A carrier that
 * waits, as opposed to one that enters a monitor or is in native code, is compensated at once, as the agent does at a park.
 *
 * <p>{@link #counters} may be called by any thread, all other methods by the keeper only.
 */
final class Compensation {
    /** Nothing done. */
    static final KeeperCounters NONE = new KeeperCounters(0, 0, 0, 0, 0, 0, 0);

    private static final long STEP_NANOS = 5_000_000;
    private static final int MOST_AT_ONCE = 64;

    /** Wait after a failed thread start, since the JVM prints a warning for each. */
    private static final long AFTER_FAILURE_NANOS = 1_000_000_000;

    /** One active worker in the pool's control word. */
    private static final long ONE_ACTIVE = 1L << 48;

    /** The pool's token for one carrier; 0 if the pool has not been told of it. */
    private static final class Token {
        private long value;
    }

    private final Scheduler scheduler;
    private final KeeperHost host;
    private final Map<Thread, Token> tokens = new HashMap<>();
    private long lastAdded;
    private boolean threadsLack;
    private long noAttemptBefore;
    private int batch = 1;
    private int spares = 1;
    private boolean desertedBefore;
    private long refusedSince;
    private int mostCarriers;
    private int mostAdded;
    private long totalAdded;
    private long refused;
    private long atMaximumNanos;
    private volatile KeeperCounters counters = NONE;

    Compensation(Scheduler scheduler, KeeperHost host) {
        this.scheduler = scheduler;
        this.host = host;
    }

    KeeperCounters counters() {
        return counters;
    }

    boolean isHolding() {
        return !tokens.isEmpty();
    }

    /**
     * Brings the pool's view up to date.
     *
     * @param waiting whether virtual threads wait for a carrier
     */
    void update(long now, CarrierWatch.View view, boolean waiting) {
        Map<Thread, CarrierWatch.Pace> stuck = view.stuck();
        release(stuck.keySet());
        threadsLack &= now - noAttemptBefore < 0;
        batch = view.moved() ? scheduler.pool().getParallelism() : Math.min(batch * 2, MOST_AT_ONCE);
        boolean added = false;
        boolean asleep = false;
        boolean refusedNow = false;
        int left = !view.moved() || now - lastAdded >= pause() ? batch : 0;
        if (waiting && !threadsLack) {
            for (Map.Entry<Thread, CarrierWatch.Pace> each : stuck.entrySet()) {
                boolean slowly = each.getValue() == CarrierWatch.Pace.SLOWLY;
                if (tokens.containsKey(each.getKey()) || (slowly && left-- <= 0)) {
                    continue;
                }
                if (!add(each.getKey(), now)) {
                    refusedNow = !threadsLack;
                    break;
                }
                added = true;
                asleep |= !slowly;
                totalAdded++;
            }
        }
        boolean nothingRuns = waiting && !view.running();
        boolean deserted = nothingRuns && !view.moved() && !view.free() && !added;
        if (((deserted && desertedBefore) || (nothingRuns && asleep)) && !threadsLack) {
            refusedNow |= !addSpares(now) && !threadsLack;
        }
        desertedBefore = deserted;
        if (added) {
            lastAdded = now;
        }
        noteMaximum(now, refusedNow);
        publish();
    }

    /**
     * Stores the token's holder before it gets the token: a token that could not be stored, for want of memory, could not be
     * taken back.
     */
    private boolean add(Thread carrier, long now) {
        Token token = new Token();
        tokens.put(carrier, token);
        token.value = begin(now);
        if (token.value == 0) {
            tokens.remove(carrier);
        }
        return token.value != 0;
    }

    /**
     * Adds carriers that stand in for no particular ones, twice as many each time while virtual threads wait. A pool whose carriers are
     * all compensated may have ended its idle spare. If as many workers as its parallelism are alive, though parked, the pool then starts
     * none for new work. The same is true once the maximum has been raised, if the pool refused to compensate carriers before and the
     * JDK does not tell which. Telling the pool of blocks that end at once makes it start workers.
     */
    private boolean addSpares(long now) {
        long[] begun = new long[spares];
        int count = 0;
        while (count < spares && (begun[count] = begin(now)) != 0) {
            count++;
        }
        for (int i = 0; i < count; i++) {
            scheduler.end(begun[i]);
        }
        totalAdded += count;
        spares = Math.min(spares * 2, MOST_AT_ONCE);
        return count > 0;
    }

    private long pause() {
        return STEP_NANOS * (1 + tokens.size() / (4 * scheduler.pool().getParallelism()));
    }

    /** Returns 0 if the pool is at its maximum, or if the system provides no thread; the latter sets {@link #threadsLack}. */
    private long begin(long now) {
        try {
            return scheduler.begin();
        } catch (OutOfMemoryError noThread) {
            // The pool reduced its active count by one before it failed.
            scheduler.end(ONE_ACTIVE);
            threadsLack = true;
            noAttemptBefore = now + AFTER_FAILURE_NANOS;
            return 0;
        }
    }

    private void release(Set<Thread> stuck) {
        for (Iterator<Map.Entry<Thread, Token>> held = tokens.entrySet().iterator(); held.hasNext();) {
            Map.Entry<Thread, Token> entry = held.next();
            if (!stuck.contains(entry.getKey())) {
                long token = entry.getValue().value;
                held.remove();
                if (token != 0) {
                    scheduler.end(token);
                }
            }
        }
    }

    /** Records a look at which no virtual thread waits and no token is held. */
    void idle(long now) {
        noteMaximum(now, false);
        batch = 1;
        spares = 1;
        desertedBefore = false;
        publish();
    }

    void releaseAll() {
        release(Set.of());
        publish();
    }

    private void noteMaximum(long now, boolean refusedNow) {
        if (refusedNow) {
            if (refused == 0) {
                host.atMaximum();
            }
            refused++;
        }
        if (refusedSince != 0) {
            atMaximumNanos += now - refusedSince;
        }
        refusedSince = refusedNow ? now : 0;
    }

    private void publish() {
        int carriers = scheduler.pool().getPoolSize();
        mostCarriers = Math.max(mostCarriers, carriers);
        mostAdded = Math.max(mostAdded, tokens.size());
        counters = new KeeperCounters(carriers, mostCarriers, tokens.size(), mostAdded, totalAdded, refused,
                atMaximumNanos);
    }
}
