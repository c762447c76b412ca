package dev.slipstream.diagnose.arenas;

import dev.slipstream.diagnose.detect.CostVerdict;
import dev.slipstream.diagnose.detect.Detector;
import dev.slipstream.diagnose.detect.DiagnosisContext;
import dev.slipstream.diagnose.detect.EventSettings;
import dev.slipstream.diagnose.detect.Sites;
import dev.slipstream.diagnose.event.Event;
import dev.slipstream.diagnose.event.Frame;
import dev.slipstream.diagnose.profile.Frames;
import dev.slipstream.diagnose.profile.Profile;
import dev.slipstream.diagnose.profile.Profile.SampleScale;
import dev.slipstream.diagnose.profile.Profile.Spans;
import dev.slipstream.diagnose.profile.ThreadKey;
import dev.slipstream.diagnose.result.Finding;
import dev.slipstream.diagnose.result.Finding.Amount;
import dev.slipstream.diagnose.result.Finding.Share;
import dev.slipstream.diagnose.result.Finding.Verdict;
import dev.slipstream.diagnose.result.Slipstream;
import dev.slipstream.diagnose.threads.ThreadDump;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Detects shared arenas whose acquire counts are contended, from samples of threads in acquire and release. */
public final class ArenasDetector implements Detector {
    /** The first JDK with shared arenas. */
    private static final int SINCE = 21;

    /** The event of a handshake. */
    private static final String HANDSHAKE = "jdk.ExecuteVMOperation";

    private static final String RISK = "A striped arena takes a few kilobytes more; closing it visits each stripe, and"
            + " after long use makes two handshakes with all threads.";
    private static final String SESSION = "jdk.internal.foreign.SharedSession";
    private static final Set<String> TYPES = Set.of(SESSION, "jdk.internal.foreign.MemorySessionImpl");
    private static final Set<String> COUNTS = Set.of("acquire0", "release0");

    /** Maximum depth of the counting method below the top frame, which may be an inlined method of a variable handle. */
    private static final int DEEP = 6;

    /** Time of an acquire or release with the remedy, as a fraction of that without it, while two threads use the arena at once. */
    private static final double LEFT = 0.13;

    /**
     * The same while one thread uses it: it is on stripes, whose owners need no atomic operations. By the outcomes of programs it is
     * 0.3 where these are dear, and 0.9 where they are cheap. A recording does not tell which, so this is between.
     */
    private static final double LEFT_ALONE = 0.55;

    private static final double TOGETHER = 0.05;

    private final Sites sites = new Sites();
    private final Coincidences coincidences = new Coincidences();
    private final Closes closes = new Closes();

    @Override
    public String remedy() {
        return "arenas";
    }

    @Override
    public List<EventSettings> steady(int feature) {
        return feature < SINCE ? List.of() : List.of(new EventSettings(HANDSHAKE, Map.of("threshold", "0 ns")));
    }

    @Override
    public void accept(Event event, Spans spans) {
        switch (event.type()) {
            case HANDSHAKE -> closes.accept(event);
            case DiagnosisContext.ALLOCATION -> {
                if (event.thread() != null) {
                    closes.stack(event.thread().osId(), event.stack());
                }
            }
            default -> {}
        }
    }

    @Override
    public void dumped(ThreadDump dump) {
        dump.running().forEach(thread -> closes.stack(thread.nativeId(), thread.stack()));
    }

    @Override
    public @Nullable String sample(List<Frame> frames, boolean inNative, ThreadKey thread, long when) {
        for (int i = 0; i < Math.min(DEEP, frames.size()); i++) {
            Frame frame = frames.get(i);
            String type = frame.type();
            if (TYPES.contains(type) && COUNTS.contains(frame.method())) {
                sites.add(thread.id(), frames, 1, frame.method().startsWith("acquire") ? "acquires" : "releases");
                coincidences.add(when);
                return remedy();
            }
            if (!Frames.isOfJdk(type)) {
                return null;
            }
        }
        return null;
    }

    @Override
    public double share(DiagnosisContext seen, Profile span, SampleScale scale) {
        return span.share(scale, use -> seen.seconds(use, remedy()));
    }

