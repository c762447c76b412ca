package dev.slipstream.diagnose.detect;

import dev.slipstream.diagnose.result.Finding.Share;
import dev.slipstream.diagnose.result.Finding.Verdict;
import java.util.List;

/**
 * The verdict on a cost, from its share: paid if even the lower bound is no trifle, not paid if the upper bound is low, or else
 * unknown.
 *
 * @param verdict the verdict
 * @param share the share to show; of a processor if the JVM used little of one; null if nothing is known
 * @param why why the verdict is unknown, and what would tell; empty otherwise
 */
public record CostVerdict(Verdict verdict, Share share, String why) {
    /** The upper bound of a cost that is not paid, as a multiple of the smallest share that counts as paid. */
    private static final double CLEAR = 3;

    /** Number of processors below which a JVM's use is shown as a part of one. */
    private static final double LITTLE = 0.1;

    /** Lengths of a diagnosis in seconds, and how a user writes them. */
    private static final List<Length> LENGTHS = List.of(new Length(30, "30s"), new Length(60, "60s"), new Length(120, "2m"),
            new Length(300, "5m"), new Length(600, "10m"), new Length(1_800, "30m"), new Length(3_600, "1h"));

    private record Length(int seconds, String text) {}

    /**
     * Judges a cost that takes processor time. Where a JVM did too little to tell, it pays at most what it used.
     *
     * @param share the share of the processor time
     * @param count the number of samples that show the cost
     */
    public static CostVerdict ofProcessorTime(DiagnosisContext seen, Share share, double count) {
        CostVerdict judgement = of(seen, share, Detector.TRIFLE, count);
        double used = seen.profile().processors(seen.scale());
        if (judgement.verdict != Verdict.UNKNOWN || seen.scale().loaded() == 0 || used >= LITTLE) {
            return judgement;
        }
        return new CostVerdict(Verdict.UNKNOWN, new Share(share.value() * used, share.least() * used, share.most() * used,
                DiagnosisContext.PROCESSOR), judgement.why);
    }

    /**
     * Judges a cost.
     *
     * @param bar the smallest share that counts as paid
     * @param count the number of samples that show the cost
     */
    public static CostVerdict of(DiagnosisContext seen, Share share, double bar, double count) {
        if (isPaid(share, bar)) {
            return new CostVerdict(Verdict.PAID, share, "");
        }
        return isClear(share, bar) ? new CostVerdict(Verdict.NOT_PAID, share, "") : unknown(seen, share, bar, count);
    }

    /** Returns whether a share reaches a bar, and with confidence half of it. */
    public static boolean isPaid(Share share, double bar) {
        return share.value() >= bar && share.least() >= bar / 2;
    }

    /** Returns whether a share is below a bar, and with confidence below three times that bar. */
    public static boolean isClear(Share share, double bar) {
        return share.value() < bar && share.most() < CLEAR * bar;
    }

    /** Judges a cost of which the samples say too little. */
    public static CostVerdict unknown(DiagnosisContext seen, Share share, double bar, double count) {
        double seconds = seen.scale().seconds();
        // Twice as many samples at least: a bound of a few samples falls with their number.
        double needed = seconds * Math.max(2, share.most() / (CLEAR * bar));
        boolean little = seen.profile().processors(seen.scale()) < LITTLE;
        String then = LENGTHS.stream().filter(length -> !little && length.seconds >= needed).findFirst()
                .map(length -> " for " + length.text).orElse(" it under load");
        return new CostVerdict(Verdict.UNKNOWN, share.most() < 1 ? share : null,
                Math.round(count) + (count == 1 ? " sample" : " samples")
                        + " in " + Math.round(seconds) + " s; " + (seen.jvm().pid() == null ? "record" : "diagnose") + then);
    }

    /** Returns whether the cost is paid. */
    public boolean isPaid() {
        return verdict == Verdict.PAID;
    }

    /** Returns the caveats of a finding: those given, or only why the verdict is unknown. */
    public List<String> caveats(List<String> caveats) {
        return verdict == Verdict.UNKNOWN ? List.of(why) : caveats;
    }
}
