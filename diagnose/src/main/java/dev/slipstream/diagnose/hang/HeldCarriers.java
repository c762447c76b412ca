package dev.slipstream.diagnose.hang;

import dev.slipstream.diagnose.event.Frame;
import dev.slipstream.diagnose.profile.Frames;
import dev.slipstream.diagnose.result.Carriers;
import dev.slipstream.diagnose.result.Carriers.Hold;
import dev.slipstream.diagnose.result.Carriers.State;
import dev.slipstream.diagnose.threads.Activity;
import dev.slipstream.diagnose.threads.StackFrame;
import dev.slipstream.diagnose.threads.StackFrame.LockUse;
import dev.slipstream.diagnose.threads.StackFrame.Use;
import dev.slipstream.diagnose.threads.ThreadDump;
import dev.slipstream.diagnose.threads.ThreadDump.DumpedThread;
import dev.slipstream.diagnose.threads.ThreadFile.FileThread;
import dev.slipstream.diagnose.threads.ThreadLook;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Compares two looks at the threads of a JVM, and tells whether carriers are held in between. A carrier is held if it carries the same
 * virtual thread both times, has hardly run, and was not ready to run either.
 *
 * <p>The JVM hangs if virtual threads wait for a carrier throughout, no carrier runs, and no held one waits with a time limit. Before
 * JDK 25 a virtual thread that is ready to run again looks parked. So if as many carriers are held as the scheduler has places, not
 * counting those for which it has already provided another, the JVM may hang.
 */
public final class HeldCarriers {
    /** A waiting thread may wake up and wait again: on JDK 21 one that enters a monitor does so up to a thousand times a second. */
    private static final double MOST_RUNNING = 0.02;

    /** A processor for half of the time: what a collector or the JVM itself uses while it keeps all other threads from running. */
    private static final double BUSY = 0.5;

    private static final long LEAST_NANOS = 1_000_000;
    private static final int NO_MONITORS_SINCE = 24;

    /** The first JDK whose file of virtual threads tells which of them are ready to run. */
    private static final int STATES_SINCE = 25;
    private static final String KEEPER = "slipstream-keeper";
    private static final String AGENT = "dev.slipstream.";
    private static final String LISTENER = "Attach Listener";

    /** The JDK's maximum of carriers, unless the parallelism is larger. */
    private static final int MOST_CARRIERS = 256;
    private static final Pattern WORKER = Pattern.compile("(.*-)worker-\\d+");
    private static final Pattern OF_THE_VM =
            Pattern.compile("VM Thread|GC Thread#.*|G1 .*|ZWorker.*|ZDriver.*|XWorker.*|Shenandoah.*");
    private static final int SHOWN = 8;

    private final ThreadLook first;
    private final ThreadLook last;
    private final Scheduler scheduler;
    private final double seconds;
    private final List<DumpedThread> held = new ArrayList<>();
    private final List<DumpedThread> alive = new ArrayList<>();
    private final Set<String> hasRun = new HashSet<>();
    private int working;
    private final List<String> notes = new ArrayList<>();

    /**
     * The JVM's scheduler of virtual threads.
     *
     * @param feature the JDK's feature release
     * @param parallelism the number of carriers that it keeps running; 0 if unknown
     * @param most its maximum number of carriers, where it was set; 0 if not
     * @param pools the pools that were seen to carry virtual threads before: at one moment, all carriers may be idle
     */
    public record Scheduler(int feature, int parallelism, int most, Set<String> pools) {
        /** Copies the set. */
        public Scheduler {
            pools = Set.copyOf(pools);
        }
    }

    private HeldCarriers(ThreadLook first, ThreadLook last, Scheduler scheduler) {
        this.first = first;
        this.last = last;
        this.scheduler = scheduler;
        seconds = Duration.between(first.when(), last.when()).toNanos() / 1e9;
    }

    /**
     * Compares two looks.
     *
     * @param first the earlier look
     * @param last the later look
     * @param scheduler the scheduler
     * @return what they show
     */
    public static Carriers between(ThreadLook first, ThreadLook last, Scheduler scheduler) {
        return new HeldCarriers(first, last, scheduler).carriers();
    }

