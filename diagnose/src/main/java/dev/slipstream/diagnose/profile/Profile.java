package dev.slipstream.diagnose.profile;

import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The processor use of threads, and what their samples show, for a span of time. */
public final class Profile {
    /** Maximum number of threads that are tracked individually. */
    public static final int MOST_THREADS = 20_000;

    private static final String OF_ALL = "";

    /** Fraction of the processor time from which on a thread is representative. */
    private static final double MUCH = 0.1;

    private static final double LEAST_FOUND = 0.3;
    private static final double RARELY = 0.02;
    private static final double MOST_BESIDES = 0.25;

    private final Map<Object, ThreadUse> threads = new HashMap<>();
    private final int most;

    /** The sums of detectors, by name. */
    private final Map<String, Double> sums = new HashMap<>();

    private double machineSum;
    private int machineCount;

    /**
     * Creates an empty profile.
     *
     * @param most the number of threads from which on further ones are told apart only by their names without digits, and from
     *     twice that number on not at all
     */
    private Profile(int most) {
        this.most = most;
    }

    /** Adds to a detector's sum, in a unit of the detector. Its name begins with the remedy's. */
    public void add(String sum, double amount) {
        sums.merge(sum, amount, Double::sum);
    }

    /** Returns a detector's sum, in the unit of the detector; 0 if nothing was added. */
    public double sum(String sum) {
        return sums.getOrDefault(sum, 0.0);
    }

