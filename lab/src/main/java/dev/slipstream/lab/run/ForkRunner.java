package dev.slipstream.lab.run;

import dev.slipstream.lab.Jvm;
import dev.slipstream.lab.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs a workload in one forked JVM, through JMH. Its forks get the class path of this JVM, as {@code java.class.path} states
 * it. Not thread-safe: a measurement wants the machine for itself.
 */
public final class ForkRunner {
    /** The main class of JMH's forks, by which they are known among the child processes. */
    private static final String FORK = "org.openjdk.jmh.runner.ForkedMain";

    private ForkRunner() {
    }

    /**
     * Runs one fork.
     *
     * @param workload what to run
     * @param jvm on what
     * @param limit after which it is killed
     * @param log where its output goes
     * @return how it ended
     * @throws InterruptedException if interrupted meanwhile; the fork is killed then
     */
    public static Fork run(Workload workload, Jvm jvm, Duration limit, Path log) throws InterruptedException {
        AtomicReference<Fork> outcome = new AtomicReference<>();
        Thread runner = new Thread(() -> outcome.set(run(workload, jvm, log)), "jmh");
        runner.setContextClassLoader(ForkRunner.class.getClassLoader());
        runner.start();
        try {
            runner.join(limit.toMillis());
        } finally {
            if (runner.isAlive()) {
                outcome.set(null);
                killForks();
            }
        }
        if (!runner.isAlive() && outcome.get() != null) {
            return outcome.get();
        }
        // JMH notices within moments that its fork is gone.
        runner.join();
        return Fork.failed("took longer than " + limit.toSeconds() + " s and was killed\n" + OutputTail.of(log));
    }

    private static Fork run(Workload workload, Jvm jvm, Path log) {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(workload.benchmark()) + "$")
                .jvm(jvm.jdk().java().toString())
                .jvmArgs(jvm.args().toArray(String[]::new))
                .forks(1)
                .warmupForks(0)
                .warmupIterations(workload.warmups())
                .measurementIterations(workload.iterations())
                // JMH would interrupt an iteration after ten minutes, and then measure on.
                .timeout(TimeValue.days(1))
                // Otherwise the log would end in general advice instead of the error.
                .shouldFailOnError(true)
                .output(log.toString());
        workload.params().forEach(options::param);
        try {
            Collection<RunResult> results = new Runner(options.build()).run();
            return Fork.ended(results.iterator().next());
        } catch (RunnerException | RuntimeException failed) {
            return Fork.failed("gave no score: " + failed.getMessage() + "\n" + OutputTail.of(log));
        }
    }

    private static void killForks() {
        ProcessHandle.current()
                .descendants()
                .filter(child -> child.info().commandLine().orElse("").contains(FORK))
                .forEach(ProcessHandle::destroyForcibly);
    }
}