    private Carriers carriers() {
        Map<String, DumpedThread> before = first.dump().threads().stream()
                .collect(Collectors.toMap(DumpedThread::address, Function.identity()));
        Set<String> pools = pools();
        for (DumpedThread thread : last.dump().threads()) {
            if (pools.contains(pool(thread))) {
                alive.add(thread);
                DumpedThread earlier = before.get(thread.address());
                boolean still = earlier != null && isStill(earlier, thread);
                working += still ? 0 : 1;
                if (earlier == null || hasRun(earlier, thread)) {
                    hasRun.add(thread.address());
                }
                if (still && thread.carried() != 0 && earlier.carried() == thread.carried()) {
                    held.add(thread);
                }
            }
        }
        List<Carriers.Wait> waits = new Waits(last, heldVirtual(), alive).places();
        List<String> deadlock = Monitors.of(last).cycle();
        if (!deadlock.equals(Monitors.of(first).cycle())) {
            // A file lists one thread after the other: what it shows once may never have been.
            deadlock = List.of();
        }
        if (isVmBusy()) {
            return Carriers.unknown("The JVM itself was busy, as in a garbage collection, so that its threads could not run.");
        }
        if (unclear() > 0) {
            notes.add(unclear() + " threads could not be told apart, since a name looks like several threads.");
        }
        Integer waiting = waiting();
        List<Held> details = held.stream().map(this::detail).toList();
        State state = state(details, waiting, deadlock);
        return new Carriers(state, alive.size(), held.size(), ran(), heldSeconds(), seconds, waiting, holds(details), waits,
                deadlock,
                helps(state), notes);
    }

    private int unclear() {
        return last.dump().unclear();
    }

    private Set<String> pools() {
        Set<String> pools = new HashSet<>(scheduler.pools());
        pools.addAll(pools(first.dump()));
        pools.addAll(pools(last.dump()));
        return pools;
    }

    /** Returns the pools of threads that carry virtual ones: their workers' names without the number. */
    public static Set<String> pools(ThreadDump dump) {
        return dump.threads().stream().filter(thread -> thread.carried() != 0).map(HeldCarriers::pool)
                .collect(Collectors.toSet());
    }

    private static String pool(DumpedThread thread) {
        var matcher = WORKER.matcher(thread.name());
        return matcher.matches() ? matcher.group(1) : thread.name();
    }

    private boolean isStill(DumpedThread earlier, DumpedThread later) {
        Activity.Run from = first.activity().get(earlier.nativeId());
        Activity.Run to = last.activity().get(later.nativeId());
        if (from == null || to == null) {
            return earlier.cpuNanos() >= 0 && isLittle(later.cpuNanos() - earlier.cpuNanos());
        }
        boolean starved = to.state() == 'R' || to.delayNanos() - from.delayNanos() > BUSY * seconds * 1e9;
        return !starved && !to.isStopped() && isLittle(to.nanos() - from.nanos());
    }

    private boolean hasRun(DumpedThread earlier, DumpedThread later) {
        Activity.Run from = first.activity().get(earlier.nativeId());
        Activity.Run to = last.activity().get(later.nativeId());
        return (from == null || to == null) ? later.cpuNanos() > earlier.cpuNanos() : to.nanos() > from.nanos();
    }

    private boolean isLittle(long nanos) {
        return nanos <= Math.max(LEAST_NANOS, MOST_RUNNING * seconds * 1e9);
    }

    /** Returns whether the JVM itself ran, as in a garbage collection, and no thread of the application. */
    private boolean isVmBusy() {
        Map<Long, DumpedThread> java = last.dump().threads().stream()
                .collect(Collectors.toMap(DumpedThread::nativeId, Function.identity(), (one, other) -> one));
        double ofVm = 0;
        boolean application = false;
        for (Map.Entry<Long, Activity.Run> entry : last.activity().entrySet()) {
            Activity.Run from = first.activity().get(entry.getKey());
            long nanos = from == null ? 0 : entry.getValue().nanos() - from.nanos();
            DumpedThread thread = java.get(entry.getKey());
            if (thread != null) {
                application |= nanos > LEAST_NANOS && !thread.name().equals(LISTENER);
            } else if (OF_THE_VM.matcher(entry.getValue().name()).matches()) {
                ofVm += nanos / 1e9;
            }
        }
        return !held.isEmpty() && ofVm > BUSY * seconds && !application;
    }

