package dev.slipstream.runtime.priority;

import dev.slipstream.priority.Level;
import dev.slipstream.priority.Permission;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Setter that gives threads the levels of their Java priorities. It is called whenever a Java priority has changed and whenever a
 * thread was started, and acts in the calling thread. It leaves alone: threads of normal priority that it has never set and that
 * were not started by a thread it has set; virtual threads; and threads of the JVM, among them the carriers of virtual threads,
 * which keep the level of the process.
 *
 * <p>Safe for use by several threads. Happens-before: a Java priority is volatile, and a system call orders everything, so that
 * {@link Settling} applies. A thread is recorded as touched before it is touched. After a start, a check whether the starter was
 * touched therefore succeeds if the new thread has inherited anything.
 *
 * @see "java.lang.PriorityGraft"
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
     * @param table the levels of the Java priorities
     * @throws IllegalStateException if priorities cannot be set here; the message says why
     */
    public PrioritySetter(PriorityTable table) {
        permission = Permissions.ofThisProcess();
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

    /** {@return what the process may do} */
    public Permission permission() {
        return permission;
    }

    /**
     * Returns the level of threads of a Java priority.
     *
     * @param priority the Java priority, 1 to 10
     * @return the level
     */
    public Level level(int priority) {
        return levels[priority];
    }

    /**
     * Tells whether threads of a Java priority are given the level that the kernel shows.
     *
     * @param priority the Java priority, 1 to 10
     * @param shown the level that the kernel shows
     * @return whether they are the same, policies included if the table has any
     */
    public boolean shows(int priority, Level shown) {
        Level level = levels[priority];
        return level.nice() == shown.nice() && (!policies || level.policy() == shown.policy());
    }

    /** {@return whether a Java priority above the normal one gets less than the table says because more is not permitted} */
    public boolean isRaisingLimited() {
        for (int i = Thread.NORM_PRIORITY + 1; i <= Thread.MAX_PRIORITY; i++) {
            if (clamped[i] && levels[i].nice() == permission.smallestNice() && levels[i].nice() > Level.MOST_FAVOURED) {
                return true;
            }
        }
        return false;
    }

    /**
     * Handles a change of a thread's Java priority, or its start.
     *
     * @param thread a platform thread
     * @param starter the thread that has just started it; null if that is virtual, or if there was no start
     */
    @Override
    public void accept(Thread thread, @Nullable Thread starter) {
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

    /** Decides by the thread group: the root, or one of two below it. A thread that has ended has no group, and counts as well. */
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

    /** Applies what is wanted, and tells whether the thread has it or has ended. */
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
            // A thread that ends loses its group, so its end shows as another wanted priority too.
            done = target.isAlive() && (policies ? target.set(level) : target.setNice(level.nice()));
        }
    }

    /**
     * Gives every thread that was touched the level of a normal one. Threads that still apply something do the same from now on.
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

    /** Makes {@link #counters} count from zero. For use before there is anything to count. */
    public void beginCounting() {
        applied.set(0);
        clampedOnes.set(0);
        refused.set(0);
        ended.set(0);
    }

    /** {@return the counters, in a fixed order} */
    public Map<String, Long> counters() {
        Map<String, Long> counters = new LinkedHashMap<>();
        counters.put("applied", applied.get());
        counters.put("clamped", clampedOnes.get());
        counters.put("refused", refused.get());
        counters.put("ended", ended.get());
        return counters;
    }

    /**
     * Loop that makes the applied value agree with the wanted one. Several threads apply; other threads change the wanted value,
     * and each of these applies afterwards. A thread that has applied a value checks it again, and repeats while another one is
     * wanted.
     *
     * <p>Let W be the last value applied, by thread T. T has checked afterwards and found that W is wanted. A thread that had
     * changed the wanted value after that would have applied it later than W.
     */
    static abstract class Settling {
        /** Returns the value that is wanted now. Has the semantics of a volatile read. */
        abstract int wanted();

        /** Applies a value. Has the semantics of a volatile write. */
        abstract void apply(int what);

        /** Applies the wanted value, and returns the last one applied. */
        final int settle() {
            int what;
            do {
                what = wanted();
                apply(what);
            } while (wanted() != what);
            return what;
        }
    }
}
