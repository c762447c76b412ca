package dev.slipstream.runtime.pinning;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Detector of stuck carriers, which compares successive looks. A stuck carrier holds a virtual thread and cannot run it, while
 * neither the JDK nor the agent compensates for it, which both note in the carrier.
 *
 * <p>A carrier is stuck if, with the same virtual thread mounted as at the last look, it is
 * <ul>
 * <li>{@code BLOCKED}: entering a monitor;
 * <li>waiting: parked, or in {@code Object.wait};
 * <li>{@code RUNNABLE} but without processor time for {@value #NATIVE_MILLIS} ms and {@value #NATIVE_LOOKS} looks: in native
 *     code that waits, or at a class that another thread is initialising. The state of such a thread does not show this; only its
 *     processor time does.
 * </ul>
 * For use by one thread.
 */
final class CarrierWatch {
    /** Long enough for a runnable thread on a busy machine to get a time slice. */
    static final long NATIVE_MILLIS = 100;

    /** A pause of the whole JVM counts as one look, however long it is. After it the keeper may run before the carrier does. */
    static final int NATIVE_LOOKS = 10;

    private static final long NATIVE_NANOS = NATIVE_MILLIS * 1_000_000;

    /**
     * Processor time below which a thread counts as having had none in {@value #NATIVE_MILLIS} ms: a waiting thread may wake up
     * and sleep again.
     */
    private static final long NO_CPU_NANOS = 1_000_000;

    /**
     * State of one carrier at one moment.
     *
     * @param mounted what identifies its virtual thread, or null
     * @param compensated whether the pool has been told that it does not run, by others than the keeper
     */
    record Sight(Thread carrier, Object mounted, Thread.State state, boolean compensated) {
        /** Returns whether the carrier is parked or in {@code Object.wait}. */
        boolean isWaiting() {
            return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
        }
    }

    private static final class Past {
        Object mounted;
        long cpuNanos;
        long cpuSince;
        int looksSince;
        boolean seen;
    }

    private final ToLongFunction<Thread> cpuClock;
    private final Map<Thread, Past> past = new HashMap<>();
    private boolean moved;
    private boolean running;
    private boolean blocked;

    /**
     * Creates a watch that has seen no carrier yet.
     *
     * @param cpuClock processor time of a thread in nanoseconds, negative if unknown
     */
    CarrierWatch(ToLongFunction<Thread> cpuClock) {
        this.cpuClock = cpuClock;
    }

    /**
     * Takes one look.
     *
     * @param now {@link System#nanoTime()}
     * @param sights every carrier alive
     * @return the stuck ones, in the order of the sights
     */
    Map<Thread, Sight> look(long now, List<Sight> sights) {
        Map<Thread, Sight> stuck = new LinkedHashMap<>();
        moved = false;
        running = false;
        blocked = false;
        for (Past carrier : past.values()) {
            carrier.seen = false;
        }
        for (Sight sight : sights) {
            Past before = past.computeIfAbsent(sight.carrier(), unused -> new Past());
            before.seen = true;
            boolean same = sight.mounted() != null && sight.mounted() == before.mounted;
            if (!same) {
                moved |= sight.mounted() != null;
                before.mounted = sight.mounted();
                before.cpuSince = 0;
            }
            blocked |= sight.mounted() != null && isBlocked(sight);
            if (same && !sight.compensated() && isStuck(sight, before, now)) {
                stuck.put(sight.carrier(), sight);
            } else {
                running |= sight.mounted() == null || !sight.isWaiting();
            }
        }
        past.values().removeIf(p -> !p.seen);
        return stuck;
    }

    private boolean isStuck(Sight sight, Past before, long now) {
        return isBlocked(sight) || (sight.state() == Thread.State.RUNNABLE && hasNoCpu(sight, before, now));
    }

    private static boolean isBlocked(Sight sight) {
        return !sight.compensated() && (sight.state() == Thread.State.BLOCKED || sight.isWaiting());
    }

    private boolean hasNoCpu(Sight sight, Past before, long now) {
        before.looksSince++;
        boolean due = before.cpuSince == 0 || (now - before.cpuSince >= NATIVE_NANOS && before.looksSince >= NATIVE_LOOKS);
        if (!due) {
            return false;
        }
        long cpu = cpuClock.applyAsLong(sight.carrier());
        boolean idle = before.cpuSince != 0 && cpu >= 0 && cpu - before.cpuNanos < NO_CPU_NANOS;
        if (!idle) {
            before.cpuNanos = cpu;
            before.cpuSince = now;
            before.looksSince = 0;
        }
        return idle;
    }

    /** Returns whether any carrier's state at the last look was that of a stuck one: the next look decides. */
    boolean blocked() {
        return blocked;
    }

    /** Returns whether any carrier had another virtual thread mounted than at the look before. */
    boolean moved() {
        return moved;
    }

    /**
     * Returns whether any carrier ran a virtual thread at the last look, or had none. Look after look may find the same carrier between
     * two short threads. An idle one is woken by the pool.
     */
    boolean running() {
        return running;
    }

    /**
     * Clock that reads the processor time of other threads from the JVM's own management interface. The interface is loaded on
     * first need only: in most applications no carrier is ever suspected of waiting in native code.
     */
    static final class CpuClock implements ToLongFunction<Thread> {
        private ThreadMXBean threads;

        /**
         * Returns the processor time of a thread.
         *
         * @return nanoseconds, or a negative number if this JVM cannot tell
         */
        @Override
        @SuppressWarnings("deprecation") // threadId() came with JDK 19; carriers do not override getId()
        public long applyAsLong(Thread thread) {
            if (threads == null) {
                threads = ManagementFactory.getThreadMXBean();
            }
            return threads.isThreadCpuTimeSupported() ? threads.getThreadCpuTime(thread.getId()) : -1;
        }

        /** Returns the clock, or one that always returns -1 if the JVM was built without {@code java.management}. */
        static ToLongFunction<Thread> ofThisJvm() {
            return ModuleLayer.boot().findModule("java.management").isPresent() ? new CpuClock() : thread -> -1;
        }
    }
}
