package dev.slipstream.agent.pinning;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;

/**
 * The control object of the pinning graft, which outlives a detach; counts from the creation of this object. Safe for concurrent
 * use, as is the graft.
 */
final class PinningControl {
    /** @see "jdk.internal.misc.PinningGraft" */
    private final BiFunction<String, Object, Object> graft;
    private final AtomicLong compensatedBefore;
    private final long saturatedBefore;
    private final long failedBefore;

    PinningControl(BiFunction<String, Object, Object> graft) {
        this.graft = graft;
        compensatedBefore = new AtomicLong(count("compensated"));
        saturatedBefore = count("saturated");
        failedBefore = count("failed");
    }

    void setActive(boolean on) {
        graft.apply("active", on);
    }

    /** Sets the maximum number of carriers for a scheduler that is created later. */
    void setMost(int carriers) {
        graft.apply("most", carriers);
    }

    /** Returns the maximum with which the JDK has created its scheduler, if the graft chose it; else 0. */
    int given() {
        return (Integer) graft.apply("given", null);
    }

    void setKeeper(Thread thread) {
        graft.apply("keeper", thread);
    }

    /** Tells whether the JDK has created its scheduler of virtual threads. */
    boolean isSchedulerThere() {
        return (Boolean) graft.apply("initialised", null);
    }

    /** Arms the graft: from now on the start of a virtual thread ends the keeper's first sleep, even if that has not begun. */
    void arm() {
        graft.apply("arm", null);
    }

    /**
     * Sleeps until a virtual thread starts or parks while pinned, or the time has elapsed.
     *
     * @return whether a virtual thread ended the sleep
     */
    boolean sleep(long nanos) {
        return (Boolean) graft.apply("sleep", nanos);
    }

    /** Pins the calling virtual thread to its carrier, until {@link #unpin}. */
    void pin() {
        graft.apply("pin", null);
    }

    void unpin() {
        graft.apply("unpin", null);
    }

    /** Creates a carrier, which the pool starts. */
    ForkJoinWorkerThread newCarrier(ForkJoinPool pool) {
        return (ForkJoinWorkerThread) graft.apply("carrier", pool);
    }

    /** Excludes the self-test's own park from the count. */
    void forgetOneCompensated() {
        compensatedBefore.incrementAndGet();
    }

    long compensated() {
        return count("compensated") - compensatedBefore.get();
    }

    long saturated() {
        return count("saturated") - saturatedBefore;
    }

    long failed() {
        return count("failed") - failedBefore;
    }

    private long count(String counter) {
        return (Long) graft.apply(counter, null);
    }
}
