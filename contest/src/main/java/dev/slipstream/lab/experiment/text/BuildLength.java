package dev.slipstream.lab.experiment.text;

import dev.slipstream.text.TextBuffer;
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

/** A string of a given length, built from pieces of up to five characters. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class BuildLength {
    private static final int PIECE = 5;

    /** The length of the string. */
    @Param("40")
    public int length;

    private final TextBuffer buffer = new TextBuffer();
    private String[] pieces;

    /** Cuts the text into pieces, and checks that the builder and the library build the same. */
    @Setup
    public void cut() {
        pieces = pieces(length);
        if (!builder().equals(library())) {
            throw new IllegalStateException(library() + " is not " + builder());
        }
    }

    static String[] pieces(int length) {
        String letters = "abcd efghi jk lmnopq rstu ".repeat(length / 26 + 1).substring(0, length);
        String[] pieces = new String[(length + PIECE - 1) / PIECE];
        for (int i = 0; i < pieces.length; i++) {
            pieces[i] = letters.substring(i * PIECE, Math.min(length, (i + 1) * PIECE));
        }
        return pieces;
    }

    /**
     * Builds it with a default {@link StringBuilder}.
     *
     * @return the string
     */
    @Benchmark
    public String builder() {
        return build(new StringBuilder());
    }

    /**
     * Builds it with a {@link StringBuilder} of sufficient capacity.
     *
     * @return the string
     */
    @Benchmark
    public String presized() {
        return build(new StringBuilder(length));
    }

    private String build(StringBuilder builder) {
        for (String piece : pieces) {
            builder.append(piece);
        }
        return builder.toString();
    }

    /**
     * Builds it with the library.
     *
     * @return the string
     */
    @Benchmark
    public String library() {
        buffer.reset();
        for (String piece : pieces) {
            buffer.append(piece);
        }
        return buffer.toString();
    }
}
