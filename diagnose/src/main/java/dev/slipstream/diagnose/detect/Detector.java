package dev.slipstream.diagnose.detect;

import dev.slipstream.diagnose.event.Event;
import dev.slipstream.diagnose.event.EventKind;
import dev.slipstream.diagnose.event.Frame;
import dev.slipstream.diagnose.profile.Profile;
import dev.slipstream.diagnose.profile.Profile.SampleScale;
import dev.slipstream.diagnose.profile.Profile.Spans;
import dev.slipstream.diagnose.profile.ThreadCpuUsage;
import dev.slipstream.diagnose.profile.ThreadKey;
import dev.slipstream.diagnose.result.Finding;
import dev.slipstream.diagnose.result.Finding.Amount;
import dev.slipstream.diagnose.result.Finding.Verdict;
import dev.slipstream.diagnose.threads.ThreadDump;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Detects whether one cost is paid. A detector declares the events that it needs, besides samples, allocations and processor times,
 * which each diagnosis records. It is shown all that is seen of a JVM, in any order, and answers at any time. Not thread-safe.
 */
public interface Detector {
    /** Smallest share that counts as paid. */
    double TRIFLE = 0.01;

    /** Returns the remedy's name. */
    String remedy();

    /**
     * Returns the events that it needs throughout a diagnosis.
     *
     * @param feature the JDK's feature release
     */
    default List<EventSettings> steady(int feature) {
        return List.of();
    }

    /**
     * Returns the events that it needs for a tenth of a second at a time, since they slow down the application.
     *
     * @param feature the JDK's feature release
     */
    default List<EventSettings> burst(int feature) {
        return List.of();
    }

    /**
     * Takes the event types of a recording, before its events, and again if they change.
     *
     * @param types the event types
     */
    default void metadata(List<EventKind> types) {}

    /**
     * Takes an event that is not a sample of a thread.
     *
     * @param event an event of any kind
     * @param spans the spans to add to
     */
    default void accept(Event event, Spans spans) {}

    /**
     * Takes a sample of a thread.
     *
     * @param frames its stack, the top frame first; never empty
     * @param inNative whether the thread is in native code
     * @param thread the thread
     * @param when the time of the sample in nanoseconds
     * @return the cost that the sample shows, a name that no other detector uses; null if it shows none
     */
    default @Nullable String sample(List<Frame> frames, boolean inNative, ThreadKey thread, long when) {
        return null;
    }

    /**
     * Takes the stacks of one moment: one dump of several at regular intervals, recorded or of a running JVM.
     *
     * @param dump the stacks
     */
    default void dumped(ThreadDump dump) {}

    /**
     * Takes an observation. A later one of the same class adds to it.
     *
     * @param seen an observation of any class
     */
    default void observed(Observation seen) {}

    /**
     * Returns the threads that were seen to make system calls which no sample shows.
     *
     * @param profile the profile of the whole time
     * @param loads the processor use of the threads
     * @return the ids of the threads
     */
    default Set<Object> calling(Profile profile, ThreadCpuUsage loads) {
        return Set.of();
    }

    /**
     * Replaces published figures that depend on the machine by those of this one. Called only if the cost is paid.
     *
     * @param before called before it measures, which may take seconds
     * @return whether its finding may be another one now
     */
    default boolean measure(Runnable before) {
        return false;
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

    /** Returns whether only a recording shows the cost; if not, watched threads suffice. */
    default boolean needsRecording() {
        return true;
    }

    /**
     * Returns why the finding may include what the remedy saves, in a JVM with Slipstream's agent.
     *
     * @return a sentence; empty if the finding does not include it
     */
    default String overstated(DiagnosisContext seen) {
        return "";
    }

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
