package dev.slipstream.diagnose.text;

import dev.slipstream.diagnose.detect.CostVerdict;
import dev.slipstream.diagnose.detect.Detector;
import dev.slipstream.diagnose.detect.DiagnosisContext;
import dev.slipstream.diagnose.detect.EventSettings;
import dev.slipstream.diagnose.detect.Sites;
import dev.slipstream.diagnose.event.Event;
import dev.slipstream.diagnose.event.EventThread;
import dev.slipstream.diagnose.event.Frame;
import dev.slipstream.diagnose.profile.Profile;
import dev.slipstream.diagnose.profile.Profile.SampleScale;
import dev.slipstream.diagnose.profile.Profile.Spans;
import dev.slipstream.diagnose.profile.ThreadCpuUsage;
import dev.slipstream.diagnose.profile.ThreadKey;
import dev.slipstream.diagnose.result.Finding;
import dev.slipstream.diagnose.result.Finding.Amount;
import dev.slipstream.diagnose.result.Finding.Share;
import dev.slipstream.diagnose.result.Finding.Verdict;
import dev.slipstream.diagnose.result.Slipstream;
import dev.slipstream.diagnose.text.Builders.Remedied;
import dev.slipstream.diagnose.text.Builders.Sight;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Detects texts that outgrow their builders, from allocation samples weighted by bytes. */
public final class TextDetector implements Detector {
    /** The event with the sizes of objects, one for each area that a thread allocates from. */
    private static final String SIZES = "jdk.ObjectAllocationInNewTLAB";

    /** The sums of allocated bytes, as the samples have them and bounded, see {@link Weights}. */
    private static final String ALLOCATED = "text.allocated";
    private static final String BOUNDED = "text.bounded";

    private static final String RISK = "capacity() of a new StringBuilder returns another number; where texts become shorter "
            + "later, builders take up to a few hundred bytes more until the next check.";
    /** Of the 144 bytes by which a text of 36 to 55 characters grows, fitting builders save 104 on JDK 17 and 25 (28: 96 of 136). */
    private static final double SAVES = 0.72;

    /** On JDK 21 it is 128, since C2 then eliminates the builder too. */
    private static final double SAVES_ON_21 = 0.89;

    /** Smallest share of the allocated bytes. Below it, fitting builders save at most 2 to 4 % of them, and much less time. */
    private static final double BAR = 0.05;

    /** Allocation rate in bytes per second below which growth does not matter. */
    private static final double SLOW = 1 << 20;

    private final Sites sites = new Sites();
    private final Builders builders = new Builders();
    private final Map<Long, Weights> threads = new HashMap<>();
    private long samples;
    private long growing;
    private long inBuffers;

    /**
     * Bounds the weights of a thread's samples. If there are too many samples, the flight recorder drops most, and the next one
     * carries their weight too. A few such samples, of a kind that is down to chance, would outweigh all others.
     */
    private static final class Weights {
        private static final int FEW = 20;
        private static final double FAST = 1.5;
        private static final double SLOWLY = 1.05;
        private static final double MUCH = 8;

        private double middle;
        private int count;

        /** Returns a weight, capped at a multiple of the running median estimate. */
        double usual(long weight) {
            double step = count++ < FEW ? FAST : SLOWLY;
            middle = count == 1 ? weight : weight > middle ? middle * step : middle / step;
            return Math.min(weight, MUCH * middle);
        }
    }

    @Override
    public String remedy() {
        return "text";
    }

    @Override
    public List<EventSettings> burst(int feature) {
        return List.of(new EventSettings(SIZES, Map.of("stackTrace", "true")));
    }

    @Override
    public void accept(Event event, Spans spans) {
        switch (event.type()) {
            case DiagnosisContext.ALLOCATION -> allocated(event, spans);
            case SIZES -> builders.size(event.stack(), event.number("allocationSize"));
            case ThreadCpuUsage.START -> {
                EventThread thread = event.thread("thread");
                if (thread != null && threads.size() < Profile.MOST_THREADS) {
                    threads.putIfAbsent(thread.id(), new Weights());
                }
            }
            default -> {}
        }
    }

    private void allocated(Event event, Spans spans) {
        EventThread thread = event.thread();
        if (thread == null || ThreadKey.of(thread).own()) {
            return;
        }
        Weights known = threads.get(thread.id());
        if (known == null && threads.size() < Profile.MOST_THREADS) {
            // A thread's first sample stands for all bytes that it has allocated since its start, possibly long ago.
            threads.put(thread.id(), new Weights());
            return;
        }
        long weight = event.number("weight");
        double bytes = known == null ? weight : known.usual(weight);
        List<Frame> frames = event.stack();
        Sight sight = builders.add(frames, bytes);
        boolean grows = sight.grows();
        samples++;
        if (grows) {
            growing++;
            inBuffers += sight == Sight.BUFFER_GROWS ? 1 : 0;
            sites.add(thread.id(), frames, bytes, "");
        }
        spans.add(event.start(), span -> {
            span.add(ALLOCATED, weight);
            span.add(BOUNDED, bytes);
            span.add(remedy(), grows ? bytes : 0);
        });
    }

