package dev.slipstream.agent.priority;

import dev.slipstream.priority.Level;
import dev.slipstream.runtime.priority.NativeThread;
import dev.slipstream.runtime.priority.PrioritySetter;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** Self-test of the priority remedy: a scratch thread with a priority other than normal, and the level that the kernel shows for it. */
final class PrioritySelfTest implements Runnable {
    private static final long LIMIT_MILLIS = 5_000;

    private final CountDownLatch seen = new CountDownLatch(1);

    private PrioritySelfTest() {}

    /**
     * Checks that the JVM does not map priorities itself. Call before the graft is active.
     *
     * @throws IllegalStateException if priorities reach the kernel without the graft
     */
    static void withoutUs(PrioritySetter setter, ThreadGroup group) throws InterruptedException {
        int priority = priority(setter);
        Level shown = shown(priority, group);
        if (!setter.shows(Thread.NORM_PRIORITY, shown)) {
            throw new IllegalStateException("the JVM maps priorities itself (-XX:ThreadPriorityPolicy): a thread of priority "
                    + priority + " has the level " + shown);
        }
    }

    /**
     * Checks that priorities reach the kernel. Call while the graft is active.
     *
     * @throws IllegalStateException if a priority does not reach the kernel
     */
    static void run(PrioritySetter setter, ThreadGroup group) throws InterruptedException {
        int priority = priority(setter);
        Level shown = shown(priority, group);
        if (!setter.shows(priority, shown)) {
            throw new IllegalStateException("a thread of priority " + priority + " has the level " + shown + ", not "
                    + setter.level(priority));
        }
    }

    /**
     * Returns the lowest priority whose level differs from the normal one; an idle one only if there is no other, since an idle
     * thread may be slow to end.
     */
    private static int priority(PrioritySetter setter) {
        Level normal = setter.level(Thread.NORM_PRIORITY);
        int idle = 0;
        for (int i = Thread.MIN_PRIORITY; i <= Thread.MAX_PRIORITY; i++) {
            if (setter.level(i).policy() == Level.Policy.IDLE) {
                idle = i;
            } else if (!setter.shows(i, normal)) {
                return i;
            }
        }
        if (idle > 0) {
            return idle;
        }
        throw new IllegalStateException("no Java priority would get another level than the normal one, " + normal
                + (setter.permission().whyNotRaised().isEmpty() ? "" : ": " + setter.permission().whyNotRaised()));
    }

    private static Level shown(int priority, ThreadGroup group) throws InterruptedException {
        PrioritySelfTest selfTest = new PrioritySelfTest();
        Thread thread = new Thread(group, selfTest, "slipstream-self-test", 0, false);
        thread.setDaemon(true);
        thread.setPriority(priority);
        thread.start();
        try {
            Optional<Level> shown = NativeThread.level(thread);
            if (shown.isEmpty()) {
                throw new IllegalStateException("the level of a thread cannot be read");
            }
            return shown.get();
        } finally {
            selfTest.seen.countDown();
            thread.join(LIMIT_MILLIS);
        }
    }

    @Override
    public void run() {
        try {
            seen.await();
        } catch (InterruptedException e) {
            // Only code that interrupts every thread reaches this one: the self-test fails and reports it.
            Thread.currentThread().interrupt();
        }
    }
}
