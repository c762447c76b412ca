package dev.slipstream.lab.experiment.floor;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Copy of memory by one core: no buffer is filled faster.
 *
 * <p>The score is the time per KiB, so smaller is better, as in all benchmarks. 1,024 divided by the score is the bandwidth in
 * GB/s, with each byte counted once although it is read and written. A piece of 1 MiB stays in the processor's caches, since source
 * and target are the same every time; a piece of 64 MiB is read from memory and written back to it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class MemoryCopy {
    /** The total that one call copies, in KiB, whatever the size of its pieces. */
    private static final int TOTAL_KIB = 64 * 1_024;

    /** The size of a piece, in KiB, a divisor of 65,536. */
    @Param({"1024", "65536"})
    public int kib;

    private byte[] source;
    private byte[] target;

    /** Touches every page, so that no copy incurs a page fault. */
    @Setup
    public void fill() {
        source = new byte[kib * 1_024];
        target = new byte[kib * 1_024];
        Arrays.fill(source, (byte) 1);
        Arrays.fill(target, (byte) 2);
    }

    /**
     * Copies 64 MiB.
     *
     * @param reader consumes each copy
     */
    @Benchmark
    @OperationsPerInvocation(TOTAL_KIB)
    public void run(Blackhole reader) {
        for (int copied = 0; copied < TOTAL_KIB; copied += kib) {
            System.arraycopy(source, 0, target, 0, target.length);
            reader.consume(target);
        }
    }
}