    @Override
    public double share(DiagnosisContext seen, Profile span, SampleScale scale) {
        double allocated = span.sum(BOUNDED);
        return allocated > 0 ? span.sum(remedy()) / allocated : Double.NaN;
    }

    @Override
    public Finding finding(DiagnosisContext seen) {
        Profile profile = seen.profile();
        double seconds = Math.max(1e-9, seen.scale().seconds());
        double allocated = profile.sum(BOUNDED);
        double share = allocated == 0 ? 0 : share(seen, profile, seen.scale());
        double rate = profile.sum(ALLOCATED) / seconds;
        List<Amount> amounts = List.of(new Amount("allocated in all", rate, "B/s"),
                new Amount("allocated by texts that outgrow their builder", share * rate, "B/s"),
                new Amount("samples of such texts", growing, ""));
        if (!seen.settings().has(DiagnosisContext.ALLOCATION)) {
            return Detector.notRecorded(remedy(), RISK, DiagnosisContext.ALLOCATION);
        }
        CostVerdict judgement = judge(seen, share, rate);
        boolean paid = judgement.isPaid();
        Remedied remedied = builders.remedied();
        double all = Math.max(1, allocated);
        double possible = Math.min(share, remedied.possible() / all);
        double certain = Math.min(possible, remedied.certain() / all);
        boolean helps = paid && possible >= BAR / 2;
        double saves = seen.jvm().feature() == 21 ? SAVES_ON_21 : SAVES;
        List<String> caveats = new ArrayList<>();
        if (paid && share - possible >= BAR / 2) {
            caveats.add(
                    "The remedy changes new StringBuilder() alone, and saves nothing for texts of more than 128 characters. In the "
                            + "code a capacity helps: new StringBuilder(n)"
                            + (inBuffers == 0 ? "" : ", new StringBuffer(n), new StringWriter(n)")
                            + ", with n the usual length.");
        }
        if (helps && possible - certain >= BAR / 2) {
            caveats.add("For " + Detector.percent(possible - certain)
                    + " of the bytes allocated, no event shows the constructor or the "
                    + "length; the remedy saves nothing with a capacity or a text as the argument, nor beyond 128 characters. A diagnosis "
                    + "of the running JVM, by its process id, records lengths.");
        }
        return new Finding(remedy(), judgement.verdict(), judgement.share(), amounts,
                sites.heaviest(id -> 1), helps ? saving(share, share * rate, certain, possible, saves) : List.of(),
                judgement.saved(helps, certain / share * saves, possible / share * saves), RISK,
                helps ? seen.command(remedy()) : "", judgement.caveats(caveats));
    }

    /** Where little is allocated in all, that is the bound: the JVM's rate of allocation is known, and its first figure then. */
    private CostVerdict judge(DiagnosisContext seen, double share, double rate) {
        Share counted = Share.counted(share, growing, samples, "the bytes allocated");
        return rate < SLOW && seen.scale().seconds() >= 1 ? new CostVerdict(Verdict.NOT_PAID, null, "")
                : CostVerdict.of(seen, counted, BAR, growing);
    }

    /**
     * Returns whether the cost matters to an operator.
     *
     * @param share the share of the allocated bytes
     * @param rate all bytes allocated per second
     */
    public static boolean isPaid(double share, long samples, double rate) {
        return CostVerdict.isPaid(Share.counted(share, samples, samples / share, ""), BAR) && rate >= SLOW;
    }

    private static List<String> saving(double share, double rate, double certain, double possible, double saves) {
        String to = possible - certain < TRIFLE ? "" : " to " + Detector.percent(possible);
        String saved = possible - certain < TRIFLE ? "" : " to " + Detector.percent(possible * saves);
        return List.of("builders that grow: " + Math.round(rate / 1e6) + " MB/s, " + Detector.percent(share)
                + " of the bytes allocated",
                "of these by new StringBuilder() for texts of up to 128 characters: " + Detector.percent(certain) + to,
                "of these a fitting capacity saves about " + saves + " (" + Slipstream.command("prove text")
                        + " measures it here): "
                        + Detector.percent(certain * saves) + saved + " of the bytes allocated");
    }
}
