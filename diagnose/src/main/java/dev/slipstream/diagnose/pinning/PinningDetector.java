package dev.slipstream.diagnose.pinning;

import dev.slipstream.diagnose.detect.Detector;
import dev.slipstream.diagnose.detect.DiagnosisContext;
import dev.slipstream.diagnose.detect.EventSettings;
import dev.slipstream.diagnose.detect.Sites;
import dev.slipstream.diagnose.event.Event;
import dev.slipstream.diagnose.event.EventKind;
import dev.slipstream.diagnose.event.EventThread;
import dev.slipstream.diagnose.profile.Profile;
import dev.slipstream.diagnose.profile.Profile.SampleScale;
import dev.slipstream.diagnose.profile.Profile.Spans;
import dev.slipstream.diagnose.result.Carriers;
import dev.slipstream.diagnose.result.Carriers.State;
import dev.slipstream.diagnose.result.Finding;
import dev.slipstream.diagnose.result.Finding.Amount;
import dev.slipstream.diagnose.result.Finding.Saved;
import dev.slipstream.diagnose.result.Finding.Share;
import dev.slipstream.diagnose.result.Finding.Site;
import dev.slipstream.diagnose.result.Finding.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Detects virtual threads that are pinned while they wait, so that their carriers cannot run others. */
public final class PinningDetector implements Detector {
    /** The first JDK with virtual threads. */
    private static final int SINCE = 21;

    public static final String PINNED = "jdk.VirtualThreadPinned";
    private static final String MONITOR = "jdk.JavaMonitorEnter";
    private static final String SUBMIT_FAILED = "jdk.VirtualThreadSubmitFailed";

    /** The event in which the agent reports the pinning that it has compensated. */
    public static final String COMPENSATION = "dev.slipstream.Pinning";

    /** The first JDK on which monitors do not pin. */
    private static final int NO_MONITORS_SINCE = 24;

    private static final int SHOWN = 3;
    private static final int MOST_MONITORS = 1_000;
    private static final long MANY = 10;
    private static final String RISK =
            "A pinned virtual thread takes one more platform thread while it is pinned, up to a limit.";

    private final Sites sites = new Sites();
    private final Overlaps overlaps = new Overlaps();
    private final Map<String, Integer> monitors = new TreeMap<>();
    private final RecordedCompensation compensation = new RecordedCompensation();
    private Instant first = Instant.MAX;
    private boolean monitorsPin = true;
    private long pins;
    private long failed;

    @Override
    public String remedy() {
        return "pinning";
    }

    @Override
    public List<EventSettings> steady(int feature) {
        return feature < SINCE ? List.of() : List.of(
                new EventSettings(PINNED, Map.of("threshold", "1 ms", "stackTrace", "true")),
                new EventSettings(COMPENSATION, Map.of("period", "1 s")),
                new EventSettings(SUBMIT_FAILED, Map.of("stackTrace", "false")),
                // Platform threads emit this event as well, possibly many times.
                new EventSettings(MONITOR, Map.of("threshold", "5 ms", "stackTrace", "true")));
    }

    /** Determines from the event types whether a virtual thread that waits for a monitor is pinned. */
    @Override
    public void metadata(List<EventKind> types) {
        for (EventKind type : types) {
            // The event has this field only on JDKs on which monitors do not pin.
            if (type.name().equals(PINNED) && type.fields().contains("pinnedReason")) {
                monitorsPin = false;
            }
        }
    }

    @Override
    public void accept(Event event, Spans spans) {
        switch (event.type()) {
            case PINNED -> pinned(event, reason(event), spans);
            case MONITOR -> {
                EventThread thread = event.thread();
                // From JDK 24 on, a virtual thread that waits for a monitor unmounts; if it cannot, the JVM emits PINNED.
                if (thread != null && thread.virtual() && monitorsPin) {
                    monitor(event, spans);
                }
            }
            case SUBMIT_FAILED -> failed++;
            case COMPENSATION -> compensation.accept(event);
            default -> {}
        }
    }

    private void monitor(Event event, Spans spans) {
        String type = event.className("monitorClass");
        String name = type == null ? "a monitor" : type;
        if (monitors.size() < MOST_MONITORS || monitors.containsKey(name)) {
            monitors.merge(name, 1, Integer::sum);
        }
        pinned(event, "waits for a monitor of " + name, spans);
    }

    private void pinned(Event event, String detail, Spans spans) {
        Duration duration = event.duration();
        Instant start = event.start();
        EventThread thread = event.thread();
        pins++;
        first = start.isBefore(first) ? start : first;
        sites.add(thread == null ? "" : thread.id(), event.stack(), duration.toNanos() / 1e9, detail);
        overlaps.add(ChronoUnit.NANOS.between(Instant.EPOCH, start), ChronoUnit.NANOS.between(Instant.EPOCH, event.end()));
        spans.add(start, span -> span.add(remedy(), duration.toNanos() / 1e9));
    }

