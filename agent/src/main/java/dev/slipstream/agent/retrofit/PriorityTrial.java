package dev.slipstream.agent.retrofit;

import dev.slipstream.priority.Level;
import dev.slipstream.priority.Priorities;
import dev.slipstream.priority.PrioritySetter;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** A scratch thread of a priority that is not normal, and what the kernel shows of it. */
final class PriorityTrial implements Runnable {
    private static final long LIMIT_MILLIS = 5_000;

    private final CountDownLatch seen = new CountDownLatch(1);

    private PriorityTrial() {
    }

    /**
     * Before the graft is active.
     *
     * @throws IllegalStateException if priorities arrive at the kernel without us
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
     * With the graft active.
     *
     * @throws IllegalStateException if a priority does not arrive at the kernel
     */
    static void run(PrioritySetter setter, ThreadGroup group) throws InterruptedException {
        int priority = priority(setter);
        Level shown = shown(priority, group);
        if (!setter.shows(priority, shown)) {
            throw new IllegalStateException("a thread of priority " + priority + " has the level " + shown + ", not "
                    + setter.level(priority));
        }
    }

    /** The lowest that differs from the normal; an idle one only if there is no other, since it may be slow to end. */
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
        PriorityTrial trial = new PriorityTrial();
        Thread thread = new Thread(group, trial, "slipstream-trial", 0, false);
        thread.setDaemon(true);
        thread.setPriority(priority);
        thread.start();
        try {
            Optional<Level> shown = Priorities.of(thread);
            if (shown.isEmpty()) {
                throw new IllegalStateException("the level of a thread cannot be read");
            }
            return shown.get();
        } finally {
            trial.seen.countDown();
            thread.join(LIMIT_MILLIS);
        }
    }

    @Override
    public void run() {
        try {
            seen.await();
        } catch (InterruptedException e) {
            // Nobody knows this thread, so somebody interrupts whatever there is: the trial fails and says so.
            Thread.currentThread().interrupt();
        }
    }
}
