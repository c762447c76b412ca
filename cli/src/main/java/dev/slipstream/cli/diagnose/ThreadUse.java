package dev.slipstream.cli.diagnose;

import java.util.Arrays;

/** The processor use and the samples of a thread, or of all carriers of virtual threads. */
final class ThreadUse {
    /** Processor time, in seconds of all processors together. */
    double user;
    double system;

    /** Samples in native code, waiting for others: the thread uses no processor. */
    int waiting;

    /** All samples other than waiting ones. */
    int inJava;
    int inNative;

    /** Samples of these that show a cost, by index in {@link Costs}. */
    final double[] costsInJava = new double[Costs.COUNT];
    final double[] costsInNative = new double[Costs.COUNT];

    double processor() {
        return user + system;
    }

    void add(ThreadUse other) {
        user += other.user;
        system += other.system;
        waiting += other.waiting;
        inJava += other.inJava;
        inNative += other.inNative;
        Arrays.setAll(costsInJava, i -> costsInJava[i] + other.costsInJava[i]);
        Arrays.setAll(costsInNative, i -> costsInNative[i] + other.costsInNative[i]);
    }
}
