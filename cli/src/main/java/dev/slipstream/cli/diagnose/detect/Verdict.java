package dev.slipstream.cli.diagnose.detect;

/** Whether an application pays a cost. */
public enum Verdict {
    /** It pays the cost, and more than a trifle. */
    PAID,
    /** It does not pay the cost, or too little to be noticeable. */
    NOT_PAID,
    /** The data cannot show it; the finding says which data would. */
    UNKNOWN,
    /** This JDK no longer has the cost, or does not have the costly feature yet. */
    NOT_HERE
}
