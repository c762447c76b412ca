package dev.slipstream.priority;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/**
 * Gives threads the levels of their Java priorities. It is told whenever a Java priority has changed, and whenever a thread was
 * started, and acts on the thread that tells. What it leaves alone: threads of normal priority that it has never set, and that
 * were not started by one that it has; virtual threads; and those of the JVM, carriers of virtual threads among them, which stay
 * as the process is.
 *
 * <p>Safe for use by several threads. Happens-before: a Java priority is volatile, and a system call orders everything, so that
 * {@link Settling} applies. A thread is remembered as touched before it is touched, so that who asks after a start whether the
 * starter was touched sees it if the new thread has inherited anything.
 */
public final class PrioritySetter implements BiConsumer<Thread, Thread> {
    private final Permission permission;
    private final Level[] levels = new Level[Thread.MAX_PRIORITY + 1];
    private final boolean[] clamped = new boolean[Thread.MAX_PRIORITY + 1];
    private final boolean policies;
    private final Touched touched = new Touched();
    private final AtomicLong applied = new AtomicLong();
    private final AtomicLong clampedOnes = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();
    private volatile boolean closed;

    /**
     * Asks the kernel what is permitted, and takes the nice value of the current thread for that of the process.
     *
     * @throws IllegalStateException if it cannot be done here; says why
     */
    public PrioritySetter(PriorityTable table) {
        permission = Probe.permission();
        if (!permission.isSupported()) {
            throw new IllegalStateException(permission.whyNot());
        }
        if (!permission.canSetOthers()) {
            throw new IllegalStateException(permission.whyNotOthers());
        }
        for (int i = Thread.MIN_PRIORITY; i <= Thread.MAX_PRIORITY; i++) {
            levels[i] = table.level(i, permission.nice(), permission.smallestNice());
            clamped[i] = table.isClamped(i, permission.nice(), permission.smallestNice());
        }
        policies = table.hasPolicies();
    }

    /** What the process may do. */
    public Permission permission() {
        return permission;
    }

    /** What a thread of this Java priority is given. */
    public Level level(int priority) {
        return levels[priority];
    }

    /** Whether a thread of this Java priority is given the level that the kernel shows of it. */
    public boolean shows(int priority, Level shown) {
        Level level = levels[priority];
        return level.nice() == shown.nice() && (!policies || level.policy() == shown.policy());
    }

    /** Whether a Java priority above the normal one gets less than the table says, since more is not permitted. */
    public boolean isRaisingLimited() {
        for (int i = Thread.NORM_PRIORITY + 1; i <= Thread.MAX_PRIORITY; i++) {
            if (clamped[i] && levels[i].nice() == permission.smallestNice() && levels[i].nice() > Level.MOST_FAVOURED) {
                return true;
            }
        }
        return false;
    }

    /**
     * A thread's Java priority has changed, or it has been started.
     *
     * @param thread not a virtual one
     * @param starter who has started it, unless that is a virtual one; null too if it was not started just now
     */
    @Override
    public void accept(Thread thread, Thread starter) {
        if (starter == null) {
            if (wanted(thread) != Thread.NORM_PRIORITY || touched.contains(thread)) {
                apply(thread);
            }
        } else if (wanted(thread) != Thread.NORM_PRIORITY || starter.getPriority() != Thread.NORM_PRIORITY
                || touched.contains(starter)) {
            apply(thread);
        }
    }

    private int wanted(Thread thread) {
        int priority = thread.getPriority();
        if (priority == Thread.NORM_PRIORITY || closed) {
            return Thread.NORM_PRIORITY;
        }
        return isOfTheJvm(thread) ? Thread.NORM_PRIORITY : priority;
    }

    /** By its group: the root, or one of two below that. A thread that has ended is nobody's. */
    private static boolean isOfTheJvm(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        ThreadGroup parent = group == null ? null : group.getParent();
        if (parent == null) {
            return true;
        }
        for (ThreadGroup above = parent.getParent(); above != null; above = above.getParent()) {
            group = parent;
            parent = above;
        }
        return group.getName().equals("InnocuousThreadGroup") || group.getName().equals("CarrierThreads");
    }

    /** @return whether the thread has what is wanted, or has ended */
    private boolean apply(Thread thread) {
        NativeThread target = NativeThread.of(thread);
        if (target == null) {
            return true;
        }
        touched.add(thread);
        Turn turn = new Turn(thread, target);
        int what = turn.settle();
        if (!target.isAlive()) {
            ended.getAndIncrement();
            return true;
        }
        if (!turn.done) {
            refused.getAndIncrement();
            return false;
        }
        applied.getAndIncrement();
        if (clamped[what]) {
            clampedOnes.getAndIncrement();
        }
        return true;
    }

    private final class Turn extends Settling {
        private final Thread thread;
        private final NativeThread target;
        private boolean done;

        Turn(Thread thread, NativeThread target) {
            this.thread = thread;
            this.target = target;
        }

        @Override
        int wanted() {
            return PrioritySetter.this.wanted(thread);
        }

        @Override
        void apply(int priority) {
            Level level = levels[priority];
            // An end is noticed by another priority too, since it takes the group away.
            done = target.isAlive() && (policies ? target.set(level) : target.setNice(level.nice()));
        }
    }

    /**
     * Gives every thread that was touched the level of a normal one, and so does from now on whoever still applies something.
     *
     * @return how many live threads could not be given it
     */
    public int close() {
        closed = true;
        int left = 0;
        for (Thread thread : touched.all()) {
            if (!apply(thread)) {
                left++;
            }
        }
        return left;
    }

    /** From now on {@link #counters} counts, from zero. Before there is anything to count. */
    public void beginCounting() {
        applied.set(0);
        clampedOnes.set(0);
        refused.set(0);
        ended.set(0);
    }

    /** What it has done, in a fixed order. */
    public Map<String, Long> counters() {
        Map<String, Long> counters = new LinkedHashMap<>();
        counters.put("applied", applied.get());
        counters.put("clamped", clampedOnes.get());
        counters.put("refused", refused.get());
        counters.put("ended", ended.get());
        return counters;
    }
}
