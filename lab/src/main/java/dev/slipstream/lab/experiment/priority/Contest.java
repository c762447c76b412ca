package dev.slipstream.lab.experiment.priority;

import dev.slipstream.lab.machine.Processors;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The measured thread has one priority, a rival the other: 10 and 1, or the other way round. Both are bound to processors, so
 * that where they run is not up to the kernel's load balancing: to the same one, or to one each. Whatever else the JVM does, such
 * as compiling, is free to go where there is room.
 *
 * <p>Operations are short, and JMH measures for a fixed time: a thread that gets an eighth of a processor does an eighth of them.
 * Nothing here allocates while it is measured.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 4, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public abstract class Contest {
    /** The measured thread's priority: {@code high} for 10, {@code low} for 1. The rival has the other. */
    @Param("high")
    public String measured;

    /** {@code shared}: one for both; {@code own}: one each. */
    @Param("own")
    public String processor;

    /** Whether there is a rival; without one the measured thread shows what it does alone. */
    @Param("true")
    public boolean rival;

    private Rival running;

    /**
     * Starts the rival, and then makes the measured thread, which calls this, what it is to be: first, since the rival would
     * inherit its processor and its nice value.
     *
     * @throws IOException if a thread cannot be bound, or files cannot be made
     * @throws InterruptedException if interrupted
     */
    @Setup
    public void begin() throws IOException, InterruptedException {
        List<Integer> processors = Processors.allowed();
        boolean shared = processor.equals("shared");
        if (!shared && processors.size() < 2) {
            throw new IllegalStateException("needs two processors, and this process may use one");
        }
        int last = processors.get(processors.size() - 1);
        boolean high = measured.equals("high");
        prepare();
        if (rival) {
            int others = shared ? last : processors.get(0);
            running = new Rival(rivalsWork(), others, high ? Thread.MIN_PRIORITY : Thread.MAX_PRIORITY);
            running.start();
        }
        Processors.bind(last);
        Thread.currentThread().setPriority(high ? Thread.MAX_PRIORITY : Thread.MIN_PRIORITY);
    }

    /**
     * Stops the rival.
     *
     * @throws IOException if files cannot be deleted
     * @throws InterruptedException if interrupted
     */
    @TearDown
    public void end() throws IOException, InterruptedException {
        Thread.currentThread().setPriority(Thread.NORM_PRIORITY);
        if (running != null) {
            running.stop();
        }
        cleanUp();
    }

    /** Makes what the measured thread works on. */
    void prepare() throws IOException {
    }

    /** What the rival does on and on; each time for a millisecond or less, so that it stops soon. */
    abstract Runnable rivalsWork() throws IOException;

    /** Takes away what was made. */
    void cleanUp() throws IOException {
    }
}
