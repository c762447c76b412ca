package dev.slipstream.examples.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.HdrHistogram.AtomicHistogram;

/**
 * Operations at a fixed rate, and their latencies. A latency counts from when the operation is due: one that waits behind a slow one is
 * slow as well.
 *
 * <p>An application passes its arguments to {@link #main}: how many seconds to warm up, and how many more to run. It prints
 * {@code ready} before the latter, and in the end how many operations they had, as {@code operations=} and a number, and their latencies,
 * as {@code p50_ms=} and {@code p99_ms=}. The exit code is 1 if the application fails; a wrong result is one line on standard error.
 *
 * <p>With {@code reads} as a third argument, operations are to wait for nothing, and to change nothing that later ones depend on, and
 * during the warm-up each thread issues them one after the other. Then it also prints the processor time for one during each five
 * seconds of the warm-up, as {@code micros_each=}, and in the end when the first one ended, in milliseconds since 1970, as
 * {@code answered_at=}.
 */
public final class Load {
    /** How long to wait in the end for what should take no time, on a machine that is busy. */
    public static final long PATIENCE_MILLIS = 300_000;

    private static final long LONGEST_MICROS = TimeUnit.MINUTES.toMicros(10);
    private static final int DIGITS = 3;
    private static final int WINDOW_SECONDS = 5;

    private final AtomicHistogram micros = new AtomicHistogram(LONGEST_MICROS, DIGITS);
    private final AtomicLong next = new AtomicLong();
    private final List<Thread> issuing = new ArrayList<>();
    private final CountDownLatch failed = new CountDownLatch(1);
    private final CountDownLatch scheduled = new CountDownLatch(1);
    private final long nanosBetween;
    private final long warmUpSeconds;
    private final long seconds;
    private final boolean onlyReads;
    private volatile boolean paced;
    private volatile long start;
    private volatile long first;
    private volatile long answeredAt;
    private volatile boolean ready;
    private volatile boolean ended;
    private volatile Exception failure;

    private Load(int perSecond, List<String> args) {
        nanosBetween = TimeUnit.SECONDS.toNanos(1) / perSecond;
        warmUpSeconds = Long.parseLong(args.get(0));
        seconds = Long.parseLong(args.get(1));
        onlyReads = args.size() > 2 && args.get(2).equals("reads");
        paced = !onlyReads;
    }

    /** Application. */
    @FunctionalInterface
    public interface Application {
        void run(Load load) throws Exception;
    }

    /** Operation; they are numbered from 0. */
    @FunctionalInterface
    public interface Operation {
        void run(long number) throws Exception;
    }

    /** Body of a thread. */
    @FunctionalInterface
    public interface Body {
        void run() throws Exception;
    }

    /** Result that is not what it must be. */
    private static final class WrongResult extends RuntimeException {
        private static final long serialVersionUID = 1;

        WrongResult(String message) {
            super(message);
        }
    }

    /** Runs an application and exits. */
    public static void main(String[] args, int perSecond, Application application) {
        int code = 1;
        try {
            Load load = new Load(perSecond, List.of(args));
            application.run(load);
            load.print();
            code = 0;
        } catch (WrongResult e) {
            System.err.println("wrong result: " + e.getMessage());
        } catch (Throwable e) {
            e.printStackTrace();
        }
        System.exit(code);
    }

    /** Ends the application unless the result is right. */
    public static void check(boolean right, String message, Object... values) {
        if (!right) {
            throw new WrongResult(message.formatted(values));
        }
    }

    /** Returns the duration after the warm-up. */
    public long seconds() {
        return seconds;
    }

    /** Returns whether operations are to wait for nothing, and to change nothing that later ones depend on. */
    public boolean onlyReads() {
        return onlyReads;
    }

    /** Starts operations that have ended when they return. */
    public void start(int threads, Operation operation) {
        issue(threads, number -> {
            operation.run(number);
            done(number);
        });
    }

    /** Starts operations that end with {@link #done}. */
    public void issue(int threads, Operation operation) {
        start = System.nanoTime();
        if (paced) {
            scheduled.countDown();
        }
        for (int i = 0; i < threads; i++) {
            issuing.add(thread("load-" + i, () -> {
                while (!ended) {
                    long number = next.getAndIncrement();
                    if (paced) {
                        scheduled.await();
                        awaitDue(number);
                    }
                    operation.run(number);
                }
            }));
        }
    }

    /** Does not return early, as sleeping does on JDK 17. */
    private void awaitDue(long number) throws InterruptedException {
        for (long left = due(number) - System.nanoTime(); left > 0; left = due(number) - System.nanoTime()) {
            TimeUnit.NANOSECONDS.sleep(left);
        }
    }

    private long due(long number) {
        return start + number * nanosBetween;
    }

    /** Counts an operation that has ended. */
    public void done(long number) {
        if (onlyReads && number == 0) {
            answeredAt = System.currentTimeMillis();
        }
        if (ready && number >= first) {
            micros.recordValue(Math.min(LONGEST_MICROS, (System.nanoTime() - due(number)) / 1_000));
        }
    }

    /** Starts a thread with which the application fails. */
    public Thread thread(String name, Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (Throwable e) {
                fail(e);
            }
        }, name);
        thread.start();
        return thread;
    }

    /** Ends the application. */
    public void fail(Throwable reason) {
        failure = reason instanceof WrongResult wrong ? wrong : new ExecutionException(reason);
        failed.countDown();
    }

    /** Waits for the end of the warm-up. */
    public void awaitReady() throws Exception {
        long left = warmUpSeconds;
        if (onlyReads) {
            for (; left >= WINDOW_SECONDS; left -= WINDOW_SECONDS) {
                printWindow();
            }
        }
        pause(left);
        if (onlyReads) {
            paced = true; // before `first` is read: an operation that is not paced has a number below it
            first = next.get();
            start = System.nanoTime() - first * nanosBetween;
            scheduled.countDown();
        }
        ready = true;
        System.out.println("ready");
    }

    private void printWindow() throws Exception {
        long before = next.get();
        long used = processorMicros();
        pause(WINDOW_SECONDS);
        System.out.println("micros_each=" + (processorMicros() - used) / (double) (next.get() - before));
    }

    /** Processor time of this JVM and those that it has started, in steps of ten milliseconds. */
    private static long processorMicros() {
        ProcessHandle self = ProcessHandle.current();
        return Stream.concat(Stream.of(self), self.descendants())
                .mapToLong(each -> TimeUnit.NANOSECONDS.toMicros(each.info().totalCpuDuration().orElseThrow().toNanos())).sum();
    }

    /** Waits for the end of the load, and returns the number of all operations, those of the warm-up too. */
    public long awaitEnd() throws Exception {
        pause(seconds);
        ended = true;
        for (Thread each : issuing) {
            await(each);
        }
        return next.get();
    }

    /** Waits for the end of a thread. */
    public void await(Thread thread) throws Exception {
        thread.join(PATIENCE_MILLIS);
        check(!thread.isAlive(), "%s has not ended after five minutes", thread.getName());
        pause(0);
    }

    private void pause(long forSeconds) throws Exception {
        if (failed.await(forSeconds, TimeUnit.SECONDS)) {
            throw failure;
        }
    }

    private void print() {
        if (onlyReads) {
            System.out.println("answered_at=" + answeredAt);
        }
        System.out.println("operations=" + micros.getTotalCount());
        System.out.println("p50_ms=" + micros.getValueAtPercentile(50) / 1e3);
        System.out.println("p99_ms=" + micros.getValueAtPercentile(99) / 1e3);
    }
}
