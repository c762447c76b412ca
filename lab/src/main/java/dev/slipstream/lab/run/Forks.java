package dev.slipstream.lab.run;

import dev.slipstream.lab.Benchmark;
import dev.slipstream.lab.Jvm;
import java.nio.file.Path;
import java.time.Duration;

/** Strategy that runs forks: {@link ForkRunner}, or a test's substitute. */
@FunctionalInterface
interface Forks {
    Fork run(Benchmark benchmark, Jvm jvm, Duration limit, Path log) throws InterruptedException;
}
