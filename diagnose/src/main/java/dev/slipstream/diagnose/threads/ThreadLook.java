package dev.slipstream.diagnose.threads;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The threads of a JVM at one moment.
 *
 * @param when the moment
 * @param dump its thread dump
 * @param file its virtual threads; empty if they were not asked for
 * @param activity what the threads had run, by native id; empty for a recorded dump, which tells some of it itself
 */
public record ThreadLook(Instant when, ThreadDump dump, Optional<ThreadFile> file, Map<Long, Activity.Run> activity) {
    /** Copies the map. */
    public ThreadLook {
        activity = Map.copyOf(activity);
    }
}
