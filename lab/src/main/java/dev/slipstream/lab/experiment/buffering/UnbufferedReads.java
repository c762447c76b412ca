package dev.slipstream.lab.experiment.buffering;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.Random;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * Unbuffered reads of a file through {@code FileInputStream}, repeatedly from its beginning to its end. The file is in a file
 * system in memory if there is one, so that only the calls are measured.
 *
 * <p>After reads of single bytes, the teardown checks the sum of all bytes, so reading wrong data is not scored as a gain.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class UnbufferedReads {
    private static final int BYTES = 1 << 20;
    private static final File MEMORY = new File("/dev/shm");

    /** The number of bytes between two calls of {@code available()}. */
    @Param("24")
    public int run;

    private final byte[] many = new byte[8_192];
    private File file;
    private FileInputStream in;
    private long expected;
    private long sum;
    private long files;
    private int left;

    /**
     * Writes the file.
     *
     * @throws IOException if it cannot be written
     */
    @Setup
    public void prepare() throws IOException {
        byte[] content = new byte[BYTES];
        new Random(BYTES).nextBytes(content);
        for (byte each : content) {
            expected += each & 0xff;
        }
        file = File.createTempFile("slipstream-buffering", ".bin", MEMORY.isDirectory() ? MEMORY : null);
        // JMH does not call the teardown if the setup fails.
        file.deleteOnExit();
        try (FileOutputStream out = new FileOutputStream(file)) {
            out.write(content);
        }
        in = new FileInputStream(file);
        left = run;
    }

    /**
     * Reads one byte.
     *
     * @return the byte
     * @throws IOException if it cannot be read
     */
    @Benchmark
    public int one() throws IOException {
        int next = in.read();
        if (next < 0) {
            again();
            next = in.read();
        }
        sum += next;
        return next;
    }

    /**
     * Reads one byte, and regularly calls {@code available()}, which makes the remedy give back the bytes read ahead.
     *
     * @return the byte
     * @throws IOException if it cannot be read
     */
    @Benchmark
    public int interrupted() throws IOException {
        if (--left == 0) {
            left = run;
            if (in.available() == 0) {
                again();
            }
        }
        return one();
    }

    /**
     * Reads 8 KiB.
     *
     * @return the number of bytes read
     * @throws IOException if they cannot be read
     */
    @Benchmark
    public int many() throws IOException {
        int count = in.read(many);
        if (count < 0) {
            again();
            count = in.read(many);
        }
        return count;
    }

    private void again() throws IOException {
        in.close();
        files++;
        in = new FileInputStream(file);
    }

    /**
     * Checks the sum of the bytes.
     *
     * @throws IOException if the rest cannot be read
     */
    @TearDown
    public void check() throws IOException {
        if (sum > 0) {
            for (int next = in.read(); next >= 0; next = in.read()) {
                sum += next;
            }
            if (sum != expected * (files + 1)) {
                throw new IllegalStateException("read " + sum + " instead of " + expected * (files + 1));
            }
        }
        in.close();
        file.delete();
    }
}
