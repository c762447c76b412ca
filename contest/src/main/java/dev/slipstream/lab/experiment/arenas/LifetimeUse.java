package dev.slipstream.lab.experiment.arenas;

import dev.slipstream.lab.experiment.arenas.Lifetime.CasLifetime;
import dev.slipstream.lab.experiment.arenas.Lifetime.LibraryLifetime;
import dev.slipstream.lab.experiment.arenas.Lifetime.LongAdderLifetime;
import dev.slipstream.lab.experiment.arenas.Lifetime.StampedLockLifetime;
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
 * An acquire and a release of a resource's lifetime, with nothing in between. The teardown closes the lifetime, which fails if it
 * counts a user too many, or too few.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class LifetimeUse {
    /** The implementation: {@code cas}, {@code adder}, {@code stamped}, or {@code library}, which is Slipstream's. */
    @Param("library")
    public String implementation;

    private Lifetime lifetime;

    /** Creates the lifetime. */
    @Setup
    public void make() {
        lifetime = switch (implementation) {
            case "cas" -> new CasLifetime();
            case "adder" -> new LongAdderLifetime();
            case "stamped" -> new StampedLockLifetime();
            case "library" -> new LibraryLifetime();
            default -> throw new IllegalArgumentException(implementation);
        };
    }

    /** Acquires and releases, on one thread. */
    @Benchmark
    public void run() {
        lifetime.acquire();
        lifetime.release();
    }

    /** Acquires and releases, on each of two threads. */
    @Benchmark
    @Threads(2)
    public void byTwo() {
        lifetime.acquire();
        lifetime.release();
    }

    /** Closes the lifetime, which has no users left. */
    @TearDown
    public void close() {
        lifetime.close();
    }
}
