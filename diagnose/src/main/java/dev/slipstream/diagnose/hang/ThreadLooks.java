package dev.slipstream.diagnose.hang;

import dev.slipstream.diagnose.hang.HeldCarriers.Scheduler;
import dev.slipstream.diagnose.result.Carriers;
import dev.slipstream.diagnose.threads.ThreadDump;
import dev.slipstream.diagnose.threads.ThreadLook;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The looks at the threads of a JVM: those from outside at a running one, or the thread dumps in its recording. Of the dumps it
 * keeps the last one, and the latest before it that is far enough away to compare both. A JVM that hangs at the end of its
 * recording hangs in both, if they are no further apart than the hang is long. Not thread-safe.
 */
public final class ThreadLooks {
    /** Time after which a thread that works has run. */
    private static final Duration APART = Duration.ofSeconds(2);

    private final Set<String> pools = new HashSet<>();
    private Carriers watched;
    private ThreadLook earlier;
    private ThreadLook last;

    /** Those since {@code earlier} that are too near to it, at the time of the oldest. */
    private ThreadLook between;

    /** Takes the carriers of a running JVM, watched from outside. They count instead of earlier ones, and of recorded dumps. */
    public void watched(Carriers seen) {
        watched = seen;
    }

    /** Returns whether the carriers of a running JVM were watched. */
    public boolean areWatched() {
        return watched != null;
    }

    /** Takes a recorded dump; one that is older than the last does not count. */
    public void add(Instant when, ThreadDump dump) {
        if (last != null && when.isBefore(last.when())) {
            return;
        }
        pools.addAll(HeldCarriers.pools(dump));
        ThreadLook look = new ThreadLook(when, dump, Optional.empty(), Map.of());
        if (isApart(between, look)) {
            earlier = between;
            between = null;
        }
        if (between == null) {
            between = look;
        }
        last = look;
    }

    private static boolean isApart(ThreadLook one, ThreadLook other) {
        return one != null && Duration.between(one.when(), other.when()).compareTo(APART) >= 0;
    }

    /**
     * Returns what the carriers were seen to do.
     *
     * @param feature the JDK's feature release; 0 if unknown
     * @param parallelism the number of carriers that the JDK keeps running
     * @return the carriers, as watched or by two recorded dumps; null without either
     */
    public Carriers carriers(int feature, int parallelism) {
        if (watched != null) {
            return watched;
        }
        return earlier == null ? null : HeldCarriers.between(earlier, last, new Scheduler(feature, parallelism, 0, pools));
    }

    /**
     * Returns why a recording without pins may hide a hang.
     *
     * @param parallelism the number of carriers that the JDK keeps running
     * @return a sentence; empty if the last recorded dump shows that no hang is hidden
     */
    public String hidden(int parallelism) {
        if (last == null) {
            return "The recording has no thread dump (event " + ThreadDump.EVENT
                    + "): a virtual thread that never stops waiting would not show.";
        }
        long carrying = last.dump().threads().stream().filter(thread -> thread.carried() != 0).count();
        return carrying < parallelism ? "" : "In the only thread dump of the recording all " + carrying
                + " carriers have a virtual thread. Whether they run cannot be told from one: run jcmd PID JFR.dump twice, 5 s"
                + " apart.";
    }
}
