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

/** Flight recorder event of the arenas remedy, emitted once a second while a recording has it enabled. */
final class ArenasEvents extends PeriodicEvents {
    private ArenasEvents(ArenasRetrofit retrofit) {
        super(Counters.class, retrofit);
    }

    /** Counters since installation; the fields are the MXBean counters of the same names. */
    @Name("dev.slipstream.Arenas")
    @Label("Arenas")
    @Description("What Slipstream did about shared arenas since it was installed")
    @Category("Slipstream")
    @Enabled(false)
    @Period("1 s")
    @StackTrace(false)
    static final class Counters extends Event {
        @Label("Striped Arenas")
        @Description("Arenas whose users are or were counted on stripes")
        long striped;

        @Label("Of These Closed")
        long stripedClosed;

        @Label("Of These Open Now")
        long stripedNow;

        @Label("Without Slot")
        @Description("How often an arena stayed on one counter since too many were on stripes")
        long withoutSlot;

        void set(Map<String, Long> counters) {
            striped = counters.get("striped");
            stripedClosed = counters.get("stripedClosed");
            stripedNow = counters.get("stripedNow");
            withoutSlot = counters.get("withoutSlot");
        }
    }

    /**
     * Joins the JVM's flight recorder.
     *
     * @return null if no recorder is running or joining is forbidden
     */
    static PeriodicEvents join(ArenasRetrofit retrofit) {
        return Recorder.runs() ? new ArenasEvents(retrofit).join() : null;
    }

    @Override
    void emit(Map<String, Long> counters) {
        Counters event = new Counters();
        event.set(counters);
        event.commit();
    }
}
