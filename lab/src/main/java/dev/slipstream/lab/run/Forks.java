package dev.slipstream.lab.run;

import dev.slipstream.lab.Benchmark;
import dev.slipstream.lab.Jvm;
import java.nio.file.Path;
import java.time.Duration;

/** How forks are run: by {@link ForkRunner}, unless a test knows what they would say. */
@FunctionalInterface
interface Forks {
    Fork run(Benchmark benchmark, Jvm jvm, Duration limit, Path log) throws InterruptedException;
}
