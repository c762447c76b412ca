package dev.slipstream.lab.run;

import dev.slipstream.results.Benchmark;
import dev.slipstream.results.stats.Estimator;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.IterationType;

/**
 * Profiler that ends a fork once it has been steady for the wanted number of iterations. JMH instantiates it in the forked JVM.
 *
 * <p>JMH reads the number of iterations from its parameters before each iteration, and tears the benchmark down in the iteration with
 * that number. So this class sets the number to that of the next iteration, one more than needed. JMH has no method for that, and
 * the field is final: JDK 26 and later require {@link #OPTION}.
 */
public final class UntilSteady implements InternalProfiler {
    /** The option that permits reflection to mutate final fields, which JDK 26 and later otherwise warn about or deny. */
    static final String OPTION = "--enable-final-field-mutation=ALL-UNNAMED";

    /** The oldest feature release with {@link #OPTION}. */
    static final int OPTION_SINCE = 26;

    private static final String SEPARATOR = ",";

    private final int warmups;
    private final int least;
    private final Estimator estimator;
    private double[] iterations = new double[64];
    private int count;
    private boolean ending;

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
    }

    /** Returns the argument of the constructor. */
    static String setup(Benchmark benchmark) {
        return benchmark.warmups() + SEPARATOR + benchmark.iterations() + SEPARATOR + benchmark.estimator();
    }

    @Override
    public String getDescription() {
        return "Ends a fork once it is steady";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        // All is done after an iteration.
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        if (iteration.getType() == IterationType.MEASUREMENT && !ending) {
            if (count == iterations.length) {
                iterations = Arrays.copyOf(iterations, 2 * count);
            }
            iterations[count++] = result.getPrimaryResult().getScore();
            ending = count >= warmups + least && estimator.ends(Arrays.copyOf(iterations, count), warmups, least);
            if (ending) {
                end(iteration);
            }
        }
        return List.of();
    }

    private void end(IterationParams iteration) {
        try {
            Field number = number(IterationParams.class);
            number.setAccessible(true);
            number.setInt(iteration, count + 1);
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
