package dev.slipstream.it.program.pinning;

import dev.slipstream.it.program.common.Recorded;
import dev.slipstream.it.program.common.Turns;
import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Virtual threads that sleep while pinned by a monitor or, with {@code by=native} as the last argument, by a native frame. The
 * latter needs {@code -Djdk.reflect.useNativeAccessorOnly=true}. See {@link Recorded} for the other arguments.
 */
public final class PaysPinning {
    private static final int THREADS = 8;
    private static final int PAUSE_MILLIS = 6;
    private static final AtomicLong PINNED = new AtomicLong();

    private PaysPinning() {}

    /** Runs the program. */
    public static void main(String[] arguments) throws Exception {
        boolean inNative = arguments[arguments.length - 1].equals("by=native");
        for (int i = 0; i < THREADS; i++) {
            Thread.ofVirtual().name("order-" + i).start(inNative ? PaysPinning::serveInNative : PaysPinning::serve);
        }
        long begin = System.nanoTime();
        int carriers = Integer.getInteger("jdk.virtualThreadScheduler.parallelism", Runtime.getRuntime().availableProcessors());
        Recorded.record(arguments, PINNED::get, () -> (System.nanoTime() - begin) * carriers);
    }

    private static void serve() {
        Object lock = new Object();
        while (true) {
            synchronized (lock) {
                pause();
            }
            compute();
        }
    }

    private static void serveInNative() {
        try {
            Method pause = PaysPinning.class.getDeclaredMethod("pause");
            while (true) {
                pause.invoke(null);
                compute();
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void pause() {
        long before = System.nanoTime();
        sleep();
        PINNED.addAndGet(System.nanoTime() - before);
    }

    private static void sleep() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Computes on the carrier for as long as a pause. */
    private static void compute() {
        Turns.Computing computing = new Turns.Computing();
        long end = System.nanoTime() + PAUSE_MILLIS * 1_000_000L;
        while (System.nanoTime() - end < 0) {
            computing.run();
        }
    }
}
