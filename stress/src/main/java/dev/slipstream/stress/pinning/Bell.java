package dev.slipstream.stress.pinning;

/** Methods of {@code jdk.internal.misc.Doorbell}, described there. */
public interface Bell {
    void arm();

    void setSleeper(Thread thread);

    void ring();

    boolean sleep(long nanos);

    /** Tells whether a ring would count now. */
    boolean armed();
}
