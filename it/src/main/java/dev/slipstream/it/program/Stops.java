package dev.slipstream.it.program;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Calls {@code Thread.stop} at random moments on threads that use rewritten methods, or leaves that to a debugger. As with the JDK's
 * own methods, the thread must end, and its remains must block no other thread. Prints {@code right}, or the errors.
 */
public final class Stops {
    private static final int FILE_BYTES = 100_000;
    private static final int READS = 300;
    private static final int RENAMES = 50;
    private static final long LONGEST_NANOS = 1_000_000;

    /** Many times what the end of a thread takes, since the debugger that stops it shares the processors with other tests. */
    private static final long PATIENCE_MILLIS = 60_000;

    private Stops() {}

    /** The group of the threads that a debugger stops. */
    public static final String GROUP = "victims";

    private static final String CLOSERS = "closers";

    @SuppressWarnings("StaticAssignmentOfThrowable")
    private static final Error STOP = new Stopped();

    /** Thrown by threads when a debugger says so. */
    private static final class Stopped extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** Arguments: {@code naming} or {@code buffering}, the number of threads, and {@code debugger} after JDK 17. */
    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("stops", ".bin");
        Files.write(file, new byte[FILE_BYTES]);
        int survivors = 0;
        int waiting = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            AtomicReference<FileInputStream> stream = new AtomicReference<>();
            CountDownLatch ready = new CountDownLatch(1);
            Thread thread = daemon(GROUP, () -> {
                if (args[0].equals("naming")) {
                    rename(ready);
                } else {
                    read(file, stream, ready);
                }
            });
            if (args.length == 2) {
                ready.await();
                long until = System.nanoTime() + ThreadLocalRandom.current().nextLong(LONGEST_NANOS);
                while (System.nanoTime() < until) {
                    Thread.onSpinWait();
                }
                stop(thread);
            }
            survivors += ends(thread) ? 0 : 1;
            if (stream.get() != null) {
                waiting += ends(daemon(CLOSERS, () -> close(stream.get()))) ? 0 : 1;
            }
        }
        Files.delete(file);
        System.out.println(survivors + waiting == 0 ? "right" : survivors + " went on, " + waiting + " streams cannot be closed");
        System.exit(0);
    }

    @SuppressWarnings({"removal", "deprecation"})
    private static void stop(Thread thread) {
        thread.stop();
    }

    private static boolean ends(Thread thread) throws InterruptedException {
        thread.join(PATIENCE_MILLIS);
        if (thread.isAlive()) {
            System.out.println(thread.getName() + " is at " + Arrays.toString(thread.getStackTrace()));
        }
        return !thread.isAlive();
    }

    private static Thread daemon(String group, Runnable task) {
        Thread thread = new Thread(new ThreadGroup(group), task);
        thread.setUncaughtExceptionHandler((of, e) -> {
            if (e != STOP && !e.getClass().getName().equals("java.lang.ThreadDeath")) {
                e.printStackTrace();
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void rename(CountDownLatch ready) {
        String[] names = {"one", "two", "three"};
        for (int i = 0; true; i++) {
            Thread.currentThread().setName(names[i % names.length]);
            if (i == RENAMES) {
                ready.countDown();
            }
        }
    }

    private static void read(Path file, AtomicReference<FileInputStream> stream, CountDownLatch ready) {
        try {
            stream.set(new FileInputStream(file.toFile()));
            while (true) {
                stream.get().available();
                for (int i = 0; i < READS; i++) {
                    stream.get().read();
                }
                // At the end of the file, nothing would be read ahead any more.
                stream.get().skip(-READS);
                ready.countDown();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void close(FileInputStream stream) {
        try {
            stream.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
