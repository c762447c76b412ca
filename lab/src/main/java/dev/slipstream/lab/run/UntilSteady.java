package dev.slipstream.lab.run;

import dev.slipstream.lab.Benchmark;
import dev.slipstream.lab.Estimator;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.IterationType;

/**
 * Profiler that ends a fork once it has been steady for the wanted number of iterations. JMH instantiates it in the forked JVM.
 *
 * <p>JMH reads the number of iterations from its parameters before each iteration, and tears the trial down in the iteration with
 * that number. So this class sets the number to that of the next iteration, one more than needed. JMH has no method for that, and
 * the field is final: JDK 26 and later require {@link #OPTION}.
 */
public final class UntilSteady implements InternalProfiler {
    /** The option that permits reflection to mutate final fields, which JDK 26 and later otherwise warn about or deny. */
    static final String OPTION = "--enable-final-field-mutation=ALL-UNNAMED";

    /** The oldest feature release with {@link #OPTION}. */
    static final int OPTION_SINCE = 26;

    /** The name of JMH's secondary result: 1 for an iteration that began and ended in a quiet moment or did not need to, else 0. */
    static final String CLEAN = "clean";

    private static final String SEPARATOR = ",";
    private static final long PATIENCE_NANOS = 3_000_000_000L;

    private final int warmups;
    private final int least;
    private final Estimator estimator;
    private final double fastest;
    private double[] iterations = new double[64];
    private int count;
    private int all;
    private boolean ending;
    private boolean clean;
    private QuietMoment quiet;
    private long patience = PATIENCE_NANOS;

    /**
     * Creates a profiler. For JMH.
     *
     * @param setup the string that {@link #setup} returned
     */
    public UntilSteady(String setup) {
        String[] numbers = setup.split(SEPARATOR);
        warmups = Integer.parseInt(numbers[0]);
        least = Integer.parseInt(numbers[1]);
        estimator = Estimator.valueOf(numbers[2]);
        fastest = Double.parseDouble(numbers[3]);
    }

    /**
     * Returns the argument of the constructor.
     *
     * @param quiet the source of the reference loop's shortest time so far
     */
    static String setup(Benchmark benchmark, QuietMoment quiet) {
        return benchmark.warmups() + SEPARATOR + benchmark.iterations() + SEPARATOR + benchmark.estimator() + SEPARATOR + quiet.fastest();
    }

    @Override
    public String getDescription() {
        return "Ends a fork once it is steady";
    }

    /** Waits for a quiet moment. All waits of a fork together take at most {@value #PATIENCE_NANOS} ns. */
    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        clean = true;
        if (count < warmups || ending || estimator != Estimator.FASTEST) {
            return;
        }
        if (quiet == null) {
            quiet = new QuietMoment(fastest);
        }
        long start = System.nanoTime();
        clean = isQuiet(start + patience);
        patience -= System.nanoTime() - start;
    }

    private boolean isQuiet(long end) {
        try {
            return quiet.await(end);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        if (iteration.getType() == IterationType.MEASUREMENT && !ending) {
            clean &= quiet == null || quiet.isQuiet();
            if (count == iterations.length) {
                iterations = Arrays.copyOf(iterations, 2 * count);
            }
            all++;
            if (clean) {
                iterations[count++] = result.getPrimaryResult().getScore();
                ending = count >= warmups + least
                        && estimator.steadyState(Arrays.copyOf(iterations, count), warmups, least).reached();
            }
            if (ending) {
                end(iteration);
            }
        }
        return List.of(new ScalarResult(CLEAN, clean ? 1 : 0, "", AggregationPolicy.SUM));
    }

    private void end(IterationParams iteration) {
        try {
            Field number = number(IterationParams.class);
            number.setAccessible(true);
            number.setInt(iteration, all + 1);
        } catch (ReflectiveOperationException otherVersion) {
            throw new IllegalStateException("This version of JMH keeps the number of iterations elsewhere", otherVersion);
        }
    }

    /** Finds the field in the superclasses, which JMH uses to pad the parameters. */
    private static Field number(Class<?> params) throws NoSuchFieldException {
        for (Class<?> type = params; type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals("count")) {
                    return field;
                }
            }
        }
        throw new NoSuchFieldException("count");
    }
}