    /** Returns the number of carriers that ran and are not held. */
    private int ran() {
        return (int) alive.stream().filter(thread -> hasRun.contains(thread.address()) && !held.contains(thread)).count();
    }

    private double heldSeconds() {
        double least = Double.POSITIVE_INFINITY;
        for (DumpedThread thread : held) {
            Activity.Run run = last.activity().get(thread.nativeId());
            boolean more = run != null && !hasRun.contains(thread.address()) && run.idleSeconds() > seconds;
            least = Math.min(least, more ? run.idleSeconds() : seconds);
        }
        return held.isEmpty() ? 0 : least;
    }

    /** The virtual thread of a held carrier. */
    private record Held(HoldReason reason, boolean timed, Frame place, String waitsFor) {}

    private Set<Long> heldVirtual() {
        return held.stream().map(DumpedThread::carried).collect(Collectors.toSet());
    }

    private Held detail(DumpedThread carrier) {
        FileThread virtual = file(last).get(carrier.carried());
        List<StackFrame> stack = !carrier.mounted().isEmpty() ? carrier.mounted()
                : virtual == null ? List.of() : virtual.stack();
        if (stack.isEmpty()) {
            return new Held(null, false, new Frame("", "", "", -1), "");
        }
        String state = virtual == null ? "" : virtual.state();
        List<Frame> frames = stack.stream().map(StackFrame::frame).toList();
        Frame caller = Frames.caller(frames);
        return new Held(HoldReason.of(stack, state, isInitialising()), HoldReason.isTimed(stack, state),
                caller == null ? frames.get(0) : caller, waitsFor(stack.get(0), virtual));
    }

    private boolean isInitialising() {
        return file(last).values().stream().anyMatch(thread -> initialises(thread.stack()))
                || last.dump().threads().stream().anyMatch(thread -> initialises(thread.frames()));
    }

    private static boolean initialises(List<StackFrame> stack) {
        return stack.stream().anyMatch(frame -> frame.frame().method().equals("<clinit>"));
    }

    private String waitsFor(StackFrame top, FileThread virtual) {
        for (LockUse lock : top.locks()) {
            if (lock.use() != Use.LOCKED) {
                return lock.type() + owner(virtual);
            }
        }
        String what = virtual == null ? "" : virtual.enters().isEmpty() ? virtual.waits() : virtual.enters();
        int hash = what.lastIndexOf('@');
        return hash < 0 ? what : what.substring(0, hash) + owner(virtual);
    }

    private String owner(FileThread virtual) {
        if (virtual == null || virtual.enters().isEmpty()) {
            return "";
        }
        return file(last).values().stream().filter(thread -> thread.owns().contains(virtual.enters())).findFirst()
                .map(thread -> ", owned by thread #" + thread.id() + (thread.name().isEmpty() ? "" : " " + thread.name()))
                .orElse("");
    }

    private static Map<Long, FileThread> file(ThreadLook look) {
        return look.file().map(file -> file.threads().stream()
                .collect(Collectors.toMap(FileThread::id, Function.identity(), (one, other) -> one, LinkedHashMap::new)))
                .orElseGet(LinkedHashMap::new);
    }

    /** Returns the number of virtual threads that waited for a carrier both times; null if unknown. */
    private Integer waiting() {
        if (first.file().isEmpty() || last.file().isEmpty()) {
            return null;
        }
        Set<Long> then = ready(first);
        then.retainAll(ready(last));
        return then.size();
    }

