package dev.slipstream.lab.experiment.text;

import dev.slipstream.lab.experiment.text.LineWriter.Order;
import dev.slipstream.lab.experiment.text.LineWriter.Sink;
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

/** A line of about 40 characters, text and numbers, different each time. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class BuildLine {
    /** The writer: {@code text}, which is the library, or another name that {@code LineWriter} knows. */
    @Param("text")
    public String by;

    /** The kind of line: {@code whole} numbers only, or with a {@code decimal} number. */
    @Param("whole")
    public String line;

    private final Order[] orders = Order.some();
    private final Sink sink = new Sink();
    private LineWriter writer;
    private boolean decimal;
    private int next;

    /**
     * Creates the writer, and checks that it writes the expected lines.
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
     * Writes a line as UTF-8 to a buffered stream's memory.
     *
     * @return the number of bytes
     * @throws IOException never
     */
    @Benchmark
    public int toBytes() throws IOException {
        toSink(order());
        return sink.length();
    }

    /**
     * Builds a line as a string.
     *
     * @return the string
     */
    @Benchmark
    public String toText() {
        return string(order());
    }
}