    /** Returns the use of a thread, which is added if new. */
    public ThreadUse of(ThreadKey key) {
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

    /** Returns the use of a thread, if it was seen. */
    public @Nullable ThreadUse seen(Object id) {
        return threads.get(id);
    }

    /**
     * Returns the processor time that a second of a thread's samples stands for: 1, or less if the thread waited meanwhile.
     *
     * @param id the thread's id
     */
    public double worth(Object id, SampleScale scale) {
        ThreadUse use = threads.get(id);
        double whole = use == null ? 0 : whole(use, scale);
        return use == null || whole == 0 ? 0 : Math.min(1, processors(use, scale) / whole);
    }

    /** Returns the use of each thread by its id, as a view that cannot be changed. */
    public Map<Object, ThreadUse> byId() {
        return Collections.unmodifiableMap(threads);
    }

    /** Adds a report of the processor use of all programs together, from 0 to 1. */
    public void machine(double load) {
        machineSum += load;
        machineCount++;
    }

    /** Returns the processor use of all programs together, from 0 to 1; NaN if unknown. */
    public double machine() {
        return machineCount == 0 ? Double.NaN : machineSum / machineCount;
    }

    private void add(Profile other) {
        other.threads.forEach((id, use) -> {
            boolean hasRoom = threads.size() < 2 * most || threads.containsKey(id);
            threads.computeIfAbsent(hasRoom ? id : OF_ALL, any -> new ThreadUse()).add(use);
        });
        other.sums.forEach(this::add);
        machineSum += other.machineSum;
        machineCount += other.machineCount;
    }

    /** Returns the processor seconds per second of all threads together. */
    public double processors(SampleScale scale) {
        double sum = 0;
        for (ThreadUse use : threads.values()) {
            sum += processors(use, scale);
        }
        return sum;
    }

    /** Returns the processor seconds per second of a thread; estimated from its samples if its load is unknown. */
    public static double processors(ThreadUse use, SampleScale scale) {
        return scale.loaded() > 0 ? use.processor() * scale.processors() / scale.loaded() : sampled(use, scale);
    }

    /** Returns the seconds per second that a thread's samples stand for. */
    public static double sampled(ThreadUse use, SampleScale scale) {
        return (use.inJava() * scale.inJava() + use.inNative() * scale.inNative()) / scale.seconds();
    }

    /**
     * Returns the fraction of their processor time in which threads are sampled. On a busy machine the flight recorder often fails
     * to sample threads that wait for a processor. The fraction is that of the thread sampled most: others may be inside the JVM,
     * where no samples are taken.
     */
    public double found(SampleScale scale) {
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
     * Returns the fraction of processor time that is reported as system time for threads rarely sampled in native code: page
     * faults, and time that a busy kernel with tick-based accounting attributes to the system. Other threads are assumed to have
     * the same fraction.
     *
     * @param calling threads that make system calls which no sample shows
     */
    public double besides(SampleScale scale, Set<Object> calling) {
        double all = processors(scale);
        double least = 1;
        for (Map.Entry<Object, ThreadUse> entry : threads.entrySet()) {
            ThreadUse use = entry.getValue();
            boolean callsNobody = use.inNative() < use.inJava() * RARELY && !calling.contains(entry.getKey());
            if (callsNobody && processors(use, scale) > all * MUCH && use.processor() > 0) {
                least = Math.min(least, use.system() / use.processor());
            }
        }
        return least > MOST_BESIDES ? 0 : least;
    }

    /** Returns the processor seconds per second that a thread spends in system calls. */
    public static double system(ThreadUse use, SampleScale scale) {
        double seconds = Math.max(0, use.system() - scale.besides() * use.processor()) * scale.processors();
        return scale.loaded() > 0 ? seconds / scale.loaded() : 0;
    }

    /** Returns the whole of which a thread's samples are a part, in seconds per second. */
    public static double whole(ThreadUse use, SampleScale scale) {
        // Time inside the JVM, which neither sampler sees, is part of the whole.
        return Math.max(sampled(use, scale), processors(use, scale) * scale.found());
    }

    /**
     * Returns the share of the processor time that the given samples stand for.
     *
     * @param seconds the seconds of a thread's samples that count
     * @return the share, from 0 to 1; NaN if no processor time was seen
     */
    public double share(SampleScale scale, ToDoubleFunction<ThreadUse> seconds) {
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

    /**
     * The time that a sample stands for, and the time that was observed.
     *
     * @param inJava the seconds of a thread that a sample of one running Java stands for
     * @param inNative the same for a thread in native code
     * @param seconds the seconds during which samples were taken
     * @param loaded the seconds of these for which the threads' processor use is known; 0 if it is unknown
     * @param processors the number of processors
     * @param found the fraction of their processor time in which samples find threads, if all of it can be sampled
     * @param besides the fraction of processor time reported as system time for threads that make no system calls
     */
    public record SampleScale(double inJava, double inNative, double seconds, double loaded, int processors, double found,
            double besides) {
        /** Returns this scale with other fractions {@code found} and {@code besides}. */
        public SampleScale with(double partFound, double partBesides) {
            return new SampleScale(inJava, inNative, seconds, loaded, processors, partFound, partBesides);
        }

        /** Returns this scale for a part of the time, in seconds. */
        public SampleScale of(double part) {
            return new SampleScale(inJava, inNative, part, loaded == 0 ? 0 : part, processors, found, besides);
        }
    }

    /** Profiles of the whole time and of each second; of several seconds each if there would be too many. */
    public static final class Spans {
        private static final int MOST = 300;
        private static final int MOST_THREADS_OF_A_PART = 500;

        private final Profile all = new Profile(MOST_THREADS);
        private final TreeMap<Long, Profile> parts = new TreeMap<>();
        private long seconds = 1;

        /** Applies an update to the whole, and to the part that it belongs to. */
        public void add(Instant when, Consumer<Profile> what) {
            what.accept(all);
            what.accept(part(parts, Math.floorDiv(when.getEpochSecond(), seconds)));
            if (parts.size() > MOST) {
                merge();
            }
        }

        private static Profile part(Map<Long, Profile> parts, long index) {
            return parts.computeIfAbsent(index, any -> new Profile(MOST_THREADS_OF_A_PART));
        }

        private void merge() {
            seconds *= 2;
            TreeMap<Long, Profile> merged = new TreeMap<>();
            parts.forEach((index, part) -> part(merged, Math.floorDiv(index, 2)).add(part));
            parts.clear();
            parts.putAll(merged);
        }

        public Profile all() {
            return all;
        }

        /** Returns the parts by the epoch second in which they begin. */
        public Map<Long, Profile> parts() {
            TreeMap<Long, Profile> byStart = new TreeMap<>();
            parts.forEach((index, part) -> byStart.put(index * seconds, part));
            return byStart;
        }

        /** Returns the length of a part in seconds. */
        public long seconds() {
            return seconds;
        }
    }
}