    private static String reason(Event event) {
        if (!event.has("pinnedReason")) {
            return "";
        }
        return event.text("blockingOperation") + ": " + event.text("pinnedReason");
    }

    @Override
    public double share(DiagnosisContext seen, Profile span, SampleScale scale) {
        return scale.seconds() <= 0 ? Double.NaN
                : Math.min(1, span.sum(remedy()) / scale.seconds() / seen.parallelism()) * compensation.left(first);
    }

    /** A hang shows in what the threads do. */
    @Override
    public boolean needsRecording() {
        return false;
    }

    @Override
    public String overstated(DiagnosisContext seen) {
        return seen.settings().has(COMPENSATION) ? ""
                : "No event " + COMPENSATION + " was recorded: if pinning is active, its share includes what the remedy saves.";
    }

    @Override
    public Finding finding(DiagnosisContext seen) {
        int feature = seen.jvm().feature();
        if (feature > 0 && feature < SINCE) {
            return new Finding(remedy(), Verdict.NOT_HERE, null, List.of(), List.of(), List.of(), null, RISK, "",
                    List.of("This JDK has no virtual threads."));
        }
        Carriers carriers = seen.carriersSeen();
        Finding recorded = recorded(seen);
        if (carriers != null && carriers.isStarved()) {
            return held(carriers, recorded, seen);
        }
        boolean deadlock = carriers != null && carriers.state() == State.DEADLOCK;
        if (recorded.verdict() != Verdict.NOT_PAID && !(deadlock && recorded.verdict() == Verdict.UNKNOWN)) {
            return recorded;
        }
        // A wait is recorded when it ends. So a recording of pins alone does not show that there are none.
        String hidden = carriers == null ? seen.looks().hidden(seen.parallelism())
                : carriers.state() == State.UNKNOWN ? String.join(" ", carriers.notes())
                        : deadlock ? "A deadlock was seen, which no remedy opens: "
                                + String.join("; ", carriers.deadlock()) + "." : "";
        return hidden.isEmpty() ? recorded : Detector.unknown(remedy(), RISK, recorded.amounts(), hidden);
    }

    /** Returns the finding of carriers that were seen to be held, whose waits are not in the recording. */
    private Finding held(Carriers carriers, Finding recorded, DiagnosisContext seen) {
        boolean full = carriers.state() == State.FULL;
        double share = full || carriers.state() == State.HANGS ? 1 : (double) carriers.held() / carriers.all();
        boolean helps = !Boolean.FALSE.equals(carriers.attachHelps());
        List<String> notes = new ArrayList<>(carriers.notes());
        if (recorded.verdict() != Verdict.UNKNOWN) {
            notes.addAll(recorded.caveats());
        }
        return new Finding(remedy(), Verdict.PAID, new Share(share, share, share, "the carriers' time"), List.of(),
                places(carriers),
                helps ? List.of("all of that: spare carriers run the other virtual threads") : List.of(),
                helps ? new Saved(full ? 0 : share, share) : null, RISK, helps ? seen.command(remedy()) : "", notes);
    }

    private static List<Site> places(Carriers carriers) {
        return carriers.holds().stream().filter(hold -> !hold.method().isEmpty())
                .map(hold -> new Site(hold.method(), hold.line(), hold.carriers(), (double) hold.carriers() / carriers.held(),
                        hold.reason() + (hold.waitsFor().isEmpty() ? "" : ", waits for " + hold.waitsFor())))
                .toList();
    }

    private Finding recorded(DiagnosisContext seen) {
        if (!seen.settings().has(PINNED)) {
            return Detector.notRecorded(remedy(), RISK, PINNED);
        }
        double seconds = Math.max(1e-9, seen.scale().seconds());
        double share = share(seen, seen.profile(), seen.scale());
        boolean paid = pins >= MANY && share >= TRIFLE;
        double stopped = overlaps.seconds(seen.parallelism()) * compensation.left(first);
        List<Amount> amounts = new ArrayList<>(List.of(
                new Amount("carriers blocked", seen.profile().sum(remedy()) / seconds * 1e3, "ms/s"),
                new Amount("carriers without spare ones", seen.parallelism(), ""),
                new Amount("most carriers blocked at once", overlaps.most(), ""),
                new Amount("time with all carriers blocked", stopped / seconds * 1e3, "ms/s"),
                new Amount("times that a virtual thread was pinned", pins / seconds, "/s")));
        if (failed > 0) {
            amounts.add(new Amount("virtual threads that could not be queued", failed, ""));
        }
        return new Finding(remedy(), paid ? Verdict.PAID : Verdict.NOT_PAID, Share.measured(share, "the carriers' time"), amounts,
                sites.heaviest(id -> 1), paid ? saving(share, stopped / seconds) : List.of(),
                // Unless all carriers are blocked, nothing says whether other virtual threads were ready to run.
                paid ? Saved.of(Share.measured(share, ""), Math.min(1, stopped / seconds / share), 1) : null, RISK,
                paid ? seen.command(remedy()) : "", caveats(seen));
    }

