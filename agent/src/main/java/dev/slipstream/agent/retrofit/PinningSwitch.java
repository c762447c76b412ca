package dev.slipstream.agent.retrofit;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;

/** The agent's side of the pinning graft. Safe for use by several threads, as the graft is. */
final class PinningSwitch {
    private final BiFunction<String, Object, Object> graft;

    PinningSwitch(BiFunction<String, Object, Object> graft) {
        this.graft = graft;
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

    /**
     * Sleeps until a virtual thread starts or parks while pinned, or the time is over.
     *
     * @return whether it was a virtual thread
     */
    boolean sleep(long nanos) {
        graft.apply("dormant", true);
        LockSupport.parkNanos(nanos);
        return (Boolean) graft.apply("awaken", null);
    }

    /** Takes the latest pinned virtual thread seen, or null, and thereby asks for another. */
    Thread sample() {
        return (Thread) graft.apply("sample", null);
    }

    long compensated() {
        return (Long) graft.apply("compensated", null);
    }

    long saturated() {
        return (Long) graft.apply("saturated", null);
    }

    long failed() {
        return (Long) graft.apply("failed", null);
    }
}
