package dev.slipstream.cli.diagnose;

import dev.slipstream.cli.diagnose.detect.Finding;
import dev.slipstream.cli.diagnose.detect.Verdict;
import dev.slipstream.cli.diagnose.profile.DiagnosedJvm;
import java.util.List;

/**
 * The diagnosis of an application: all that a reader is shown, and, field by field, the JSON that a program reads.
 *
 * @param subject the JVM that was diagnosed
 * @param seconds the length of the diagnosis
 * @param findings one per remedy, in the usual order of remedies
 * @param caveats what may be missing from all findings, a sentence each; empty if nothing is
 * @param moments the course over time, a second or more each, the oldest first
 */
public record Diagnosis(DiagnosedJvm subject, double seconds, List<Finding> findings, List<String> caveats, List<Moment> moments) {
    /** Copies the lists. */
    public Diagnosis {
        findings = List.copyOf(findings);
        caveats = List.copyOf(caveats);
        moments = List.copyOf(moments);
    }

    /** Returns whether at least one cost is paid. */
    public boolean anyPaid() {
        return findings.stream().anyMatch(finding -> finding.verdict() == Verdict.PAID);
    }
}
