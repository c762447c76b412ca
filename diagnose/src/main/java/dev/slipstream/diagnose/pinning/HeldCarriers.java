package dev.slipstream.diagnose.pinning;

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
 * <p>All carriers that count are held, and the JVM hangs, in one of two cases. Either virtual threads wait for a carrier throughout,
 * though none runs. Or as many carriers are held as the scheduler has places, not counting those for which it has already provided
 * another. In a JVM with the agent only the first case counts, since the agent provides others.
 */
public final class HeldCarriers {
    /** A waiting thread may wake up and wait again: on JDK 21 one that enters a monitor does so up to a thousand times a second. */
    private static final double MOST_RUNNING = 0.02;

    /** A processor for half of the time: what a collector or the JVM itself uses while it keeps all other threads from running. */
    private static final double BUSY = 0.5;

    private static final long LEAST_NANOS = 1_000_000;
    private static final int NO_MONITORS_SINCE = 24;
    private static final String KEEPER = "slipstream-keeper";
    private static final Pattern WORKER = Pattern.compile("(.*-)worker-\\d+");
    private static final Pattern OF_THE_VM = Pattern.compile("VM Thread|GC Thread#.*|G1 .*|ZWorker.*|ZDriver.*|XWorker.*|Shenandoah.*");
    private static final int SHOWN = 8;

    private final ThreadLook first;
    private final ThreadLook last;
    private final Scheduler scheduler;
    private final double seconds;
    private final List<DumpedThread> held = new ArrayList<>();
    private final List<DumpedThread> alive = new ArrayList<>();
    private int ran;
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

    /** Returns whether a look shows a virtual thread on a carrier, so that a second look is worthwhile. */
    public static boolean carriesAny(ThreadLook look) {
        return look.dump().threads().stream().anyMatch(thread -> thread.carried() != 0);
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
                ran += earlier == null || hasRun(earlier, thread) ? 1 : 0;
                if (still && thread.carried() != 0 && earlier.carried() == thread.carried()) {
                    held.add(thread);
                }
            }
        }
        List<Carriers.Wait> waits = new Waits(last, heldVirtual(), alive).places();
        List<String> deadlock = Monitors.of(last).cycle();
        if (isVmBusy()) {
            return Carriers.unknown("The JVM itself was busy, as in a garbage collection, so that its threads could not run.");
        }
        if (unclear() > 0) {
            notes.add(unclear() + " threads could not be told apart, since a name looks like several threads.");
        }
        Integer waiting = waiting();
        List<Held> details = held.stream().map(this::detail).toList();
        State state = state(details, waiting, deadlock);
        return new Carriers(state, alive.size(), held.size(), Math.min(ran, alive.size() - held.size()), heldSeconds(), seconds, waiting, holds(details), waits, deadlock,
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
        return dump.threads().stream().filter(thread -> thread.carried() != 0).map(HeldCarriers::pool).collect(Collectors.toSet());
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
        return from == null || to == null ? later.cpuNanos() > earlier.cpuNanos() : to.nanos() > from.nanos();
    }

    private boolean isLittle(long nanos) {
        return nanos <= Math.max(LEAST_NANOS, MOST_RUNNING * seconds * 1e9);
    }

    private boolean isVmBusy() {
        double used = 0;
        for (Map.Entry<Long, Activity.Run> entry : last.activity().entrySet()) {
            Activity.Run from = first.activity().get(entry.getKey());
            if (from != null && OF_THE_VM.matcher(entry.getValue().name()).matches()) {
                used += (entry.getValue().nanos() - from.nanos()) / 1e9;
            }
        }
        return !held.isEmpty() && used > BUSY * seconds;
    }

    private double heldSeconds() {
        double least = Double.POSITIVE_INFINITY;
        for (DumpedThread thread : held) {
            Activity.Run run = last.activity().get(thread.nativeId());
            least = Math.min(least, run == null || Double.isNaN(run.idleSeconds()) ? seconds : Math.max(seconds, run.idleSeconds()));
        }
        return held.isEmpty() ? 0 : least;
    }

    /** The virtual thread of a held carrier. */
    private record Held(HoldReason reason, boolean timed, Frame place, String waitsFor) {
    }

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
                .map(thread -> ", owned by thread #" + thread.id() + (thread.name().isEmpty() ? "" : " " + thread.name())).orElse("");
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
        boolean noneFree = held.size() == alive.size();
        boolean agent = last.dump().threads().stream().anyMatch(thread -> thread.name().equals(KEEPER));
        boolean provided = scheduler.feature() < NO_MONITORS_SINCE;
        long counted = details.stream().filter(each -> !(provided && each.reason() == HoldReason.OBJECT_WAIT)).count();
        boolean full = !agent && scheduler.parallelism() > 0 && counted >= scheduler.parallelism();
        boolean starved = waiting != null && waiting > 0;
        boolean timed = details.stream().allMatch(Held::timed);
        // Idle carriers may be left over from an agent that was there: they are none that the scheduler counts on.
        if (working == 0 && !timed && (starved || noneFree && full)) {
            return State.HANGS;
        }
        return starved || noneFree && full && waiting == null ? State.SLOWED : State.HELD;
    }

    private Boolean helps(State state) {
        if (state == State.DEADLOCK) {
            return false;
        }
        if (state != State.HANGS && state != State.SLOWED) {
            return null;
        }
        if (last.dump().threads().stream().anyMatch(thread -> thread.name().equals(KEEPER))) {
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
                    each.reason() == null ? "unknown" : each.reason().words(scheduler.feature()) + (each.timed() ? ", with a time limit" : ""),
                    each.waitsFor(), 0), 1, Integer::sum);
        }
        return counts.entrySet().stream()
                .map(entry -> new Hold(entry.getKey().method(), entry.getKey().line(), entry.getKey().reason(),
                        entry.getKey().waitsFor(), entry.getValue()))
                .sorted(Comparator.comparingInt(Hold::carriers).reversed().thenComparing(Hold::method).thenComparing(Hold::line))
                .limit(SHOWN).toList();
    }
}
