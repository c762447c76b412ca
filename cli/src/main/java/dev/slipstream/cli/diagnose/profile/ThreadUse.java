package dev.slipstream.cli.diagnose.profile;

import dev.slipstream.cli.diagnose.Samples;
import java.util.Arrays;

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

    /** Samples of these that show a cost, by index in {@link SampleKinds}. */
    public final double[] costsInJava = new double[SampleKinds.COUNT];
    public final double[] costsInNative = new double[SampleKinds.COUNT];

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
