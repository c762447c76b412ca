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

/** Flight recorder event of the text remedy, emitted once a second while a recording has it enabled. */
final class TextEvents extends ListeningEvents {
    private TextEvents(TextRetrofit retrofit) {
        super(Counters.class, retrofit);
    }

    /** Counters since installation; the fields are the MXBean counters of the same names. */
    @Name("dev.slipstream.Text")
    @Label("Text")
    @Description("What Slipstream did about the capacity of string builders since it was installed")
    @Category("Slipstream")
    @Enabled(false)
    @Period("1 s")
    @StackTrace(false)
    static final class Counters extends Event {
        @Label("Capacity")
        @Description("Of a new StringBuilder, in characters")
        long capacity;

        @Label("Changes")
        @Description("How often the capacity was changed")
        long changes;

        @Label("Windows")
        @Description("How often builders were looked at for half a second")
        long windows;

        @Label("Sampled")
        @Description("Builders that were looked at")
        long sampled;

        @Label("Stock Bytes")
        @Description("What the sampled builders' arrays would have taken with the JDK's capacity")
        long stockBytes;

        @Label("Bytes")
        @Description("What the sampled builders' arrays took")
        long bytes;

        void set(Map<String, Long> counters) {
            capacity = counters.get("capacity");
            changes = counters.get("changes");
            windows = counters.get("windows");
            sampled = counters.get("sampled");
            stockBytes = counters.get("stockBytes");
            bytes = counters.get("bytes");
        }
    }

    /** Joins the JVM's flight recorder, now or as soon as it runs. Call only if {@link Recorder#exists()}. */
    static TextEvents join(TextRetrofit retrofit) {
        TextEvents events = new TextEvents(retrofit);
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
