package dev.slipstream.agent.retrofit;

import java.util.Map;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/**
 * Flight recorder event of the buffering remedy, emitted once a second while a recording has it enabled. The recorder notifies this
 * listener when it starts.
 */
final class BufferingEvents extends PeriodicEvents implements FlightRecorderListener {
    private boolean joined;
    private boolean left;

    private BufferingEvents(BufferingRetrofit retrofit) {
        super(Counters.class, retrofit);
    }

    /** Counters since installation; the fields are the MXBean counters of the same names. */
    @Name("dev.slipstream.Buffering")
    @Label("Buffering")
    @Description("What Slipstream did about files that are read byte by byte since it was installed")
    @Category("Slipstream")
    @Enabled(false)
    @Period("1 s")
    @StackTrace(false)
    static final class Counters extends Event {
        @Label("Streams")
        @Description("Streams that have read ahead")
        long streams;

        @Label("Streams Refused")
        @Description("Streams that are read byte by byte, but of something else than a file on a known file system")
        long streamsRefused;

        @Label("Bytes Served")
        @Description("Bytes read without a system call")
        long bytesServed;

        @Label("Bytes Given Back")
        @Description("Bytes read ahead in vain")
        long bytesGivenBack;

        @Label("Failed")
        long failed;

        void set(Map<String, Long> counters) {
            streams = counters.get("streams");
            streamsRefused = counters.get("streamsRefused");
            bytesServed = counters.get("bytesServed");
            bytesGivenBack = counters.get("bytesGivenBack");
            failed = counters.get("failed");
        }
    }

    /** Joins the JVM's flight recorder, now or as soon as it runs. Call only if {@link Recorder#exists()}. */
    static BufferingEvents join(BufferingRetrofit retrofit) {
        BufferingEvents events = new BufferingEvents(retrofit);
        FlightRecorder.addListener(events);
        return events;
    }

    @Override
    public synchronized void recorderInitialized(FlightRecorder recorder) {
        if (!joined && !left) {
            joined = true;
            join();
        }
    }

    @Override
    void leave() {
        FlightRecorder.removeListener(this);
        synchronized (this) {
            left = true;
            if (joined) {
                super.leave();
            }
        }
    }

    @Override
    void emit(Map<String, Long> counters) {
        Counters event = new Counters();
        event.set(counters);
        event.commit();
    }
}
