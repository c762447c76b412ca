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

/** Flight recorder event of the naming remedy, emitted once a second while a recording has it enabled. */
final class NamingEvents extends PeriodicEvents {
    private NamingEvents(NamingRetrofit retrofit) {
        super(Counters.class, retrofit);
    }

    /** Counters since installation; the fields are the MXBean counters of the same names. */
    @Name("dev.slipstream.Naming")
    @Label("Naming")
    @Description("What Slipstream did about threads that rename themselves since it was installed")
    @Category("Slipstream")
    @Enabled(false)
    @Period("1 s")
    @StackTrace(false)
    static final class Counters extends Event {
        @Label("Renames")
        @Description("Renames to another name, without a system call")
        long renames;

        @Label("Same Name")
        @Description("Renames to the name that the thread had, which cost nothing")
        long same;

        @Label("Published Names")
        long published;

        @Label("Name Files")
        @Description("Threads whose name file is open now")
        long files;

        @Label("Name Files Refused")
        long filesRefused;

        @Label("Slots Dropped")
        long slotsDropped;

        void set(Map<String, Long> counters) {
            renames = counters.get("renames");
            same = counters.get("same");
            published = counters.get("published");
            files = counters.get("files");
            filesRefused = counters.get("filesRefused");
            slotsDropped = counters.get("slotsDropped");
        }
    }

    /**
     * Joins the JVM's flight recorder.
     *
     * @return null if no recorder is running or joining is forbidden
     */
    static PeriodicEvents join(NamingRetrofit retrofit) {
        return Recorder.runs() ? new NamingEvents(retrofit).join() : null;
    }

    @Override
    void emit(Map<String, Long> counters) {
        Counters event = new Counters();
        event.set(counters);
        event.commit();
    }
}
