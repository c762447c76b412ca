package dev.slipstream.agent.retrofit;

import dev.slipstream.naming.NamePublisher;
import dev.slipstream.naming.NameSlot;
import dev.slipstream.threads.Daemon;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;

/**
 * Shows that it works: a scratch thread renames itself until it no longer goes the JDK's way, and looks what it is called.
 * Where all but renames to the same name go the JDK's way, it looks which do.
 */
final class NamingTrial implements Runnable {
    private static final String NAME_FILE = "/proc/thread-self/comm";

    /** Native names have 15 bytes, so that this one is itself in every form. */
    private static final String NAME = "slipstream-";
    private static final String LAST_NAME = "slipstream-end";
    private static final long LIMIT_NANOS = 1_000_000_000;
    private static final long LIMIT_MILLIS = 5_000;
    private static final long PAUSE_NANOS = 50_000;

    private final NamingSwitch naming;
    private final NamePublisher publisher;
    private final NamingReports reports;
    private final boolean skipping;
    private volatile String outcome = "the trial did not come to an end";

    private NamingTrial(NamingSwitch naming, NamePublisher publisher, NamingReports reports, boolean skipping) {
        this.naming = naming;
        this.publisher = publisher;
        this.reports = reports;
        this.skipping = skipping;
    }

    /**
     * Makes the trial.
     *
     * @param publisher who is to be woken, or null
     * @param reports who is told why a file is refused, or null
     * @throws IllegalStateException if it does not work; says why
     */
    static void run(NamingSwitch naming, NamePublisher publisher, NamingReports reports) throws InterruptedException {
        orFail(check(naming, publisher, reports));
    }

    /** As {@link #run}; returns what does not work, or null. */
    static String check(NamingSwitch naming, NamePublisher publisher, NamingReports reports) throws InterruptedException {
        return naming.check(new NamingTrial(naming, publisher, reports, false));
    }

    /** As {@link #run}, where only renames to the same name do not go the JDK's way. On any operating system. */
    static void runSkipping(NamingSwitch naming) throws InterruptedException {
        orFail(checkSkipping(naming));
    }

    static String checkSkipping(NamingSwitch naming) throws InterruptedException {
        return naming.check(new NamingTrial(naming, null, null, true));
    }

    private static void orFail(String failure) {
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
    }

    /** Returns the failure, or null. */
    String outcome() throws InterruptedException {
        Daemon daemon = new Daemon("slipstream-trial", this);
        daemon.start();
        daemon.thread().join(LIMIT_MILLIS);
        return outcome;
    }

    @Override
    public void run() {
        try {
            outcome = skipping ? trySkipping() : tryOut();
        } catch (IOException e) {
            outcome = "the native name of a thread cannot be read: ".concat(e.toString());
        }
    }

    /** @return what does not work, or null */
    private String tryOut() throws IOException {
        for (int i = 0; i <= NameSlot.TRIAL; i++) {
            Thread.currentThread().setName(NAME.concat(Integer.toString(i)));
        }
        if (!naming.takes(LAST_NAME)) {
            return refusal();
        }
        if (publisher != null) {
            LockSupport.unpark(publisher.thread());
        }
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

    private String trySkipping() {
        Thread.currentThread().setName(NAME);
        // Another string of the same text.
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

    /** The publisher passes the reason on, in a moment. */
    private String refusal() {
        long end = System.nanoTime() + LIMIT_NANOS;
        while (reports != null && reports.refusal() == null && System.nanoTime() - end < 0) {
            LockSupport.unpark(publisher.thread());
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return reports == null || reports.refusal() == null ? "a rename went the JDK's way" : reports.refusal();
    }

    private static String shown() throws IOException {
        try (FileInputStream in = new FileInputStream(NAME_FILE)) {
            return new String(in.readNBytes(LAST_NAME.length() + 2), StandardCharsets.ISO_8859_1).trim();
        }
    }
}
