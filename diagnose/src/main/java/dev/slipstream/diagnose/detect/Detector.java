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

    /** Returns the finding of a cost that cannot be seen without an event. */
    static Finding notRecorded(String remedy, String risk, String event) {
        return unknown(remedy, risk, List.of(), "Requires the event " + event + ", which was not recorded.");
    }

    /** Returns a finding with the verdict {@link Verdict#UNKNOWN}. */
    static Finding unknown(String remedy, String risk, List<Amount> amounts, String... why) {
        return new Finding(remedy, Verdict.UNKNOWN, null, amounts, List.of(), List.of(), null, risk, "", List.of(why));
    }

    /** Formats a share as a percentage. */
    static String percent(double share) {
        return Math.round(share * 1_000) / 10.0 + " %";
    }
}
