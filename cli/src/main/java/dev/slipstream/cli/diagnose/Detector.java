package dev.slipstream.cli.diagnose;

import dev.slipstream.cli.diagnose.Finding.Amount;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;

/** Finds out whether one cost is paid. For one thread at a time. */
interface Detector {
    /** From this share on a cost is more than a trifle. */
    double TRIFLE = 0.01;

    /** The remedy's name. */
    String remedy();

    /**
     * Takes an event that is not a sample of a thread.
     *
     * @param event of any kind
     * @param spans what to add to
     */
    default void accept(RecordedEvent event, Spans spans) {
    }

    /**
     * Looks at a sample of a thread.
     *
     * @param frames its stack, the top first; never empty
     * @param inNative whether it is in native code
     * @param thread which one
     * @param when in nanoseconds
     * @return the cost that it shows, one of {@link Costs}
     */
    default int sample(List<RecordedFrame> frames, boolean inNative, ThreadKey thread, long when) {
        return Costs.NONE;
    }

    /**
     * The cost's share in a span of time.
     *
     * @param seen all that is known
     * @param span where the time went in that span
     * @param scale of that
     * @return from 0 to 1; NaN if it is not known
     */
    double share(Seen seen, Profile span, Scale scale);

    /** What follows. */
    Finding finding(Seen seen);

    /** Where nothing is known. */
    static Finding unknown(String remedy, String risk, List<Amount> amounts, String... why) {
        return new Finding(remedy, Verdict.UNKNOWN, null, amounts, List.of(), List.of(), risk, "", List.of(why));
    }

    /**
     * Whether a share is more than a trifle, and surely so.
     *
     * @param count on how many samples it rests
     */
    static boolean matters(double share, double count) {
        return matters(share, count, TRIFLE);
    }

    /**
     * Whether a share reaches a bar, and surely half of it.
     *
     * @param count the number of samples that the share rests on
     */
    static boolean matters(double share, double count, double bar) {
        // A count of n is uncertain by its root; twice that leaves little doubt.
        return share >= bar && share * (1 - 2 / Math.sqrt(Math.max(4, count))) >= bar / 2;
    }

    /** As a percentage, for a text. */
    static String percent(double share) {
        return Math.round(share * 1_000) / 10.0 + " %";
    }
}
