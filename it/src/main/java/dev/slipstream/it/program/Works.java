package dev.slipstream.it.program;

import dev.slipstream.it.program.arenas.Sessions;
import dev.slipstream.it.program.common.NativeName;
import dev.slipstream.it.program.priority.NiceThread;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Tries out which remedies work in this JVM, each by its effect and not by its own report. Needs the agent's options
 * {@link #OPTIONS} and the JVM's {@link #JVM_OPTIONS}. May run any number of times. For {@link Console}.
 */
public final class Works {
    /** Options of the agent. Names are published noticeably late, and a builder gets a capacity that no JDK gives it. */
    public static final String OPTIONS = "pinning,naming,arenas,priority,buffering,text,naming.interval=1000,text.capacity=64,quiet";

    /** Options of the JVM. With one carrier, a park that holds it blocks all virtual threads. */
    public static final List<String> JVM_OPTIONS = List.of("-Djdk.virtualThreadScheduler.parallelism=1",
            "--add-opens=java.base/jdk.internal.foreign=ALL-UNNAMED", "--add-opens=java.base/jdk.internal.vm=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED");

    private static final int SMALL = 64;
    private static final int READS = 40;
    private static final int RENAMES = 20;
    private static final int ATTEMPTS = 5;
    private static final int FILE_BYTES = 1 << 16;
    private static final int CONTENDERS = 2;
    private static final long PATIENCE_NANOS = 10_000_000_000L;
    private static final long PATIENCE_MILLIS = 3_000;
    private static final AtomicInteger names = new AtomicInteger();

    private Works() {
    }

    /** Returns the remedies that work, in alphabetical order. */
    public static String all() throws Exception {
        List<String> works = new ArrayList<>();
        add(works, "arenas", () -> isNew() && arenas());
        addOthers(works);
        return String.join(" ", works);
    }

    /** Returns those that work, except {@code arenas}: it takes two processors ten seconds to find that that one does not. */
    public static String others() throws Exception {
        List<String> works = new ArrayList<>();
        addOthers(works);
        return String.join(" ", works);
    }

    private static boolean isNew() {
        return Runtime.version().feature() >= 21;
    }

    private static void addOthers(List<String> works) throws Exception {
        add(works, "buffering", Works::buffering);
        add(works, "naming", Works::naming);
        add(works, "pinning", () -> isNew() && pinning());
        add(works, "priority", () -> isNew() && priority());
        add(works, "text", () -> new StringBuilder().capacity() == SMALL);
    }

    private static void add(List<String> works, String remedy, Callable<Boolean> check) throws Exception {
        if (check.call()) {
            works.add(remedy);
        }
    }

    /** Has threads contend for one session until it is striped. */
    private static boolean arenas() throws Exception {
        Object session = Sessions.shared();
        long end = System.nanoTime() + PATIENCE_NANOS;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CONTENDERS; i++) {
            Thread thread = new Thread(() -> {
                while (System.nanoTime() - end < 0 && !isStriped(session)) {
                    for (int k = 0; k < 10_000; k++) {
                        Sessions.acquire(session);
                        Sessions.release(session);
                    }
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        boolean striped = isStriped(session);
        Sessions.close(session);
        return striped && !Sessions.isAlive(session);
    }

    private static boolean isStriped(Object session) {
        try {
            return Sessions.isStriped(session);
        } catch (IllegalStateException noGraft) {
            return false;
        }
    }

    /** Tells whether the descriptor's position is ahead of the stream's. */
    private static boolean buffering() throws IOException {
        Path file = Files.createTempFile("works", ".bin");
        try {
            Files.write(file, new byte[FILE_BYTES]);
            try (FileInputStream in = new FileInputStream(file.toFile())) {
                boolean ahead = false;
                // The remedy gives bytes back after 20 ms, which a busy machine exceeds now and then.
                for (int attempt = 1; attempt <= ATTEMPTS && !ahead; attempt++) {
                    for (int i = 0; i < READS; i++) {
                        in.read();
                    }
                    ahead = position(file) > attempt * READS;
                }
                return ahead;
            }
        } finally {
            Files.delete(file);
        }
    }

    private static long position(Path file) throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            for (Path each : descriptors.toList()) {
                if (Files.isSymbolicLink(each) && Files.readSymbolicLink(each).equals(file)) {
                    String first = Files.readAllLines(Path.of("/proc/self/fdinfo", each.getFileName().toString())).get(0);
                    return Long.parseLong(first.replaceAll("\\D", ""));
                }
            }
        }
        throw new IllegalStateException(file + " is not open");
    }

    /** Tells whether a name reaches the kernel, but not at once. The publisher may run at that very moment, hence the attempts. */
    private static boolean naming() throws Exception {
        NiceThread thread = new NiceThread();
        thread.start();
        boolean late = false;
        boolean arrived = true;
        for (int attempt = 0; attempt < ATTEMPTS && arrived && !late; attempt++) {
            String last = "last-" + names.incrementAndGet();
            late = thread.call(() -> {
                for (int i = 0; i < RENAMES; i++) {
                    thread.setName("works-" + i);
                }
                thread.setName(last);
                return !NativeName.own().equals(last);
            });
            arrived = arrives(thread, last);
        }
        thread.end();
        return late && arrived;
    }

    private static boolean arrives(NiceThread thread, String name) throws Exception {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (System.nanoTime() - end < 0) {
            if (thread.call(() -> NativeName.own().equals(name))) {
                return true;
            }
            Thread.sleep(10);
        }
        return false;
    }

    /** Tells whether another virtual thread runs, on one carrier, while a virtual thread is parked and pinned. */
    static boolean pinning() throws Exception {
        Class<?> continuation = Class.forName("jdk.internal.vm.Continuation");
        CountDownLatch released = new CountDownLatch(1);
        CountDownLatch parked = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        Object monitor = new Object();
        start(() -> {
            try {
                continuation.getMethod("pin").invoke(null);
                synchronized (monitor) {
                    parked.countDown();
                    released.await();
                }
                continuation.getMethod("unpin").invoke(null);
                done.countDown();
            } catch (ReflectiveOperationException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        parked.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        start(released::countDown);
        boolean works = done.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        // Frees the carrier if the remedy does not work.
        released.countDown();
        return works;
    }

    private static void start(Runnable task) throws ReflectiveOperationException {
        Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    }

    private static boolean priority() throws Exception {
        NiceThread thread = NiceThread.started(Thread.MIN_PRIORITY);
        boolean differs = !thread.nice().equals(NiceThread.ownNice());
        thread.end();
        return differs;
    }
}
