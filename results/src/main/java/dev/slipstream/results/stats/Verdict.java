package dev.slipstream.results.stats;

import com.google.gson.annotations.SerializedName;
import java.util.Locale;

/** Verdict of a measurement on a claim. */
public enum Verdict {
    /** The whole interval is on the claim's side of the bar. */
    @SerializedName("holds")
    HOLDS,
    /** The whole interval is on the other side. */
    @SerializedName("refuted")
    REFUTED,
    /** The interval straddles the bar, or there are too few pairs to have one. */
    @SerializedName("undecided")
    UNDECIDED;

    /** Returns the word in tables and results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
