package dev.slipstream.runtime.pinning;

import dev.slipstream.pinning.KeeperCounters;
import dev.slipstream.runtime.threads.Daemon;
import dev.slipstream.runtime.threads.Opens;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Adds carriers to the JDK's scheduler while carriers are stuck and virtual threads wait for one, and removes them again.
 * {@code dev.slipstream.pinning.CarrierKeeper} describes how; both agent and library start one. Uses one daemon thread. Safe for use by
 * several threads.
 */
public final class Keeper implements AutoCloseable {
    /** Options of the java command for a keeper without the agent, separated by spaces. */
    public static final String OPENS =
            Opens.of("java.lang", "java.util.concurrent", "jdk.internal.misc", "jdk.internal.vm");

    /** System property by which a user sets the maximum number of carriers. The JDK reads it when it creates the scheduler. */
    public static final String MAXIMUM = "jdk.virtualThreadScheduler.maxPoolSize";

    /** Name of its thread. */
    public static final String THREAD = "slipstream-keeper";

    /** Time between two looks while a virtual thread may wait for a stuck carrier, in milliseconds. */
    public static final long LOOK_MILLIS = 5;

    /** Time between two looks while virtual threads run, in milliseconds. */
    public static final long CALM_MILLIS = 40;

    private static final long LOOK_NANOS = LOOK_MILLIS * 1_000_000;
    private static final long CALM_NANOS = CALM_MILLIS * 1_000_000;
    private static final long UNTIL_WOKEN_NANOS = Long.MAX_VALUE;
    private static final long AFTER_FAILURE_NANOS = 100_000_000;
    private static final long REST_NANOS = 1_000_000_000L;
    private static final long QUIET_BEFORE_REST_NANOS = 2_000_000_000L;

    /** Time between two stack samples: twenty samples a second at most. */
    private static final long SAMPLE_NANOS = 50_000_000;

    /** JDK 24 unmounts virtual threads that hold or enter a monitor (JEP 491). */
    private static final int WITHOUT_PINNING_MONITORS = 24;

    private final KeeperHost host;
    private final PinSites sites = new PinSites(Runtime.version().feature() < WITHOUT_PINNING_MONITORS);
    private final Daemon daemon;
    private volatile @Nullable Compensation compensation;
    private @Nullable Maximum maximum;
    private int samples;

    private Keeper(KeeperHost host) {
        this.host = host;
        // Not a lambda: this runs before the application's main, where the first lambda of a JVM costs milliseconds.
        daemon = new Daemon(THREAD, new Runnable() {
            @Override
            public void run() {
                keep();
            }
        });
    }

    /**
     * Starts a keeper that also compensates pinned parks, since without the agent nothing else does.
     *
     * @throws UnsupportedOperationException on JDK 17 to 20
     * @throws IllegalStateException if the JDK is not open to this class, or has other internals; the message says what to do
     */
    public static Keeper start() {
        Scheduler.find();
        return start(new KeeperHost() {});
    }

    /**
     * Starts a keeper that runs until {@link #close}. It rests until {@link KeeperHost#usesVirtualThreads()} returns true: an earlier
     * request for the scheduler would make the JDK create it before the application has set its properties.
     */
    public static Keeper start(KeeperHost host) {
        Keeper keeper = new Keeper(Objects.requireNonNull(host));
        keeper.daemon.start();
        return keeper;
    }

    /** {@return what the keeper has done so far} Zeros before the first virtual thread. */
    public KeeperCounters counters() {
        Compensation current = compensation;
        return current == null ? Compensation.NONE : current.counters();
    }

    /** Returns the sites at which virtual threads were seen pinned, with the number of samples, most frequent first. */
    public Map<String, Long> pinSites(int most) {
        return sites.top(most);
    }

    /**
     * Sets the maximum number of carriers of a scheduler that the JDK has created, until {@link #close}. Leaves a maximum other than the
     * expected one, and one that cannot be changed on this JDK. Not safe for use by several threads, nor together with {@link #close}.
     *
     * @param carriers the new maximum, at most 32,767
     * @param expected the maximum so far, if it is more than the parallelism
     * @return whether the maximum has been set
     */
    public boolean setMaximum(int carriers, int expected) {
        Scheduler scheduler = Scheduler.find();
        Maximum current = new Maximum(scheduler);
        if (current.carriers() != Math.max(expected, scheduler.pool().getParallelism())) {
            return false;
        }
        maximum = current;
        current.set(carriers);
        return true;
    }

    /** {@return the keeper's thread} */
    public Thread thread() {
        return daemon.thread();
    }

    /**
     * Stops watching, tells the pool that every carrier counts again, and restores its maximum. Waits for the keeper's thread, a second
     * at most, unless that is the caller.
     */
    @Override
    public void close() {
        daemon.close();
        if (maximum != null) {
            maximum.restore();
            maximum = null;
        }
    }

