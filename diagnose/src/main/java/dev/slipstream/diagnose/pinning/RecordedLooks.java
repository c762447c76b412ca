package dev.slipstream.diagnose.pinning;

import dev.slipstream.diagnose.detect.DiagnosisContext;
import dev.slipstream.diagnose.event.Event;
import dev.slipstream.diagnose.pinning.HeldCarriers.Scheduler;
import dev.slipstream.diagnose.result.Carriers;
import dev.slipstream.diagnose.threads.ThreadDump;
import dev.slipstream.diagnose.threads.ThreadLook;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The thread dumps in a recording: the last one, and the latest before it that is far enough away to compare both. A JVM that hangs at
 * the end of its recording hangs in both, if they are no further apart than the hang is long.
 */
final class RecordedLooks {
    /** Time after which a thread that works has run. */
    private static final Duration APART = Duration.ofSeconds(2);

    private Look earlier;
    private Look last;

    /** A dump, which is parsed when it is needed: a long recording has many. */
    private static final class Look {
        private final Instant when;
        private final String text;
        private ThreadLook parsed;

        Look(Instant when, String text) {
            this.when = when;
            this.text = text;
        }

        /** Returns the threads; null if the text is no dump, as that of a JVM that wrote it in a format of its own. */
        ThreadLook threads() {
            if (parsed == null) {
                try {
                    parsed = new ThreadLook(when, ThreadDump.parse(text), Optional.empty(), Map.of());
                } catch (IllegalArgumentException noDump) {
                    return null;
                }
            }
            return parsed;
        }
    }

    /** Takes an event with a dump. */
    void accept(Event event) {
        String text = event.text("result");
        if (text == null || last != null && event.start().isBefore(last.when)) {
            return;
        }
        if (last != null && Duration.between(last.when, event.start()).compareTo(APART) >= 0) {
            earlier = last;
        }
        last = new Look(event.start(), text);
    }

    /** Returns what two dumps show; null without two. */
    Carriers carriers(DiagnosisContext seen) {
        if (earlier == null || earlier.threads() == null || last.threads() == null) {
            return null;
        }
        return HeldCarriers.between(earlier.threads(), last.threads(),
                new Scheduler(seen.subject().feature(), seen.carriers(), 0));
    }

    /** Returns why a hang may be hidden although no pins are recorded; empty if it cannot be. */
    String hidden(DiagnosisContext seen) {
        if (last == null || last.threads() == null) {
            return "The recording has no thread dump (event " + ThreadDump.EVENT
                    + "): a virtual thread that never stops waiting would not show.";
        }
        long carrying = last.threads().dump().threads().stream().filter(thread -> thread.carried() != 0).count();
        return carrying < seen.carriers() ? "" : "In the only thread dump of the recording all " + carrying
                + " carriers have a virtual thread. Whether they run cannot be told from one: run jcmd PID JFR.dump twice, 5 s apart.";
    }
}
