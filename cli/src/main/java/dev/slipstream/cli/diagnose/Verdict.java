package dev.slipstream.cli.diagnose;

/** Whether an application pays a cost. */
public enum Verdict {
    /** It does, and more than a trifle. */
    PAID,
    /** It does not, or so little that nobody would notice. */
    NOT_PAID,
    /** What was looked at cannot show it; the finding says what would. */
    UNKNOWN,
    /** This JDK does not have the cost any more, or does not have yet what costs. */
    NOT_HERE
}
