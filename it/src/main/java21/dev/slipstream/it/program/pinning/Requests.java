package dev.slipstream.it.program.pinning;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Service with a virtual thread per request. Each request blocks for a few milliseconds while pinned, then unmounted, and ends. Notes
 * the places that pin. Needs {@code -Djdk.reflect.useNativeAccessorOnly=true}, which makes the frame of {@code Method.invoke} a
 * native one.
 */
public final class Requests {
    private static final int MILLIS = 5;
    private static final int PERIOD_MILLIS = 10;
    private static final int FEATURE_WITHOUT_PINNING_MONITORS = 24;
    private static final Set<String> PLACES = new ConcurrentSkipListSet<>();

    private Requests() {}

    private interface Request {
        void serve() throws InterruptedException, ReflectiveOperationException;
    }

    /** Serves requests until the JVM ends. */
    public static String serve() {
        Thread.ofPlatform().daemon().start(() -> {
            while (true) {
                start(Requests::callNative);
                if (Runtime.version().feature() < FEATURE_WITHOUT_PINNING_MONITORS) {
                    start(Requests::sleepInMonitor);
                    start(Requests::parkInMonitor);
                    start(Requests::waitInMonitor);
                }
                Pinned.sleep(PERIOD_MILLIS);
            }
        });
        return "serving";
    }

    /** Returns the places that have pinned so far, and why. */
    public static Set<String> places() {
        return new TreeSet<>(PLACES);
    }

    private static void start(Request request) {
        Thread.startVirtualThread(() -> {
            try {
                request.serve();
                Thread.sleep(MILLIS);
            } catch (InterruptedException | ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static void sleepInMonitor() throws InterruptedException {
        synchronized (new Object()) {
            Thread.sleep(notedAs("monitor"));
        }
    }

    private static void parkInMonitor() {
        synchronized (new Object()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(notedAs("monitor")));
        }
    }

    @SuppressWarnings("WaitNotInLoop")
    private static void waitInMonitor() throws InterruptedException {
        Object monitor = new Object();
        synchronized (monitor) {
            monitor.wait(notedAs("Object.wait"));
        }
    }

    private static void callNative() throws ReflectiveOperationException {
        Method sleep = Pinned.class.getDeclaredMethod("sleep", long.class);
        sleep.invoke(null, notedAs("native frame"));
    }

    /** Notes the caller's line, and returns how long it blocks. */
    private static long notedAs(String reason) {
        PLACES.add(new Throwable().getStackTrace()[1] + " (" + reason + ")");
        return MILLIS;
    }
}
