package dev.slipstream.diagnose.result;

import com.google.gson.annotations.SerializedName;
import dev.slipstream.diagnose.result.Finding.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The diagnosis of an application: all that a reader is shown, and, field by field, the JSON that a program reads.
 *
 * @param jvm the JVM that was diagnosed
 * @param started when it began, in the format of ISO 8601 and in UTC; empty if unknown
 * @param seconds the length of the diagnosis
 * @param processors the number of processors that its threads used on average; null if unknown
 * @param findings one per remedy, in the usual order of remedies
 * @param caveats what may be missing from all findings, a sentence each; empty if nothing is
 * @param moments the course over time, a second or more each, the oldest first
 * @param carriers what its threads were seen to do; null if it was not looked at
 */
public record Diagnosis(@SerializedName("subject") DiagnosedJvm jvm, String started, double seconds, Double processors,
        List<Finding> findings, List<String> caveats, List<Moment> moments, Carriers carriers) {
    /** Number of processors below which a JVM is idle. */
    public static final double IDLE = 0.01;

    /** Copies the lists. */
    public Diagnosis {
        findings = List.copyOf(findings);
        caveats = List.copyOf(caveats);
        moments = List.copyOf(moments);
    }

    /**
     * Creates a diagnosis of a JVM whose threads were not looked at.
     *
     * @param jvm the JVM that was diagnosed
     * @param started when it began, in the format of ISO 8601 and in UTC; empty if unknown
     * @param seconds the length of the diagnosis
     * @param processors the number of processors that its threads used on average; null if unknown
     * @param findings one per remedy, in the usual order of remedies
     * @param caveats what may be missing from all findings, a sentence each; empty if nothing is
     * @param moments the course over time, a second or more each, the oldest first
     */
    public Diagnosis(DiagnosedJvm jvm, String started, double seconds, Double processors, List<Finding> findings,
            List<String> caveats, List<Moment> moments) {
        this(jvm, started, seconds, processors, findings, caveats, moments, null);
    }

    /**
     * {@return a copy with additional caveats, which only the source of the events knows}
     *
     * @param more the caveats, a sentence each; they come last
     */
    public Diagnosis with(List<String> more) {
        List<String> all = new ArrayList<>(caveats);
        all.addAll(more);
        return new Diagnosis(jvm, started, seconds, processors, findings, all, moments, carriers);
    }

    /** {@return whether its threads used hardly any processor time, so that no cost of that can matter; false if that is unknown} */
    public boolean isIdle() {
        return processors != null && processors < IDLE;
    }

    /** {@return whether at least one cost is paid} */
    public boolean anyPaid() {
        return findings.stream().anyMatch(finding -> finding.verdict() == Verdict.PAID);
    }

    /**
     * The shares in a second or more of a diagnosis, for plots.
     *
     * @param second its start in seconds, counted from the start of the diagnosis
     * @param shares the share by remedy, in the order of their names, defined as in its finding, from 0 to 1; a remedy without a share
     *     is absent
     */
    public record Moment(double second, Map<String, Double> shares) {
        /** Copies the map. */
        public Moment {
            // The order of Map.copyOf changes from JVM to JVM, and with it the JSON.
            shares = Collections.unmodifiableMap(new TreeMap<>(shares));
        }
    }
}
