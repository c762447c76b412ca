package dev.slipstream.runtime.pinning;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Detector of stuck carriers, which compares successive looks. A stuck carrier holds a virtual thread and cannot run it, while
 * neither the JDK nor the agent compensates for it, which both note in the carrier.
 *
 * <p>A carrier is stuck if, with the same virtual thread mounted as at the last look, it is
 * <ul>
 * <li>{@code BLOCKED}: entering a monitor;
 * <li>waiting: parked, or in {@code Object.wait};
 * <li>{@code RUNNABLE}, but asleep in native code: the kernel shows a system call other than that of a lock, and the carrier has had no
 *     processor time since the last look;
 * <li>{@code RUNNABLE}, without processor time for {@value #NATIVE_MILLIS} ms and {@value #NATIVE_LOOKS} looks, and not waiting for a
 *     processor: at a lock of native code, at a class that another thread is initialising, or where the kernel tells nothing but the time.
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
     * @param mounted what identifies its virtual thread, if it has one
     * @param compensated whether the pool has been told that it does not run, by others than the keeper
     */
    record Sight(Thread carrier, @Nullable Object mounted, Thread.State state, boolean compensated) {
        /** Returns whether the carrier is parked or in {@code Object.wait}. */
        boolean isWaiting() {
            return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
        }
    }

    /**
     * Outcome of a look.
     *
     * @param stuck in the order of the sights
     * @param moved whether any carrier had another virtual thread mounted than at the look before
     * @param running whether any carrier ran a virtual thread, or was between two: look after look may find the same one there
     * @param free whether any carrier had no virtual thread; the pool wakes an idle one
     * @param blocked whether any carrier's state was that of a stuck one: the next look decides
     */
    record View(Map<Thread, Pace> stuck, boolean moved, boolean running, boolean free, boolean blocked) {
        static final View NOTHING = new View(Map.of(), false, false, false, false);
    }

    /** Activity of a thread that has had no processor time between two looks. */
    enum Doing {
        WANTS_A_PROCESSOR,
        /** For a lock of native code or, as at a class that another thread initialises, of the JVM; or for a page of memory. */
        WAITS,
        /** In any other system call. */
        SLEEPS,
        UNKNOWN
    }

    /** How soon another carrier takes the place of a stuck one. */
    enum Pace {
        /** It does not come back before something else happens. */
        AT_ONCE,
        /** Another one may get stuck at the same lock. */
        SLOWLY
    }

    /** Knowledge of threads beside their Java state. Methods are called by the watch only. */
    interface Kernel {
        /** Called at each look, with all carriers alive. */
        default void look(Set<Thread> alive) {}

        /** Returns the processor time of a thread in nanoseconds, or a negative number if it is unknown. */
        default long cpuNanos(Thread thread) {
            return -1;
        }

        /** Returns whether {@link #doing} has ever been able to tell of that thread. */
        default boolean knows(Thread thread) {
            return false;
        }

        /** Returns what a thread does that does not run. Its processor time finds it, unless it is known. */
        default Doing doing(Thread thread, long cpuNanos) {
            return Doing.UNKNOWN;
        }
    }

    private static final class Past {
        @Nullable
        Object mounted;
        /** At the last look that found it {@code RUNNABLE}. */
        long lastCpu;
        Doing doing = Doing.WANTS_A_PROCESSOR;
        boolean isUnknowable;
        long cpuNanos;
        long cpuSince;
        int looksSince;
        boolean isWithout;
    }

    private final Kernel kernel;
    private final Map<Thread, Past> past = new HashMap<>();
    private long lastLook;
    private boolean blocked;

    /** Creates a watch that has seen no carrier yet. */
    CarrierWatch(Kernel kernel) {
        this.kernel = kernel;
    }

    /**
     * Takes one look.
     *
     * @param now {@link System#nanoTime()}
     * @param sights every carrier alive
     */
    View look(long now, List<Sight> sights) {
        Map<Thread, Pace> stuck = new LinkedHashMap<>();
        boolean moved = false;
        boolean running = false;
        boolean free = false;
        blocked = false;
        forgetAllBut(sights);
        for (Sight sight : sights) {
            Past before = past.computeIfAbsent(sight.carrier(), unused -> new Past());
            boolean mounted = sight.mounted() != null;
            boolean same = mounted && sight.mounted() == before.mounted;
            moved |= mounted && !same;
            before.mounted = sight.mounted();
            boolean suspect = mounted && !sight.compensated();
            if (!suspect || sight.state() != Thread.State.RUNNABLE) {
                before.doing = Doing.WANTS_A_PROCESSOR;
            }
            Pace pace = suspect ? pace(sight, before, now, same) : null;
            if (pace != null) {
                stuck.put(sight.carrier(), pace);
            } else {
                running |= !sight.isWaiting() && before.doing != Doing.SLEEPS;
                free |= !mounted;
            }
        }
        lastLook = now;
        return new View(stuck, moved, running, free, blocked);
    }

    private void forgetAllBut(List<Sight> sights) {
        Set<Thread> alive = new HashSet<>();
        for (Sight sight : sights) {
            alive.add(sight.carrier());
        }
        past.keySet().retainAll(alive);
        kernel.look(alive);
    }

    /** Returns null if the carrier is not stuck. */
    private @Nullable Pace pace(Sight sight, Past before, long now, boolean same) {
        if (sight.state() == Thread.State.RUNNABLE) {
            return paceOfNative(sight.carrier(), before, now, same);
        }
        boolean waits = sight.isWaiting();
        boolean stuck = waits || sight.state() == Thread.State.BLOCKED;
        before.cpuSince = 0;
        blocked |= stuck;
        return !stuck || !same ? null : waits ? Pace.AT_ONCE : Pace.SLOWLY;
    }

    private @Nullable Pace paceOfNative(Thread carrier, Past before, long now, boolean same) {
        long cpu = kernel.cpuNanos(carrier);
        boolean still = cpu >= 0 && cpu == before.lastCpu;
        if (!still || before.doing == Doing.WANTS_A_PROCESSOR) {
            before.doing = doing(carrier, before, cpu, now, still);
        }
        before.lastCpu = cpu;
        blocked |= before.doing == Doing.SLEEPS;
        if (!same) {
            before.cpuSince = 0;
            return null;
        }
        boolean isWithout = hasNoCpu(carrier, before, cpu, now);
        return still && before.doing == Doing.SLEEPS ? Pace.AT_ONCE : isWithout ? Pace.SLOWLY : null;
    }

    /** A carrier that has had much of the time since the last look needs no closer one; one without any is found by its time. */
    private Doing doing(Thread carrier, Past before, long cpu, long now, boolean still) {
        boolean known = kernel.knows(carrier);
        if (still || (known && cpu - before.lastCpu < (now - lastLook) / 2)) {
            Doing doing = kernel.doing(carrier, cpu);
            before.isUnknowable |= doing == Doing.UNKNOWN;
            return doing;
        }
        blocked |= cpu >= 0 && !known && !before.isUnknowable && cpu - before.lastCpu < (now - lastLook) / 2;
        return Doing.WANTS_A_PROCESSOR;
    }

    private boolean hasNoCpu(Thread carrier, Past before, long cpu, long now) {
        before.looksSince++;
        boolean had = before.cpuSince == 0 || cpu < 0 || cpu - before.cpuNanos >= NO_CPU_NANOS;
        if (!had && !before.isWithout && now - before.cpuSince >= NATIVE_NANOS && before.looksSince >= NATIVE_LOOKS) {
            before.isWithout = kernel.doing(carrier, cpu) != Doing.WANTS_A_PROCESSOR;
            had = !before.isWithout;
        }
        if (had) {
            before.isWithout = false;
            before.cpuNanos = cpu;
            before.cpuSince = now;
            before.looksSince = 0;
        }
        return before.isWithout;
    }
}