    private void keep() {
        try {
            while (!daemon.isClosing() && !host.usesVirtualThreads()) {
                rest(UNTIL_WOKEN_NANOS);
            }
            if (!daemon.isClosing()) {
                watch();
            }
        } catch (Throwable e) {
            host.failed(e);
        }
    }

    private void watch() {
        Scheduler scheduler = Scheduler.find();
        Compensation current = new Compensation(scheduler, host);
        compensation = current;
        IdleCarriers idle = new IdleCarriers(scheduler);
        Looks looks = new Looks(scheduler, current, idle);
        try {
            while (!daemon.isClosing()) {
                lookWhileThereIsMemory(looks);
            }
        } finally {
            idle.restore();
            current.releaseAll();
        }
    }

    /**
     * Repeats a look that fails for want of memory: a heap is full exactly when virtual threads queue. See
     * {@link Compensation}.
     */
    private void lookWhileThereIsMemory(Looks looks) {
        try {
            looks.next();
        } catch (OutOfMemoryError e) {
            daemon.pause(AFTER_FAILURE_NANOS);
        }
    }

    /**
     * The keeper's looks. Each is a call of {@link #next}, since the JVM compiles a method that is called 25 times a second, but hardly
     * ever a loop that turns as often.
     */
    private final class Looks {
        private final Scheduler scheduler;
        private final CarrierWatch watch = new CarrierWatch(KernelTasks.ofThisJvm());
        private final Compensation current;
        private final IdleCarriers idle;
        private long lastBusy = System.nanoTime();
        private long lastSecond = lastBusy - REST_NANOS;
        private long lastSample = lastBusy - SAMPLE_NANOS;
        private long tasksTaken;

        Looks(Scheduler scheduler, Compensation current, IdleCarriers idle) {
            this.scheduler = scheduler;
            this.current = current;
            this.idle = idle;
        }

        /** Takes one look, and waits until the next is due. */
        void next() {
            long now = System.nanoTime();
            boolean sampling = now - lastSample >= SAMPLE_NANOS;
            if (sampling) {
                lastSample = now;
                samples++;
            }
            boolean waiting = scheduler.hasQueued();
            boolean looking = waiting || current.isHolding();
            boolean suspicious = false;
            List<CarrierWatch.Sight> sights = looking || sampling ? scheduler.sights() : List.of();
            CarrierWatch.View view = CarrierWatch.View.NOTHING;
            if (looking) {
                view = watch.look(now, sights);
                current.update(now, view, waiting);
                boolean progress = tookTasks() || view.moved();
                suspicious = current.isHolding() || view.blocked() || !progress;
            } else {
                current.idle(now);
            }
            if (sampling) {
                sampleOneOf(sights, view.stuck().keySet(), scheduler);
            }
            boolean busy = waiting || scheduler.pool().getActiveThreadCount() > 0;
            idle.look(now, busy);
            if (busy || idle.areEnding()) {
                lastBusy = now;
            }
            if (now - lastSecond >= REST_NANOS) {
                lastSecond = now;
                host.everySecond();
            }
            if (now - lastBusy > QUIET_BEFORE_REST_NANOS && !current.isHolding()) {
                rest(REST_NANOS);
            } else {
                LockSupport.parkNanos(Keeper.this, suspicious || idle.areEnding() ? LOOK_NANOS : CALM_NANOS);
                Thread.interrupted();
            }
        }

        /**
         * Returns whether carriers have taken tasks since the last call. Two looks often find the same few virtual threads mounted while
         * thousands of tasks have run in between.
         */
        private boolean tookTasks() {
            long before = tasksTaken;
            tasksTaken = scheduler.pool().getStealCount();
            return tasksTaken != before;
        }
    }

    /**
     * Samples one of the carriers that are stuck or wait with a virtual thread: only one, since a stack trace stops its thread for a
     * moment. Most parks are too short for a second look, so the stack is taken at once.
     */
    @SuppressWarnings("NullAway") // A carrier that is stuck has a virtual thread.
    private void sampleOneOf(List<CarrierWatch.Sight> sights, Set<Thread> stuck, Scheduler scheduler) {
        List<CarrierWatch.Sight> held = new ArrayList<>();
        for (CarrierWatch.Sight sight : sights) {
            if (stuck.contains(sight.carrier()) || (sight.mounted() != null && sight.isWaiting())) {
                held.add(sight);
            }
        }
        if (!held.isEmpty()) {
            CarrierWatch.Sight sight = held.get(Math.floorMod(samples, held.size()));
            sites.count(scheduler.stack(sight.mounted()), sight.state());
        }
    }

    private void rest(long nanos) {
        if (!daemon.isClosing()) {
            host.rest(nanos);
            // A park returns at once while the interrupt flag is set.
            Thread.interrupted();
        }
    }
}
