package dev.slipstream.lab.experiment.text;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A text that a {@code new StringBuilder()} collects piece by piece in a loop, like most code that C2 cannot optimise as a single
 * concatenation.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 50, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class NewBuilder {
    /** The final lengths: a number of characters, a range, or a histogram's name; see {@link Texts#of}. */
    @Param("33")
    public String lengths;

    private String[][] texts;
    private int next;

    /** Creates the pieces. */
    @Setup
    public void prepare() {
        texts = Texts.of(lengths);
    }

    /**
     * Builds the next text.
     *
     * @return the text
     */
    @Benchmark
    public String run() {
        StringBuilder builder = new StringBuilder();
        for (String piece : texts[next++ & Texts.COUNT - 1]) {
            builder.append(piece);
        }
        return builder.toString();
    }
}