    @Override
    public Finding finding(DiagnosisContext seen) {
        if (seen.jvm().feature() > 0 && seen.jvm().feature() < SINCE) {
            return new Finding(remedy(), Verdict.NOT_HERE, null, List.of(), List.of(), List.of(), null, RISK, "",
                    List.of("This JDK has no shared arenas."));
        }
        double share = share(seen, seen.profile(), seen.scale());
        if (!seen.hasSamples()) {
            return Detector.notRecorded(remedy(), RISK, DiagnosisContext.SAMPLE);
        }
        double together = coincidences.part(DiagnosisContext.period(seen.settings(), DiagnosisContext.SAMPLE) / 2);
        int samples = coincidences.count();
        CostVerdict judgement = judge(seen, share, samples);
        boolean alone = judgement.isPaid() && together < TOGETHER;
        if (alone) {
            CostVerdict contended = judge(seen, share * together, samples * together);
            judgement = contended.isPaid() ? new CostVerdict(Verdict.NOT_PAID, contended.share(), "") : contended;
        }
        boolean paid = judgement.isPaid();
        double seconds = seen.scale().seconds();
        if (!paid && closes.matter(seconds)) {
            return closing(seconds);
        }
        List<Amount> amounts = List.of(new Amount("samples in acquire and release", samples, ""),
                new Amount("of these with another thread in it at the same time", together * 100, "%"));
        List<String> caveats = new ArrayList<>();
        caveats.add("A recording does not distinguish arenas" + (seen.settings().has(HANDSHAKE) ? "."
                : ", nor show closes without the event " + HANDSHAKE + ", which was not recorded."));
        if (alone) {
            caveats.add("Only one thread at a time acquires and releases an arena: the remedy saves nothing there.");
        }
        if (closes.matter(seconds) && closes.isSeen()) {
            caveats.add(ofCloses(seconds));
        }
        double saves = together * (1 - LEFT) + (1 - together) * (1 - LEFT_ALONE);
        return new Finding(remedy(), judgement.verdict(), judgement.share(), amounts,
                sites.heaviest(id -> seen.profile().worth(id, seen.scale())), paid ? saving(share, together, saves) : List.of(),
                judgement.saved(paid, saves, saves), RISK,
                paid ? seen.command(remedy()) : "", judgement.caveats(caveats));
    }

    private static CostVerdict judge(DiagnosisContext seen, double share, double samples) {
        double all = seen.samplesOfAll(seen.scale().inJava());
        return CostVerdict.ofProcessorTime(seen, Share.counted(share, samples, all, DiagnosisContext.PROCESSOR_TIME), samples);
    }

    /** Returns the finding of threads that ask for handshakes, by closing arenas as far as can be seen. */
    private Finding closing(double seconds) {
        if (!closes.isSeen()) {
            return Detector.unknown(remedy(), RISK, closes.amounts(seconds), closes.much(seconds)
                    + ". Closes of shared arenas ask for these, and some other operations. No stack shows which; jcmd PID Thread.print "
                    + "shows closeScope0 in a thread that closes one.");
        }
        return new Finding(remedy(), Verdict.PAID, Share.measured(closes.share(seconds), "a thread's time"),
                closes.amounts(seconds),
                closes.sites(), List.of(), null, "", "", List.of(ofCloses(seconds)));
    }

    private String ofCloses(double seconds) {
        return "Each close of a shared arena asks all threads for a handshake: " + closes.much(seconds)
                + ". The remedy changes no "
                + "closes. In the code, an ArenaGroup of Slipstream's library closes its members with one handshake for all; or let what "
                + "is freed together share an arena.";
    }

    private static List<String> saving(double share, double together, double saves) {
        return List.of("acquire and release: " + Detector.percent(share) + " of " + DiagnosisContext.PROCESSOR_TIME,
                "of these with another thread in it at the same time: " + Detector.percent(share * together),
                "of that " + Detector.percent(LEFT) + " is left, of the rest " + Detector.percent(LEFT_ALONE)
                        + " (measured by Slipstream's authors, the latter as 30 % on one processor and 90 % on another; "
                        + Slipstream.command("prove arenas") + " measures it here): "
                        + Detector.percent(share * saves)
                        + " saved, if it is one arena");
    }

    /** Sample times at one place, to tell whether several threads were there at once. No thread is sampled twice at the same time. */
    public static final class Coincidences {
        private static final int MOST = 200_000;

        private long[] times = new long[1_024];
        private int count;
        private int seen;

        /** Adds the time of a sample, in any order. */
        public void add(long nanos) {
            seen++;
            if (count == MOST) {
                return;
            }
            if (count == times.length) {
                times = Arrays.copyOf(times, 2 * count);
            }
            times[count++] = nanos;
        }

        /** Returns the number of samples. */
        public int count() {
            return seen;
        }

        /**
         * Returns the fraction of samples that coincide with one of another thread.
         *
         * @param nanos the distance below which two samples count as simultaneous, in nanoseconds
         */
        public double part(long nanos) {
            long[] sorted = Arrays.copyOf(times, count);
            Arrays.sort(sorted);
            boolean[] together = new boolean[count];
            for (int i = 1; i < count; i++) {
                if (sorted[i] - sorted[i - 1] < nanos) {
                    together[i - 1] = true;
                    together[i] = true;
                }
            }
            int all = 0;
            for (boolean one : together) {
                all += one ? 1 : 0;
            }
            return count == 0 ? 0 : (double) all / count;
        }
    }
}
