package dev.slipstream.cli.diagnose;

import java.util.List;

/**
 * What was found in an application: all that a reader is shown, and, field by field, the JSON that a program reads.
 *
 * @param subject what was looked at
 * @param seconds for how long
 * @param findings one per remedy, in the order in which remedies are always named
 * @param caveats what may be missing from all of them, a sentence each; empty if nothing is
 * @param moments how it went over time, a second or more each, the oldest first
 */
public record Diagnosis(Subject subject, double seconds, List<Finding> findings, List<String> caveats, List<Moment> moments) {
    /** Copies. */
    public Diagnosis {
        findings = List.copyOf(findings);
        caveats = List.copyOf(caveats);
        moments = List.copyOf(moments);
    }

    /** Whether at least one cost is paid. */
    public boolean anyPaid() {
        return findings.stream().anyMatch(finding -> finding.verdict() == Verdict.PAID);
    }
}
