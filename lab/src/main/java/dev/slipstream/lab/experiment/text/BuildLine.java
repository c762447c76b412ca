package dev.slipstream.lab.experiment.text;

import java.io.IOException;
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

/** A line of about 40 characters, text and numbers, another one each time. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class BuildLine {
    /** With what: {@code text}, which is the library, or another one's name. */
    @Param("text")
    public String by;

    /** What is in it: {@code whole} numbers, or a {@code decimal} one among them. */
    @Param("whole")
    public String line;

    private final Order[] orders = Order.some();
    private final Sink sink = new Sink();
    private LineWriter writer;
    private boolean decimal;
    private int next;

    /**
     * Makes the writer, and sees that all write the same.
     *
     * @throws IOException never
     */
    @Setup
    public void make() throws IOException {
        writer = LineWriter.named(by);
        decimal = line.equals("decimal");
        if (!decimal && !line.equals("whole")) {
            throw new IllegalArgumentException(line);
        }
        LineWriter model = LineWriter.named(by.equals("format") ? "format" : "builder");
        for (Order order : orders) {
            String expected = decimal ? model.decimal(order) : model.whole(order);
            toSink(order);
            if (!sink.line().equals(expected) || !string(order).equals(expected)) {
                throw new IllegalStateException(by + " writes " + sink.line() + ", not " + expected);
            }
        }
    }

    private Order order() {
        return orders[next++ & Order.COUNT - 1];
    }

    private void toSink(Order order) throws IOException {
        if (decimal) {
            writer.decimal(order, sink);
        } else {
            writer.whole(order, sink);
        }
    }

    private String string(Order order) {
        return decimal ? writer.decimal(order) : writer.whole(order);
    }

    /**
     * Into the memory of a buffered stream, as UTF-8.
     *
     * @return how many bytes it has
     * @throws IOException never
     */
    @Benchmark
    public int toBytes() throws IOException {
        toSink(order());
        return sink.length();
    }

    /**
     * As a string.
     *
     * @return the string
     */
    @Benchmark
    public String toText() {
        return string(order());
    }
}
