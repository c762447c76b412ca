package dev.slipstream.stress;

/** What {@code jdk.internal.misc.Doorbell} can do; the methods are described there. */
public interface Bell {
    void arm();

    void setSleeper(Thread thread);

    void ring();

    boolean sleep(long nanos);

    /** Whether a ring would count now. */
    boolean armed();
}
