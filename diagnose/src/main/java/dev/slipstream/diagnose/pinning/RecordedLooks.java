package dev.slipstream.diagnose.pinning;

import dev.slipstream.diagnose.detect.DiagnosisContext;
import dev.slipstream.diagnose.pinning.HeldCarriers.Scheduler;
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
 * The thread dumps in a recording: the last one, and the latest before it that is far enough away to compare both. A JVM that hangs at
 * the end of its recording hangs in both, if they are no further apart than the hang is long.
 */
final class RecordedLooks {
    /** Time after which a thread that works has run. */
    private static final Duration APART = Duration.ofSeconds(2);

    private final Set<String> pools = new HashSet<>();
    private ThreadLook earlier;
    private ThreadLook last;

    /** Those since {@code earlier} that are too near to it, at the time of the oldest. */
    private ThreadLook between;

    /** Adds a dump; one that is older than the last does not count. */
    void add(Instant when, ThreadDump dump) {
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

    /** Returns what two dumps show; null without two. */
    Carriers carriers(DiagnosisContext seen) {
        return earlier == null ? null
                : HeldCarriers.between(earlier, last, new Scheduler(seen.subject().feature(), seen.carriers(), 0, pools));
    }

    /** Returns why a hang may be hidden although no pins are recorded. */
    String hidden(DiagnosisContext seen) {
        if (last == null) {
            return "The recording has no thread dump (event " + ThreadDump.EVENT
                    + "): a virtual thread that never stops waiting would not show.";
        }
        long carrying = last.dump().threads().stream().filter(thread -> thread.carried() != 0).count();
        return carrying < seen.carriers() ? "" : "In the only thread dump of the recording all " + carrying
                + " carriers have a virtual thread. Whether they run cannot be told from one: run jcmd PID JFR.dump twice, 5 s apart.";
    }
}