    /**
     * Returns the virtual threads that are ready to run and have no carrier. JDK 21 shows only those of them that have not started to
     * run: their stacks are empty.
     */
    private static Set<Long> ready(ThreadLook look) {
        Set<Long> others = new HashSet<>();
        for (DumpedThread thread : look.dump().threads()) {
            others.add(thread.javaId());
            others.add(thread.carried());
        }
        return look.file().orElseThrow().threads().stream()
                .filter(thread -> !others.contains(thread.id()))
                .filter(thread -> thread.state().isEmpty() ? thread.stack().isEmpty() : thread.state().equals("RUNNABLE"))
                .map(FileThread::id).collect(Collectors.toCollection(HashSet::new));
    }

    private State state(List<Held> details, Integer waiting, List<String> deadlock) {
        if (!deadlock.isEmpty()) {
            return State.DEADLOCK;
        }
        if (held.isEmpty()) {
            return State.FREE;
        }
        boolean provided = scheduler.feature() < NO_MONITORS_SINCE && alive.size() < most();
        long counted = details.stream().filter(each -> !(provided && each.reason() == HoldReason.OBJECT_WAIT)).count();
        boolean full =
                held.size() == alive.size() && !hasAgent() && scheduler.parallelism() > 0 && counted >= scheduler.parallelism();
        boolean starved = waiting != null && waiting > 0;
        if (working == 0 && details.stream().noneMatch(Held::timed) && held.stream().allMatch(this::hasNotRun)) {
            // Idle carriers may be left over from an agent that was there: they are none that the scheduler counts on.
            if (starved) {
                return State.HANGS;
            }
            if (full && (waiting == null || scheduler.feature() < STATES_SINCE)) {
                return State.FULL;
            }
        }
        return starved || (full && waiting == null) ? State.SLOWED : State.HELD;
    }

    private int most() {
        return scheduler.most() > 0 ? scheduler.most() : Math.max(MOST_CARRIERS, scheduler.parallelism());
    }

    /** Returns whether a held carrier has not run at all. One that enters a monitor wakes up now and then. */
    private boolean hasNotRun(DumpedThread carrier) {
        return !hasRun.contains(carrier.address()) || isEntry(detail(carrier).reason());
    }

    private static boolean isEntry(HoldReason reason) {
        return reason == HoldReason.MONITOR_ENTRY || reason == HoldReason.ENTRY_OR_INITIALISER
                || reason == HoldReason.CLASS_LOADING;
    }

    private boolean hasAgent() {
        return last.dump().threads().stream().anyMatch(thread -> thread.name().equals(KEEPER)
                && thread.frames().stream().anyMatch(frame -> frame.frame().type().startsWith(AGENT)));
    }

    private Boolean helps(State state) {
        if (state == State.DEADLOCK) {
            return false;
        }
        if (state != State.HANGS && state != State.SLOWED && state != State.FULL) {
            return null;
        }
        if (hasAgent()) {
            notes.add("Slipstream's agent is in this JVM already; status shows whether its remedy is active.");
            return null;
        }
        if (scheduler.most() > 0 && alive.size() >= scheduler.most()) {
            notes.add("The scheduler has its maximum of carriers, -Djdk.virtualThreadScheduler.maxPoolSize=" + scheduler.most()
                    + "; restart the JVM with a larger one.");
            return false;
        }
        return true;
    }

    private List<Hold> holds(List<Held> details) {
        Map<Hold, Integer> counts = new HashMap<>();
        for (Held each : details) {
            counts.merge(new Hold(each.place().type().isEmpty() ? "" : each.place().place(), each.place().line(),
                    each.reason() == null ? "unknown"
                            : each.reason().words(scheduler.feature()) + (each.timed() ? ", with a time limit" : ""),
                    each.waitsFor(), 0), 1, Integer::sum);
        }
        return counts.entrySet().stream()
                .map(entry -> new Hold(entry.getKey().method(), entry.getKey().line(), entry.getKey().reason(),
                        entry.getKey().waitsFor(), entry.getValue()))
                .sorted(Comparator.comparingInt(Hold::carriers).reversed().thenComparing(Hold::method)
                        .thenComparingInt(Hold::line))
                .limit(SHOWN).toList();
    }
}
