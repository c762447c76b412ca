package dev.slipstream.lab.pairs;

import dev.slipstream.results.stats.Interval;
import java.util.Arrays;
import java.util.List;

/** Ratios or scores without a range. */
public final class Points {
    private Points() {}

    public static List<Interval> of(double... values) {
        return Arrays.stream(values).mapToObj(Interval::of).toList();
    }
}
