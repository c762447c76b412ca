package dev.slipstream.lab.experiment.priority;

import dev.slipstream.lab.machine.Processors;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
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
 * A measured thread and a rival with priorities 10 and 1, or 1 and 10. Both are bound, to the same processor or to one each, so
 * that the kernel's load balancing does not move them. The JVM's other threads, such as compiler threads, are not bound.
 *
 * <p>Operations are short, and JMH measures for a fixed time, so a thread that gets an eighth of a processor does an eighth of
 * them. The measured code does not allocate.
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

    /** The processors: {@code shared} for one for both threads, {@code own} for one each. */
    @Param("own")
    public String processor;

    /** Whether there is a rival; without one, the measured thread runs alone. */
    @Param("true")
    public boolean rival;

    private Rival running;

    /**
     * Starts the rival, then binds the calling thread, which is the measured one, and sets its priority. The rival comes first,
     * since it would otherwise inherit the measured thread's processor and nice value.
     *
     * @throws IOException if a thread cannot be bound, or files cannot be created
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

    /** Creates the data that the measured thread works on. */
    void prepare() throws IOException {}

    /** Returns the rival's work, repeated until it is stopped; a run takes a millisecond or less, so that it stops soon. */
    abstract Runnable rivalsWork() throws IOException;

    /** Deletes the data. */
    void cleanUp() throws IOException {}

    /** A thread that works continuously beside the measured one, on a given processor, until it is stopped. */
    static final class Rival {
        private static final long PATIENCE_SECONDS = 20;

        private final CountDownLatch begun = new CountDownLatch(1);
        private final Runnable work;
        private final int processor;
        private final Thread thread;
        private volatile boolean stopped;
        private volatile Throwable failure;

        /** Creates the thread; its priority is set before it starts, as thread pools' factories do. */
        Rival(Runnable work, int processor, int priority) {
            this.work = work;
            this.processor = processor;
            thread = new Thread(this::run, "rival");
            thread.setDaemon(true);
            thread.setPriority(priority);
        }

        /** Starts the thread, and returns once it is bound and has worked: it competes during the entire measurement. */
        void start() throws InterruptedException {
            thread.start();
            if (!begun.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the rival did not begin");
            }
            check();
        }

        private void run() {
            try {
                Processors.bind(processor);
                work.run();
                begun.countDown();
                while (!stopped) {
                    work.run();
                }
            } catch (Throwable failed) {
                failure = failed;
            } finally {
                begun.countDown();
            }
        }

        /** Stops the thread and waits for its end. Fails if it ended early, since the score would then be meaningless. */
        void stop() throws InterruptedException {
            boolean alive = thread.isAlive();
            stopped = true;
            thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
            check();
            if (!alive || thread.isAlive()) {
                throw new IllegalStateException("the rival did not work until it was told to stop");
            }
        }

        private void check() {
            if (failure != null) {
                throw new IllegalStateException("the rival failed: " + failure, failure);
            }
        }
    }
}
