package dev.slipstream.it.program.pinning;

import dev.slipstream.it.program.common.Threads;
import dev.slipstream.pinning.CarrierKeeper;
import java.io.File;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Virtual threads that hold their carriers, or that depend on the number of carriers. */
public final class Carriers {
    private Carriers() {}

    /** Virtual threads that sleep while pinned. Prints the highest number of carriers, and when few enough are left. */
    public static final class Sleepers {
        private Sleepers() {}

        /** Arguments: the number of threads, the milliseconds to sleep, and optionally the number of carriers that may be left. */
        public static void main(String[] args) throws InterruptedException {
            int most = 0;
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < Integer.parseInt(args[0]); i++) {
                threads.add(Pinned.start(() -> Pinned.sleep(Long.parseLong(args[1]))));
            }
            for (Thread thread : threads) {
                while (!thread.join(Duration.ofMillis(5))) {
                    most = Math.max(most, Threads.carriers());
                }
            }
            System.out.println("most " + most);
            if (args.length > 2) {
                int left = Integer.parseInt(args[2]);
                while (Threads.carriers() > left) {
                    Thread.sleep(500);
                }
                System.out.println("left at most " + left);
            }
            System.out.println("PASS");
        }
    }

    /** All carriers hold a parked virtual thread for so long that the pool ends its spare carrier. Only then does new work come. */
    public static final class LateWork {
        private static final int THREADS = 20;

        private LateWork() {}

        /** Argument: the milliseconds until the new work. */
        public static void main(String[] args) throws InterruptedException {
            CountDownLatch latch = new CountDownLatch(1);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                threads.add(Pinned.start(() -> Pinned.await(latch)));
            }
            Thread.sleep(Long.parseLong(args[0]));
            threads.add(Thread.startVirtualThread(latch::countDown));
            for (Thread thread : threads) {
                thread.join();
            }
            System.out.println("PASS");
        }
    }

    /** Virtual threads that all wait at the same time while pinned. Prints the kilobytes that each takes, with its carrier. */
    public static final class Resident {
        private static final int FEW = 20;

        private Resident() {}

        /** Argument: the number of threads. The heap must be resident from the start, and as large as it may become. */
        public static void main(String[] args) throws Exception {
            kilobytesOfEach(FEW);
            System.out.println("kilobytes " + kilobytesOfEach(Integer.parseInt(args[0])));
        }

        private static long kilobytesOfEach(int number) throws Exception {
            CountDownLatch waiting = new CountDownLatch(number);
            CountDownLatch end = new CountDownLatch(1);
            long before = kilobytes();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < number; i++) {
                threads.add(Pinned.start(() -> {
                    waiting.countDown();
                    Pinned.await(end);
                }));
            }
            waiting.await();
            Thread.sleep(200);
            long each = (kilobytes() - before) / number;
            end.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
            return each;
        }

        /** Returns what the heap holds and what is resident; the heap as a whole is always resident. */
        private static long kilobytes() throws IOException {
            System.gc();
            Runtime heap = Runtime.getRuntime();
            String resident = Files.readAllLines(Path.of("/proc/self/status")).stream().filter(line -> line.startsWith("VmRSS:"))
                    .findFirst().orElseThrow().replaceAll("\\D", "");
            return (heap.totalMemory() - heap.freeMemory()) / 1_024 + Long.parseLong(resident);
        }
    }

    /** Virtual threads that each wait in a monitor, all at the same time. Prints how many did. */
    public static final class Waits {
        private static final long MILLIS = 3_000;

        private Waits() {}

        /** Argument: the number of threads. */
        public static void main(String[] args) throws InterruptedException {
            int count = Integer.parseInt(args[0]);
            AtomicInteger waited = new AtomicInteger();
            AtomicInteger failed = new AtomicInteger();
            CountDownLatch over = new CountDownLatch(count);
            for (int i = 0; i < count; i++) {
                Thread.startVirtualThread(() -> {
                    Object monitor = new Object();
                    try {
                        synchronized (monitor) {
                            monitor.wait(MILLIS);
                        }
                        waited.getAndIncrement();
                    } catch (InterruptedException | OutOfMemoryError e) {
                        failed.getAndIncrement();
                    } finally {
                        over.countDown();
                    }
                });
            }
            over.await();
            System.out.println(waited + " waited, " + failed + " could not");
        }
    }

    /** Virtual threads that do next to nothing, on one carrier. Prints how many of them ever ran at the same time. */
    public static final class OneAtATime {
        private static final AtomicInteger RUNNING = new AtomicInteger();
        private static final AtomicInteger MOST = new AtomicInteger(1);

        private OneAtATime() {}

        private static void run(CountDownLatch over) {
            int running = RUNNING.incrementAndGet();
            if (running > 1) {
                MOST.accumulateAndGet(running, Math::max);
            }
            RUNNING.decrementAndGet();
            over.countDown();
        }

        /** Argument: the number of threads. */
        public static void main(String[] args) throws InterruptedException {
            int count = Integer.parseInt(args[0]);
            CountDownLatch over = new CountDownLatch(count);
            for (int i = 0; i < count; i++) {
                Thread.startVirtualThread(() -> run(over));
            }
            over.await();
            System.out.println("at most " + MOST + " at a time, on " + Threads.carriers() + " carrier");
        }
    }

    /**
     * Two virtual threads that answer the requests of two platform threads, for one carrier. Prints how many times a second the keeper
     * looked.
     */
    public static final class Answers {
        private static final long ANSWER_NANOS = 200_000;

        private Answers() {}

        private static void answer(SynchronousQueue<Object> requests, SynchronousQueue<Object> responses) {
            try {
                while (true) {
                    Object request = requests.take();
                    long end = System.nanoTime() + ANSWER_NANOS;
                    while (System.nanoTime() < end) {
                        Thread.onSpinWait();
                    }
                    responses.put(request);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private static void ask(SynchronousQueue<Object> requests, SynchronousQueue<Object> responses) {
            try {
                while (true) {
                    requests.put("request");
                    responses.take();
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        /** Returns how often the keeper has waited. JDKs shorten its name in different ways. */
        private static long looks() throws IOException {
            for (File task : new File("/proc/self/task").listFiles()) {
                if (Files.readString(task.toPath().resolve("comm")).matches("slipstr.*keep.*\\s")) {
                    return Files.readAllLines(task.toPath().resolve("status")).stream()
                            .filter(line -> line.startsWith("voluntary_ctxt_switches"))
                            .mapToLong(line -> Long.parseLong(line.split("\\s+")[1]))
                            .findFirst().orElseThrow();
                }
            }
            throw new IllegalStateException("no keeper");
        }

        /** Argument: the number of seconds. */
        public static void main(String[] args) throws Exception {
            int seconds = Integer.parseInt(args[0]);
            for (int i = 0; i < 2; i++) {
                SynchronousQueue<Object> requests = new SynchronousQueue<>();
                SynchronousQueue<Object> responses = new SynchronousQueue<>();
                Thread.startVirtualThread(() -> answer(requests, responses));
                Thread.ofPlatform().daemon().start(() -> ask(requests, responses));
            }
            Thread.sleep(1_000);
            long before = looks();
            Thread.sleep(seconds * 1_000L);
            System.out.println("looks " + (looks() - before) / seconds);
        }
    }

    /** Application that configures the scheduler in its {@code main}, as it may before it uses the first virtual thread. */
    public static final class SetsParallelism {
        private SetsParallelism() {}

        /** Prints how many carriers ran virtual threads that never block. */
        public static void main(String[] args) throws InterruptedException {
            Thread.sleep(1_500);
            System.setProperty("jdk.virtualThreadScheduler.parallelism", "1");
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                threads.add(Thread.startVirtualThread(() -> {
                    long end = System.nanoTime() + 100_000_000;
                    while (System.nanoTime() < end) {
                        Thread.onSpinWait();
                    }
                }));
            }
            int most = 0;
            for (Thread thread : threads) {
                while (thread.isAlive()) {
                    most = Math.max(most, Threads.carriers());
                    Thread.sleep(5);
                }
            }
            System.out.println("carriers " + most);
        }
    }

    /** Runs another program with the library's keeper. */
    public static final class WithKeeper {
        private WithKeeper() {}

        /** Runs the class that the argument names. */
        public static void main(String[] args) throws Exception {
            CarrierKeeper keeper = CarrierKeeper.start();
            Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            keeper.close();
        }
    }

    /**
     * Virtual threads that each sleep in a native call. Prints the most that ever did at a time. Needs {@code
     * --enable-native-access=ALL-UNNAMED}.
     */
    public static final class Callers {
        private static final AtomicInteger CALLING = new AtomicInteger();
        private static final AtomicInteger MOST = new AtomicInteger();

        private Callers() {}

        @SuppressWarnings("restricted")
        private static MethodHandle usleep() {
            Linker linker = Linker.nativeLinker();
            return linker.downcallHandle(linker.defaultLookup().find("usleep").orElseThrow(),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        }

        private static void call(MethodHandle usleep, int millis) {
            MOST.accumulateAndGet(CALLING.incrementAndGet(), Math::max);
            try {
                if ((int) usleep.invokeExact(millis * 1_000) != 0) {
                    throw new IllegalStateException("usleep has failed");
                }
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
            CALLING.decrementAndGet();
        }

        /** Arguments: the number of threads, and the milliseconds of each call, below a thousand. */
        public static void main(String[] args) throws InterruptedException {
            MethodHandle usleep = usleep();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < Integer.parseInt(args[0]); i++) {
                threads.add(Thread.startVirtualThread(() -> call(usleep, Integer.parseInt(args[1]))));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            System.out.println("most " + MOST);
        }
    }

    /** Virtual threads that compute, on a machine that is busy with other threads. Prints the most carriers. */
    public static final class Starved {
        private Starved() {}

        private static void compute(AtomicBoolean over) {
            while (!over.get()) {
                Thread.onSpinWait();
            }
        }

        /** Arguments: the number of other threads, and the milliseconds. */
        public static void main(String[] args) throws InterruptedException {
            AtomicBoolean over = new AtomicBoolean();
            for (int i = 0; i < Integer.parseInt(args[0]); i++) {
                Thread.ofPlatform().daemon().start(() -> compute(over));
            }
            for (int i = 0; i < 20; i++) {
                Thread.startVirtualThread(() -> compute(over));
            }
            int most = 0;
            for (long end = System.nanoTime() + Long.parseLong(args[1]) * 1_000_000; System.nanoTime() - end < 0;) {
                Thread.sleep(20);
                most = Math.max(most, Threads.carriers());
            }
            over.set(true);
            System.out.println("most " + most);
        }
    }
}
