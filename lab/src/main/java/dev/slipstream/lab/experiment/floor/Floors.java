package dev.slipstream.lab.experiment.floor;

import static dev.slipstream.results.Subject.Kind.STOCK;

import dev.slipstream.results.Bench;
import dev.slipstream.results.Benchmark;
import dev.slipstream.results.Subject;
import dev.slipstream.results.Workload;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Floors: the machine's limits, measured in the same run as the claims. Every proof shows them. Experiments use the same benchmarks
 * as floors of their own workloads with {@link Workload#withCounterpart}.
 */
public final class Floors {
    /** The first JDK whose {@code java.lang.foreign} is final. */
    private static final int FOREIGN = 22;

    /** JDKs without {@code java.lang.foreign} accept and ignore it. */
    private static final List<String> NATIVE_ACCESS = List.of("--enable-native-access=ALL-UNNAMED");

    private static final int WARMUPS = 3;
    private static final int ITERATIONS = 5;

    /** The same value as in the benchmarks' annotations. */
    private static final double ITERATION_SECONDS = 0.2;

    private static final int IN_CACHE_KIB = 1_024;
    private static final int IN_MEMORY_KIB = 65_536;

    private Floors() {}

    /**
     * Returns the machine's floors, each on the newest JDK that is measured anyway.
     *
     * @param bench the available JDKs
     * @param features the measured feature releases; if none has {@code java.lang.foreign}, the floors of native calls are left
     *     out
     * @return workloads with a single subject each; empty without a JDK
     */
    public static List<Workload> on(Bench bench, Collection<Integer> features) {
        int newest = features.stream().filter(bench.jdks()::containsKey).mapToInt(Integer::intValue).max().orElse(0);
        if (newest == 0) {
            return List.of();
        }
        Subject subject = STOCK.on(newest);
        List<Workload> floors = new ArrayList<>();
        if (newest >= FOREIGN) {
            if (System.getProperty("os.name").equals("Linux")) {
                floors.add(floor("prctl", "a thread tells Linux its own name: one system call", barePrctl(), subject));
            }
            floors.add(floor("downcall", "a call of a native function that does nothing", downcall(), subject));
        }
        floors.add(floor("atomic-add", "an atomic addition, undisturbed", atomicAdd(), subject));
        floors.add(floor("copy-cache", "copying 1 KiB, of 1 MiB in the caches (GB/s: 1,024 by this)",
                memoryCopy(IN_CACHE_KIB), subject));
        floors.add(floor("copy-memory", "copying 1 KiB, of 64 MiB in memory (GB/s: 1,024 by this)",
                memoryCopy(IN_MEMORY_KIB), subject));
        return floors;
    }

    /**
     * Returns the benchmark of the system call that names a thread, for Linux and JDK 21 and later.
     *
     * @return the benchmark; scores in ns
     */
    public static Benchmark barePrctl() {
        return benchmark(BarePrctl.class, Map.of()).withJvmArgs(NATIVE_ACCESS);
    }

    /**
     * Returns the benchmark of a downcall to a native function that does next to nothing, for JDK 21 and later.
     *
     * @return the benchmark; scores in ns
     */
    public static Benchmark downcall() {
        return benchmark(Downcall.class, Map.of()).withJvmArgs(NATIVE_ACCESS);
    }

    /**
     * Returns the benchmark of an uncontended atomic addition.
     *
     * @return the benchmark; scores in ns
     */
    public static Benchmark atomicAdd() {
        return benchmark(AtomicAdd.class, Map.of());
    }

    /**
     * Returns the benchmark of a copy from one array to another, the same two arrays every time.
     *
     * @param kib the size of each array, in KiB, a power of two up to 65,536
     * @return the benchmark; scores in ns per KiB
     */
    public static Benchmark memoryCopy(int kib) {
        return benchmark(MemoryCopy.class, Map.of("kib", Integer.toString(kib)));
    }

    private static Benchmark benchmark(Class<?> program, Map<String, String> params) {
        return new Benchmark(program.getName() + ".run", params, List.of(), WARMUPS, ITERATIONS);
    }

    private static Workload floor(String id, String title, Benchmark benchmark, Subject subject) {
        return Workload.of("floor-" + id, title, benchmark, 1, 1, Map.of(subject, ITERATION_SECONDS));
    }
}
