package dev.slipstream.pinning;

import dev.slipstream.threads.Daemon;
import dev.slipstream.threads.Opens;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeper that adds carriers to the JDK's scheduler of virtual threads while carriers are stuck and virtual threads wait for one,
 * and removes them again.
 *
 * <p>Carriers get stuck entering a monitor (JDK 21 to 23), in {@code Object.wait} (JDK 24 and later), in native code that waits, or at
 * a class that another thread is initialising; and in parks, unless the agent compensates those. For each stuck carrier the keeper
 * tells the pool what the JDK tells it around blocking file operations: this worker does not count. The pool then wakes or starts
 * another, up to its own maximum ({@value #MAXIMUM}, unless {@link #setMaximum} has changed it). Lock semantics do not change. When the
 * carrier continues, the keeper tells the pool that it counts again. Carriers beyond the parallelism end together once nothing has run
 * for the pool's keep-alive time, 30 seconds.
 *
 * <p>Without the agent this needs the options in {@link #OPENS}. The keeper looks every {@value #CALM_MILLIS} ms while virtual
 * threads run, every {@value #LOOK_MILLIS} ms while one of them may wait for a stuck carrier, else once a second. It uses one
 * daemon thread. Safe for use by several threads.
 *
 * @since 0.1.0
 */
public final class CarrierKeeper implements AutoCloseable {
    /**
     * Options of the java command for a keeper without the agent, separated by spaces. They name the module {@code dev.slipstream} if
     * the library is one, else {@code ALL-UNNAMED}.
     */
    public static final String OPENS =
            Opens.of("java.lang", "java.util.concurrent", "jdk.internal.misc", "jdk.internal.vm");

    /** System property by which a user sets the maximum number of carriers. The JDK reads it when it creates the scheduler. */
    public static final String MAXIMUM = "jdk.virtualThreadScheduler.maxPoolSize";

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
    private volatile Compensation compensation;
    private Maximum maximum;
    private int samples;

    private CarrierKeeper(KeeperHost host) {
        this.host = host;
        // Not a lambda: this runs before the application's main, where the first lambda of a JVM costs milliseconds.
        daemon = new Daemon("slipstream-keeper", new Runnable() {
            @Override
            public void run() {
                keep();
            }
        });
    }

    /**
     * Starts a keeper for this JVM, which also compensates pinned parks, since without the agent nothing else does.
     *
     * @return the keeper, which runs until {@link #close}
     * @throws UnsupportedOperationException on JDK 17 to 20
     * @throws IllegalStateException if the JDK is not open to the library, or has other internals; the message says what to do
     */
    public static CarrierKeeper start() {
        Scheduler.find();
        return start(new KeeperHost() { });
    }

    /**
     * Starts a keeper for the agent. It rests until {@link KeeperHost#usesVirtualThreads()} returns true: an earlier request for the
     * scheduler would make the JDK create it before the application has set its properties.
     *
     * @param host the environment
     * @return the keeper, which runs until {@link #close}
     */
    public static CarrierKeeper start(KeeperHost host) {
        CarrierKeeper keeper = new CarrierKeeper(Objects.requireNonNull(host));
        keeper.daemon.start();
        return keeper;
    }

    /** {@return what the keeper has done so far} Zeros before the first virtual thread. */
    public KeeperCounters counters() {
        Compensation current = compensation;
        return current == null ? KeeperCounters.NONE : current.counters();
    }

    /**
     * Returns the sites at which virtual threads were seen pinned: class, method and reason, with the number of samples, most
     * frequent first.
     *
     * @param most maximum number of sites
     * @return the number of samples by site, a copy
     */
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
     * @throws UnsupportedOperationException on JDK 17 to 20
     * @throws IllegalStateException if the JDK is not open to the library, or has other internals
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
        private final CarrierWatch watch = new CarrierWatch(CarrierWatch.CpuClock.ofThisJvm());
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
            Map<Thread, CarrierWatch.Sight> stuck = Map.of();
            if (looking) {
                stuck = watch.look(now, sights);
                current.update(now, stuck, waiting, watch.moved(), watch.running());
                boolean progress = tookTasks() || watch.moved();
                suspicious = current.isHolding() || watch.blocked() || !progress;
            } else {
                current.idle(now);
            }
            if (sampling) {
                sampleOneOf(sights, stuck.keySet(), scheduler);
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
                LockSupport.parkNanos(CarrierKeeper.this, suspicious || idle.areEnding() ? LOOK_NANOS : CALM_NANOS);
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
    private void sampleOneOf(List<CarrierWatch.Sight> sights, Set<Thread> stuck, Scheduler scheduler) {
        List<CarrierWatch.Sight> held = new ArrayList<>();
        for (CarrierWatch.Sight sight : sights) {
            if (stuck.contains(sight.carrier()) || sight.mounted() != null && sight.isWaiting()) {
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
