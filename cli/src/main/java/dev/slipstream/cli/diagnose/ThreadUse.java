package dev.slipstream.cli.diagnose;

import java.util.Arrays;

/** What was seen of a thread, or of all carriers of virtual threads: its use of the processors, and where it was. */
final class ThreadUse {
    /** In seconds of all processors there are. */
    double user;
    double system;

    /** In native code, waiting for others: uses no processor. */
    int waiting;

    /** Samples in all, those that wait not among them. */
    int inJava;
    int inNative;

    /** Of these, by remedy. */
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
