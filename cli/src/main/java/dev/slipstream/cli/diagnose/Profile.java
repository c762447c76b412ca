package dev.slipstream.cli.diagnose;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** Who has used how much of the processors, and where the threads were meanwhile; for some span of time. */
final class Profile {
    /** So many threads are told apart by who keeps notes of them. */
    static final int MOST_THREADS = 20_000;

    private static final String OF_ALL = "";

    /** A part of the processor time from which on a thread tells something about all. */
    private static final double MUCH = 0.1;

    private static final double LEAST_FOUND = 0.3;
    private static final double RARELY = 0.02;
    private static final double MOST_BESIDES = 0.25;

    private final Map<Object, ThreadUse> threads = new HashMap<>();
    private final int most;

    /** Bytes that were allocated. */
    double bytes;

    /** The same as far as it is known what for, and of these by texts that outgrew what they were built in. */
    double allocated;
    double outgrown;

    /** Seconds in which virtual threads have kept carriers from running others. */
    double pinned;

    private double machineSum;
    private int machineCount;

    /**
     * Of nothing yet.
     *
     * @param most from so many on threads are told apart by their names only, without the digits; from twice as many on not
     *     at all
     */
    Profile(int most) {
        this.most = most;
    }

    /** Of a thread. */
    ThreadUse of(ThreadKey key) {
        ThreadUse use = threads.get(key.id());
        if (use != null) {
            return use;
        }
        Object id = threads.size() < most ? key.id() : key.kind();
        if (threads.size() >= 2 * most) {
            id = OF_ALL;
        }
        return threads.computeIfAbsent(id, any -> new ThreadUse());
    }

    /** Of a thread that was seen; null if it was not. */
    ThreadUse seen(Object id) {
        return threads.get(id);
    }

    /**
     * How much processor time of a thread a second of its samples stands for: 1, or less if it has waited meanwhile.
     *
     * @param id the thread's
     */
    double worth(Object id, Scale scale) {
        ThreadUse use = threads.get(id);
        double whole = use == null ? 0 : whole(use, scale);
        return whole == 0 ? 0 : Math.min(1, processors(use, scale) / whole);
    }

    Map<Object, ThreadUse> byId() {
        return threads;
    }

    Iterable<ThreadUse> threads() {
        return threads.values();
    }

    void machine(double load) {
        machineSum += load;
        machineCount++;
    }

    /** What all programs together took of the processors, from 0 to 1; NaN if that is unknown. */
    double machine() {
        return machineCount == 0 ? Double.NaN : machineSum / machineCount;
    }

    void add(Profile other) {
        other.threads.forEach((id, use) -> {
            boolean hasRoom = threads.size() < 2 * most || threads.containsKey(id);
            threads.computeIfAbsent(hasRoom ? id : OF_ALL, any -> new ThreadUse()).add(use);
        });
        bytes += other.bytes;
        allocated += other.allocated;
        outgrown += other.outgrown;
        pinned += other.pinned;
        machineSum += other.machineSum;
        machineCount += other.machineCount;
    }

    /** What all threads together took of the processors, per second. */
    double processors(Scale scale) {
        double sum = 0;
        for (ThreadUse use : threads.values()) {
            sum += processors(use, scale);
        }
        return sum;
    }

    /** What a thread took of the processors, per second; from its samples, if nothing better is known. */
    static double processors(ThreadUse use, Scale scale) {
        return scale.loaded() > 0 ? use.processor() * scale.processors() / scale.loaded() : sampled(use, scale);
    }

    /** What samples show of a thread, per second. */
    static double sampled(ThreadUse use, Scale scale) {
        return (use.inJava * scale.inJava() + use.inNative * scale.inNative()) / scale.seconds();
    }

    /**
     * Which part of their processor time threads are found in. On a busy machine the flight recorder often fails at threads that
     * wait for a processor. It is as with the thread that is found most; others may be in the JVM, where nobody looks.
     */
    double found(Scale scale) {
        double all = processors(scale);
        double best = 0;
        for (ThreadUse use : threads.values()) {
            double processors = processors(use, scale);
            if (processors > all * MUCH) {
                best = Math.max(best, sampled(use, scale) / processors);
            }
        }
        return best == 0 ? 1 : Math.max(LEAST_FOUND, Math.min(best, 1));
    }

    /**
     * Which part of their processor time threads that are hardly ever found in native code are said to spend in the system: page
     * faults, and what a busy kernel that goes by the tick of a clock takes for system time. Others have as much of that.
     *
     * @param calling threads that make system calls of which no sample tells
     */
    double besides(Scale scale, Set<Object> calling) {
        double all = processors(scale);
        double least = 1;
        for (Map.Entry<Object, ThreadUse> entry : threads.entrySet()) {
            ThreadUse use = entry.getValue();
            boolean callsNobody = use.inNative < use.inJava * RARELY && !calling.contains(entry.getKey());
            if (callsNobody && processors(use, scale) > all * MUCH && use.processor() > 0) {
                least = Math.min(least, use.system / use.processor());
            }
        }
        return least > MOST_BESIDES ? 0 : least;
    }

    /** Seconds of a processor per second that a thread spends in system calls. */
    static double system(ThreadUse use, Scale scale) {
        double seconds = Math.max(0, use.system - scale.besides() * use.processor()) * scale.processors();
        return scale.loaded() > 0 ? seconds / scale.loaded() : 0;
    }

    /** What a thread's samples are a part of, in seconds per second. */
    static double whole(ThreadUse use, Scale scale) {
        // What neither sampler sees, time inside the JVM, is part of the whole.
        return Math.max(sampled(use, scale), processors(use, scale) * scale.found());
    }

    /**
     * Which part of the processor time went where.
     *
     * @param seconds of a thread's samples, those that count
     * @return from 0 to 1; NaN if no processor time was seen
     */
    double share(Scale scale, ToDoubleFunction<ThreadUse> seconds) {
        double all = 0;
        double there = 0;
        for (ThreadUse use : threads.values()) {
            double processors = processors(use, scale);
            all += processors;
            double mine = seconds.applyAsDouble(use) / scale.seconds();
            if (mine > 0) {
                there += processors * Math.min(1, mine / whole(use, scale));
            }
        }
        return all > 0 ? there / all : Double.NaN;
    }
}
