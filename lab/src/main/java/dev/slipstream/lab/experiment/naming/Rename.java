package dev.slipstream.lab.experiment.naming;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A platform thread that renames itself, as long-lived workers do for each task: before the measurement it has done so thousands
 * of times.
 *
 * <p>The teardown checks that the operating system has the thread's last name, so omitting the native name is not scored as a gain.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class Rename {
    private static final Path NATIVE_NAME = Path.of("/proc/thread-self/comm");

    /** The number of leading characters of a long name that every JDK keeps. */
    private static final int KEPT = 7;

    /** The longest name in Linux, in characters. */
    private static final int ROOM = 15;

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** The length of the names, in characters. */
    @Param("16")
    public int length;

    /** Whether each name differs from the previous one: {@code changing} or {@code same}. */
    @Param("changing")
    public String names;

    private String[] all;
    private int next;

    /** Creates the names. */
    @Setup
    public void prepare() {
        all = names.equals("same") ? Names.same(length) : Names.changing(length);
    }

    /** Renames the thread. */
    @Benchmark
    public void run() {
        Thread.currentThread().setName(all[next++ & (Names.COUNT - 1)]);
    }

    /** Renames the thread while another thread renames itself. */
    @Benchmark
    @Threads(2)
    public void byTwo() {
        Thread.currentThread().setName(all[next++ & (Names.COUNT - 1)]);
    }

    /**
     * Checks that the last name arrived: in Java at once, in the operating system within five seconds.
     *
     * @throws IOException if the native name cannot be read
     * @throws InterruptedException if interrupted
     */
    @TearDown
    public void check() throws IOException, InterruptedException {
        String last = all[(next - 1) & (Names.COUNT - 1)];
        if (Thread.currentThread().getName() != last) {
            throw new IllegalStateException("the thread is called " + Thread.currentThread().getName() + ", not " + last);
        }
        long start = System.nanoTime();
        while (Files.exists(NATIVE_NAME) && !isNative(last)) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                throw new IllegalStateException("the operating system never heard of " + last);
            }
            Thread.sleep(1);
        }
    }

    /** JDKs up to 25 keep the first 15 characters of a name, later ones part of its beginning and its end. */
    private static boolean isNative(String name) throws IOException {
        String known = Files.readString(NATIVE_NAME, StandardCharsets.US_ASCII).strip();
        return name.length() <= ROOM ? known.equals(name)
                : known.equals(name.substring(0, ROOM))
                        || (known.startsWith(name.substring(0, KEPT))
                                && known.charAt(ROOM - 1) == name.charAt(name.length() - 1));
    }
}
