package dev.slipstream.lab.run;

import dev.slipstream.lab.Benchmark;
import dev.slipstream.lab.Estimator;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.IterationType;

/**
 * Ends a fork once it has been steady for as many iterations as are wanted. JMH makes it in the forked JVM.
 *
 * <p>JMH asks its parameters for the number of iterations before each one, and what it does at the end of a trial it does in the
 * iteration with that number. So this class sets the number to that of the next iteration, one more than needed. JMH has no method
 * for that, and the field is final: JDK 26 and later require {@link #OPTION}.
 */
public final class UntilSteady implements InternalProfiler {
    /** Permits the mutation of final fields by reflection, which JDK 26 and later otherwise warn about or deny. */
    static final String OPTION = "--enable-final-field-mutation=ALL-UNNAMED";

    /** The oldest feature release that knows the option. */
    static final int OPTION_SINCE = 26;

    /** The name of JMH's secondary result: 1 for an iteration that began and ended in a quiet moment, or was not to, else 0. */
    static final String CLEAN = "clean";

    private static final String SEPARATOR = ",";

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
    private long patience;

    /**
     * For JMH.
     *
     * @param setup what {@link #setup} returned
     */
    public UntilSteady(String setup) {
        String[] numbers = setup.split(SEPARATOR);
        warmups = Integer.parseInt(numbers[0]);
        least = Integer.parseInt(numbers[1]);
        estimator = Estimator.valueOf(numbers[2]);
        fastest = Double.parseDouble(numbers[3]);
    }

    /**
     * What the constructor needs to know.
     *
     * @param quiet knows the reference loop's shortest time so far
     */
    static String setup(Benchmark benchmark, QuietMoment quiet) {
        return benchmark.warmups() + SEPARATOR + benchmark.iterations() + SEPARATOR + benchmark.estimator() + SEPARATOR + quiet.fastest();
    }

    @Override
    public String getDescription() {
        return "Ends a fork once it is steady";
    }

    /** Waits for a quiet moment, in all iterations together for at most as long as the most of them take. */
    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        clean = true;
        if (count < warmups || ending || estimator != Estimator.FASTEST) {
            return;
        }
        if (quiet == null) {
            quiet = new QuietMoment(fastest);
            patience = Benchmark.PATIENCE * (warmups + least) * iteration.getTime().convertTo(TimeUnit.NANOSECONDS);
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

    /** JMH pads the parameters by superclasses. */
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
