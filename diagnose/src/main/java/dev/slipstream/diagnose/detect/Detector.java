package dev.slipstream.diagnose.detect;

import dev.slipstream.diagnose.event.Event;
import dev.slipstream.diagnose.event.Frame;
import dev.slipstream.diagnose.profile.Profile;
import dev.slipstream.diagnose.profile.Profile.SampleScale;
import dev.slipstream.diagnose.profile.Spans;
import dev.slipstream.diagnose.profile.ThreadKey;
import dev.slipstream.diagnose.result.Finding;
import dev.slipstream.diagnose.result.Finding.Amount;
import dev.slipstream.diagnose.result.Finding.Verdict;
import java.util.List;

/** Detects whether one cost is paid. Not thread-safe. */
public interface Detector {
    /** Smallest share that counts as paid. */
    double TRIFLE = 0.01;

    /** Returns the remedy's name. */
    String remedy();

    /**
     * Takes an event that is not a sample of a thread.
     *
     * @param event an event of any kind
     * @param spans the spans to add to
     */
    default void accept(Event event, Spans spans) {
    }

    /**
     * Takes a sample of a thread.
     *
     * @param frames its stack, the top frame first; never empty
     * @param inNative whether the thread is in native code
     * @param thread the thread
     * @param when the time of the sample in nanoseconds
     * @return the cost that the sample shows, a name that no other detector uses, or null
     */
    default String sample(List<Frame> frames, boolean inNative, ThreadKey thread, long when) {
        return null;
    }

    /**
     * Returns the cost's share in a span of time.
     *
     * @param seen the data that detectors share
     * @param span the profile of that span
     * @param scale the scale of that profile
     * @return the share, from 0 to 1; NaN if unknown
     */
    double share(DiagnosisContext seen, Profile span, SampleScale scale);

    /** Returns the finding. */
    Finding finding(DiagnosisContext seen);

    /** Returns a finding with the verdict {@link Verdict#UNKNOWN}. */
    static Finding unknown(String remedy, String risk, List<Amount> amounts, String... why) {
        return new Finding(remedy, Verdict.UNKNOWN, null, amounts, List.of(), List.of(), null, risk, "", List.of(why));
    }

    /**
     * Returns whether a share reaches {@link #TRIFLE}, and with confidence half of it.
     *
     * @param count the number of samples that the share rests on
     */
    static boolean matters(double share, double count) {
        return matters(share, count, TRIFLE);
    }

    /**
     * Returns whether a share reaches a bar, and with confidence half of it.
     *
     * @param count the number of samples that the share rests on
     */
    static boolean matters(double share, double count, double bar) {
        // The standard deviation of a count n is about its square root; two of them leave little doubt.
        return share >= bar && share * (1 - 2 / Math.sqrt(Math.max(4, count))) >= bar / 2;
    }

    /** Formats a share as a percentage. */
    static String percent(double share) {
        return Math.round(share * 1_000) / 10.0 + " %";
    }
}
