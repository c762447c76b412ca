package dev.slipstream.lab.run;

import dev.slipstream.results.Bench.CommandLine;
import dev.slipstream.results.Benchmark;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runner of a benchmark in one forked JVM, through JMH. A fork gets the class path of this JVM, as {@code java.class.path} states
 * it. Not thread-safe: a measurement needs the machine for itself.
 */
public final class ForkRunner {
    private ForkRunner() {}

    /**
     * Runs one fork.
     *
     * @param benchmark the benchmark to run
     * @param jvm the JVM to run it on
     * @param limit the time after which the fork is killed
     * @param log the file for its output
     * @return its outcome
     * @throws InterruptedException if interrupted while the fork runs; the fork is killed
     */
    public static Fork run(Benchmark benchmark, CommandLine jvm, Duration limit, Path log) throws InterruptedException {
        CompletableFuture<Fork> outcome = new CompletableFuture<>();
        long start = System.nanoTime();
        Set<ProcessHandle> before = ProcessHandle.current().descendants().collect(Collectors.toSet());
        Thread runner = new Thread(() -> outcome.complete(run(benchmark, jvm, log)), "jmh");
        runner.setContextClassLoader(ForkRunner.class.getClassLoader());
        runner.start();
        try {
            runner.join(limit.toMillis());
            if (!runner.isAlive()) {
                return outcome.getNow(Fork.failed(since(start), "gave no score\n" + ScenarioRunner.endOf(log)));
            }
        } finally {
            killForks(runner, before);
        }
        return Fork.failed(since(start),
                "took longer than " + limit.toSeconds() + " s and was killed\n" + ScenarioRunner.endOf(log));
    }

    private static Fork run(Benchmark benchmark, CommandLine jvm, Path log) {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(benchmark.method()) + "$")
                .jvm(jvm.jdk().java().toString())
                .jvmArgs(args(jvm).toArray(String[]::new))
                .forks(1)
                .warmupForks(0)
                .warmupIterations(0)
                .measurementIterations(benchmark.mostIterations())
                // By default JMH interrupts an iteration after ten minutes and continues to measure.
                .timeout(TimeValue.days(1))
                // Without this the log ends in general advice instead of the error.
                .shouldFailOnError(true)
                .output(log.toString());
        benchmark.params().forEach(options::param);
        benchmark.iteration().ifPresent(each -> options.measurementTime(TimeValue.milliseconds(each.toMillis())));
        if (benchmark.warm()) {
            options.addProfiler(UntilSteady.class, UntilSteady.setup(benchmark));
        }
        long start = System.nanoTime();
        try {
            Collection<RunResult> results = new Runner(options.build()).run();
            return Fork.ended(since(start), JmhJson.of(results), benchmark);
        } catch (RunnerException | RuntimeException failed) {
            return Fork.failed(since(start), "gave no score: " + reason(failed) + "\n" + ScenarioRunner.endOf(log));
        }
    }

    private static List<String> args(CommandLine jvm) {
        List<String> args = new ArrayList<>(jvm.args());
        if (jvm.jdk().feature() >= UntilSteady.OPTION_SINCE) {
            args.add(UntilSteady.OPTION);
        }
        return args;
    }

    /** Returns the cause's message: JMH's own says only that the benchmark has thrown something. */
    private static @Nullable String reason(Exception failed) {
        Throwable cause = failed.getCause();
        return cause == null || cause.getSuppressed().length == 0 ? failed.getMessage() : cause.getSuppressed()[0].getMessage();
    }

    private static double since(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    /**
     * Kills forks until JMH has noticed, since it may be about to start one. It notices within moments; if it does not, a second
     * interrupt ends the wait. Every process that has started since is JMH's. HAZARD: the main class does not tell: the JDK shows
     * only the first page of a command line, which a long class path fills.
     */
    private static void killForks(Thread runner, Set<ProcessHandle> before) throws InterruptedException {
        while (runner.isAlive()) {
            ProcessHandle.current()
                    .descendants()
                    .filter(child -> !before.contains(child))
                    .forEach(ProcessHandle::destroyForcibly);
            runner.join(50);
        }
    }
}
