package dev.slipstream.diagnose.profile;

import java.util.HashMap;
import java.util.Map;

/** The processor use and the samples of a thread, or of all carriers of virtual threads. */
public final class ThreadUse {
    /** Processor time, in seconds of all processors together. */
    private double user;
    private double system;

    /** Samples, other than those in native code that wait for others: such a thread uses no processor. */
    private int inJava;
    private int inNative;

    /** Samples of these that show a cost, by the cost's name. */
    private final Map<String, Double> costsInJava = new HashMap<>();
    private final Map<String, Double> costsInNative = new HashMap<>();

    /** Adds processor time, in seconds of all processors together. */
    public void load(double userSeconds, double systemSeconds) {
        user += userSeconds;
        system += systemSeconds;
    }

    /**
     * Counts a sample.
     *
     * @param cost the name of the cost that it shows; null if it shows none
     * @param isNative whether the thread was in native code
     */
    public void count(String cost, boolean isNative) {
        if (isNative) {
            inNative++;
        } else {
            inJava++;
        }
        if (cost != null) {
            (isNative ? costsInNative : costsInJava).merge(cost, 1.0, Double::sum);
        }
    }

    /** Returns the number of samples in Java. */
    public int inJava() {
        return inJava;
    }

    /** Returns the number of samples in native code. */
    public int inNative() {
        return inNative;
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

    double system() {
        return system;
    }

    void add(ThreadUse other) {
        user += other.user;
        system += other.system;
        inJava += other.inJava;
        inNative += other.inNative;
        other.costsInJava.forEach((cost, count) -> costsInJava.merge(cost, count, Double::sum));
        other.costsInNative.forEach((cost, count) -> costsInNative.merge(cost, count, Double::sum));
    }
}
