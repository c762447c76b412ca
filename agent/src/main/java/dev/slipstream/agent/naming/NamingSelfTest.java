package dev.slipstream.agent.naming;

import dev.slipstream.runtime.naming.NamePublisher;
import dev.slipstream.runtime.naming.NameSlot;
import dev.slipstream.runtime.naming.SkippingSlots;
import dev.slipstream.runtime.naming.SlotMaker;
import dev.slipstream.runtime.threads.Daemon;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Self-test of the naming remedy: a scratch thread renames itself until a rename bypasses the JDK's path, and then reads its native
 * name. In skip mode, where only renames to the same name bypass that path, it checks which renames do.
 */
final class NamingSelfTest implements Runnable {
    private static final String NAME_FILE = "/proc/thread-self/comm";

    /** Fits into 15 bytes, the length of native names, so that every form leaves it unchanged. */
    private static final String NAME = "slipstream-";
    private static final String LAST_NAME = "slipstream-end";

    /** A machine that is starved may not run the publisher for seconds, and such a one needs the remedy. */
    private static final long LIMIT_NANOS = 10_000_000_000L;
    private static final long LIMIT_MILLIS = 15_000;
    private static final long PAUSE_NANOS = 50_000;

    private final NamingSwitch naming;
    private final SlotMaker maker;
    private final NamingReports reports;
    private volatile @Nullable String outcome = "the self-test did not end";

    /**
     * Creates a self-test.
     *
     * @param maker the maker of the scratch thread's slot
     * @param reports the recipient of the reason why that maker, if it is a publisher, refuses a file
     */
    NamingSelfTest(NamingSwitch naming, SlotMaker maker, NamingReports reports) {
        this.naming = naming;
        this.maker = maker;
        this.reports = reports;
    }

    /** Returns the failure; null if it works. */
    @Nullable
    String outcome() throws InterruptedException {
        Daemon daemon = new Daemon("slipstream-self-test", this);
        daemon.start();
        daemon.thread().join(LIMIT_MILLIS);
        return outcome;
    }

    @Override
    public void run() {
        try {
            outcome = maker instanceof SkippingSlots ? trySkipping() : tryOut();
        } catch (IOException | OutOfMemoryError e) {
            outcome = "the native name of a thread cannot be read: ".concat(e.toString());
        }
    }

    /** @return what does not work; null if it works */
    private @Nullable String tryOut() throws IOException {
        if (maker instanceof NamePublisher publisher) {
            publisher.exempt(Thread.currentThread());
        }
        for (int i = 0; i <= NameSlot.THRESHOLD; i++) {
            Thread.currentThread().setName(NAME.concat(Integer.toString(i)));
        }
        if (!naming.takes(LAST_NAME)) {
            return refusal();
        }
        wake();
        long end = System.nanoTime() + LIMIT_NANOS;
        String shown = shown();
        while (!shown.equals(LAST_NAME) && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
            shown = shown();
        }
        if (!shown.equals(LAST_NAME)) {
            return "a thread that calls itself " + LAST_NAME + " is shown as " + shown;
        }
        return Thread.currentThread().getName() == LAST_NAME ? null : "a thread has not got the name that it gave itself";
    }

    private @Nullable String trySkipping() {
        Thread.currentThread().setName(NAME);
        // An equal but distinct string.
        String again = new StringBuilder(NAME).toString();
        if (!naming.takes(again)) {
            return "a rename to the same name went the JDK's way";
        }
        if (Thread.currentThread().getName() != again) {
            return "a thread has not got the name that it gave itself";
        }
        Thread.currentThread().setName(LAST_NAME);
        return naming.takes(NAME) ? "a rename to another name did not go the JDK's way" : null;
    }

    private void wake() {
        if (maker instanceof NamePublisher publisher) {
            LockSupport.unpark(publisher.thread());
        }
    }

    /** Waits for the reason of a refusal, which a publisher reports with a short delay. */
    private String refusal() {
        long end = System.nanoTime() + LIMIT_NANOS;
        while (maker instanceof NamePublisher && reports.refusal() == null && System.nanoTime() - end < 0) {
            wake();
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return reports.refusal() == null ? "a rename went the JDK's way" : reports.refusal();
    }

    private static String shown() throws IOException {
        try (FileInputStream in = new FileInputStream(NAME_FILE)) {
            return new String(in.readNBytes(LAST_NAME.length() + 2), StandardCharsets.ISO_8859_1).trim();
        }
    }
}
