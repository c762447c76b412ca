package dev.slipstream.diagnose.profile;

import java.util.HashMap;
import java.util.Map;

/** The processor use and the samples of a thread, or of all carriers of virtual threads. */
public final class ThreadUse {
    /** Processor time, in seconds of all processors together. */
    public double user;
    public double system;

    /** Samples in native code, waiting for others: the thread uses no processor. */
    public int waiting;

    /** All samples other than waiting ones. */
    public int inJava;
    public int inNative;

    /** Samples of these that show a cost, by the cost's name. */
    private final Map<String, Double> costsInJava = new HashMap<>();
    private final Map<String, Double> costsInNative = new HashMap<>();

    /** Counts a sample that shows a cost. */
    public void count(String cost, boolean isNative) {
        (isNative ? costsInNative : costsInJava).merge(cost, 1.0, Double::sum);
    }

    /** Returns the number of samples in Java that show a cost. */
    public double inJava(String cost) {
        return costsInJava.getOrDefault(cost, 0.0);
    }

    /** Returns the number of samples in native code that show a cost. */
    public double inNative(String cost) {
        return costsInNative.getOrDefault(cost, 0.0);
    }

    double processor() {
        return user + system;
    }

    void add(ThreadUse other) {
        user += other.user;
        system += other.system;
        waiting += other.waiting;
        inJava += other.inJava;
        inNative += other.inNative;
        other.costsInJava.forEach((cost, count) -> costsInJava.merge(cost, count, Double::sum));
        other.costsInNative.forEach((cost, count) -> costsInNative.merge(cost, count, Double::sum));
    }
}
