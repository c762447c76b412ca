package dev.slipstream.agent.retrofit;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;

/**
 * The agent's side of the pinning graft, which outlives a detach; counts from the moment this is made. Safe for use by several
 * threads, as the graft is.
 */
final class PinningSwitch {
    private final BiFunction<String, Object, Object> graft;
    private final AtomicLong compensatedBefore;
    private final long saturatedBefore;
    private final long failedBefore;

    PinningSwitch(BiFunction<String, Object, Object> graft) {
        this.graft = graft;
        compensatedBefore = new AtomicLong(count("compensated"));
        saturatedBefore = count("saturated");
        failedBefore = count("failed");
    }

    void setActive(boolean on) {
        graft.apply("active", on);
    }

    void setKeeper(Thread thread) {
        graft.apply("keeper", thread);
    }

    /** Whether the JDK has made its scheduler of virtual threads. */
    boolean isSchedulerThere() {
        return (Boolean) graft.apply("initialised", null);
    }

    /** From now on a virtual thread that starts ends the keeper's first sleep, even if that has not begun. */
    void arm() {
        graft.apply("arm", null);
    }

    /**
     * Sleeps until a virtual thread starts or parks while pinned, or the time is over.
     *
     * @return whether it was a virtual thread
     */
    boolean sleep(long nanos) {
        return (Boolean) graft.apply("sleep", nanos);
    }

    /** Takes the latest pinned virtual thread seen, or null, and thereby asks for another. */
    Thread sample() {
        return (Thread) graft.apply("sample", null);
    }

    /** The trial's own park is none of the application's. */
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
