package dev.slipstream.agent.retrofit;

import java.util.Map;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** Flight recorder events of the pinning remedy, emitted once a second while a recording has them enabled. */
final class PinningEvents extends PeriodicEvents {
    private final PinningRetrofit retrofit;
    private final Runnable sites = this::emitSites;

    private PinningEvents(PinningRetrofit retrofit) {
        super(Counters.class, retrofit);
        this.retrofit = retrofit;
    }

    /** Counters since installation; the fields are the MXBean counters of the same names. */
    @Name("dev.slipstream.Pinning")
    @Label("Pinning")
    @Description("What Slipstream did about pinned virtual threads since it was installed")
    @Category("Slipstream")
    @Enabled(false)
    @Period("1 s")
    @StackTrace(false)
    static final class Counters extends Event {
        @Label("Parks Compensated")
        long parksCompensated;

        @Label("Parks At Maximum")
        long parksAtMaximum;

        @Label("Parks Without Thread")
        long parksWithoutThread;

        @Label("Carriers")
        long carriers;

        @Label("Most Carriers")
        long carriersMost;

        @Label("Carriers Added Now")
        long carriersAdded;

        @Label("Most Carriers Added")
        long carriersAddedMost;

        @Label("Carriers Added In Total")
        long carriersAddedTotal;

        @Label("Additions Refused")
        long additionsRefused;

        @Label("Time At Maximum")
        @Timespan(Timespan.MILLISECONDS)
        long atMaximumMillis;

        void set(Map<String, Long> counters) {
            parksCompensated = counters.get("parksCompensated");
            parksAtMaximum = counters.get("parksAtMaximum");
            parksWithoutThread = counters.get("parksWithoutThread");
            carriers = counters.get("carriers");
            carriersMost = counters.get("carriersMost");
            carriersAdded = counters.get("carriersAdded");
            carriersAddedMost = counters.get("carriersAddedMost");
            carriersAddedTotal = counters.get("carriersAddedTotal");
            additionsRefused = counters.get("additionsRefused");
            atMaximumMillis = counters.get("atMaximumMillis");
        }
    }

    /** Place where virtual threads were seen pinned. */
    @Name("dev.slipstream.PinningSite")
    @Label("Pinning Site")
    @Description("A method in which virtual threads were seen pinned, and why")
    @Category("Slipstream")
    @Enabled(false)
    @Period("1 s")
    @StackTrace(false)
    static final class Site extends Event {
        @Label("Site")
        String site;

        @Label("Samples")
        @Description("How often a sample found a virtual thread pinned there, since the start")
        long samples;
    }

    /**
     * Joins the JVM's flight recorder.
     *
     * @return null if no recorder is running or joining is forbidden
     */
    static PeriodicEvents join(PinningRetrofit retrofit) {
        return Recorder.runs() ? new PinningEvents(retrofit).join() : null;
    }

    @Override
    void add() {
        super.add();
        FlightRecorder.addPeriodicEvent(Site.class, sites);
    }

    @Override
    void leave() {
        super.leave();
        FlightRecorder.removePeriodicEvent(sites);
    }

    @Override
    void emit(Map<String, Long> counters) {
        Counters event = new Counters();
        event.set(counters);
        event.commit();
    }

    private void emitSites() {
        retrofit.sites().forEach((site, samples) -> {
            Site event = new Site();
            event.site = site;
            event.samples = samples;
            event.commit();
        });
    }
}
