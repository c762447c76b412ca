package dev.slipstream.agent.retrofit;

import java.util.Map;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** Flight recorder event of the priority remedy, emitted once a second while a recording has it enabled. */
final class PriorityEvents extends ListeningEvents {
    private PriorityEvents(PriorityRetrofit retrofit) {
        super(Counters.class, retrofit);
    }

    /** Counters since installation; the fields are the MXBean counters of the same names. */
    @Name("dev.slipstream.Priority")
    @Label("Priority")
    @Description("What Slipstream did about threads' native priorities since it was installed")
    @Category("Slipstream")
    @Enabled(false)
    @Period("1 s")
    @StackTrace(false)
    static final class Counters extends Event {
        @Label("Applied")
        @Description("Native priorities set")
        long applied;

        @Label("Clamped")
        @Description("Of these, to less than the table says")
        long clamped;

        @Label("Refused")
        @Description("Native priorities that the process may not set")
        long refused;

        @Label("Ended")
        @Description("Threads that ended meanwhile")
        long ended;

        @Label("Failed")
        long failed;

        void set(Map<String, Long> counters) {
            applied = counters.get("applied");
            clamped = counters.get("clamped");
            refused = counters.get("refused");
            ended = counters.get("ended");
            failed = counters.get("failed");
        }
    }

    /** Joins the JVM's flight recorder, now or as soon as it runs. Call only if {@link Recorder#exists()}. */
    static PriorityEvents join(PriorityRetrofit retrofit) {
        PriorityEvents events = new PriorityEvents(retrofit);
        events.listen();
        return events;
    }

    @Override
    void emit(Map<String, Long> counters) {
        Counters event = new Counters();
        event.set(counters);
        event.commit();
    }
}
