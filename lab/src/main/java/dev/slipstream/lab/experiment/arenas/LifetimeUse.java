package dev.slipstream.lab.experiment.arenas;

import dev.slipstream.lab.experiment.arenas.lifetime.CasLifetime;
import dev.slipstream.lab.experiment.arenas.lifetime.LibraryLifetime;
import dev.slipstream.lab.experiment.arenas.lifetime.Lifetime;
import dev.slipstream.lab.experiment.arenas.lifetime.LongAdderLifetime;
import dev.slipstream.lab.experiment.arenas.lifetime.StampedLockLifetime;
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
 * Users of a resource come and go, and do nothing in between: an acquire and a release. In the end the lifetime is closed, which
 * fails if there is a user too many, or too few.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class LifetimeUse {
    /** Which implementation: {@code cas}, {@code adder}, {@code stamped}, or {@code library}, which is Slipstream's. */
    @Param("library")
    public String implementation;

    private Lifetime lifetime;

    /** Makes it. */
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

    /** One thread uses it. */
    @Benchmark
    public void run() {
        lifetime.acquire();
        lifetime.release();
    }

    /** Two do at a time. */
    @Benchmark
    @Threads(2)
    public void byTwo() {
        lifetime.acquire();
        lifetime.release();
    }

    /** Closes it, which has no user left. */
    @TearDown
    public void close() {
        lifetime.close();
    }
}