    private List<String> caveats(DiagnosisContext seen) {
        List<String> caveats = new ArrayList<>();
        long threshold = seen.settings().nanos(PINNED, "threshold", 0) / 1_000_000;
        if (threshold > 0) {
            caveats.add("Pinning for less than " + threshold + " ms was not recorded.");
        }
        if (!monitors.isEmpty()) {
            caveats.add("Monitors waited for: " + String.join(", ", monitors.entrySet().stream()
                    .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder())).limit(SHOWN)
                    .map(entry -> entry.getKey() + " (" + entry.getValue() + " times)").toList()) + ".");
        }
        if (compensation.isThere(first)) {
            caveats.add("The remedy is active: it provided a spare carrier for " + compensation.done() + " of "
                    + (compensation.done() + compensation.missed())
                    + " waits of pinned virtual threads; the share is of the others.");
        }
        if (seen.jvm().feature() >= NO_MONITORS_SINCE) {
            caveats.add("On this JDK monitors no longer pin; native frames and class initialisers do.");
        }
        return caveats;
    }

    private static List<String> saving(double share, double stopped) {
        return List.of("carriers blocked by pinned virtual threads: " + Detector.percent(share) + " of their time",
                "with the remedy spare carriers run other virtual threads meanwhile: all of that is saved, if enough are ready to run",
                "time in which no virtual thread could run, all of it saved: " + Math.round(stopped * 1e3) + " ms per second");
    }

    /** Counts how many spans of time overlap. */
    static final class Overlaps {
        private static final int MOST = 200_000;

        private long[] starts = new long[256];
        private long[] ends = new long[256];
        private int count;

        /** Adds a span, in nanoseconds, in any order. */
        void add(long start, long end) {
            if (count == MOST) {
                return;
            }
            if (count == starts.length) {
                starts = Arrays.copyOf(starts, 2 * count);
                ends = Arrays.copyOf(ends, 2 * count);
            }
            starts[count] = start;
            ends[count++] = end;
        }

        /** Returns the maximum number of simultaneous spans. */
        int most() {
            return (int) sweep(Integer.MAX_VALUE)[0];
        }

        /** Returns the seconds during which at least the given number of spans overlapped. */
        double seconds(int atLeast) {
            return sweep(atLeast)[1];
        }

        private double[] sweep(int atLeast) {
            long[] from = Arrays.copyOf(starts, count);
            long[] to = Arrays.copyOf(ends, count);
            Arrays.sort(from);
            Arrays.sort(to);
            int open = 0;
            int most = 0;
            long since = 0;
            double sum = 0;
            int ended = 0;
            for (int i = 0; i < count || ended < count;) {
                if (i < count && from[i] < to[ended]) {
                    if (++open == atLeast) {
                        since = from[i];
                    }
                    most = Math.max(most, open);
                    i++;
                } else {
                    if (open-- == atLeast) {
                        sum += (to[ended] - since) / 1e9;
                    }
                    ended++;
                }
            }
            return new double[] {most, sum};
        }
    }

    /**
     * Pinning that an agent in the JVM has compensated: a virtual thread that waits and keeps its carrier costs nothing if a spare
     * carrier runs others meanwhile. The agent counts such waits, and reports them in one event per second.
     */
    static final class RecordedCompensation {
        /** Latest time of the first event, which comes one second after the recording has begun. */
        private static final Duration AT_ONCE = Duration.ofMillis(2_500);

        private @Nullable Instant from;
        private long firstDone;
        private long firstMissed;
        private long done;
        private long missed;

        void accept(Event event) {
            done = event.number("parksCompensated");
            missed = event.number("parksAtMaximum") + event.number("parksWithoutThread");
            if (from == null) {
                from = event.start();
                firstDone = done;
                firstMissed = missed;
            }
        }

        /** Returns how often a spare carrier was provided. */
        long done() {
            return done - firstDone;
        }

        /** Returns how often no spare carrier was provided. */
        long missed() {
            return missed - firstMissed;
        }

        /** Returns whether the agent was active from the beginning, and counted any wait. */
        boolean isThere(Instant beginning) {
            return from != null && !from.minus(AT_ONCE).isAfter(beginning) && done() + missed() > 0;
        }

        /** Returns the fraction of waits without compensation, from 0 to 1. */
        double left(Instant beginning) {
            return isThere(beginning) ? (double) missed() / (done() + missed()) : 1;
        }
    }
}
