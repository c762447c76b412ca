package dev.slipstream.runtime.naming;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Publisher that tells the operating system the names that threads give themselves: for each thread the last one, once per
 * interval. So within two intervals after its last rename a thread's native name is what the JDK would have made of it.
 *
 * <p>Uses one daemon thread, {@value #THREAD}. After {@value #QUIET_ROUNDS} rounds without a rename it goes to sleep until
 * the next one; only the thread that renames itself then pays for the wakeup. Safe for use by several threads; the argument is in {@code Mark},
 * {@code DirtyStack} and {@code NameFile}.
 */
public final class NamePublisher implements SlotMaker, AutoCloseable {
    /** Name of its thread. */
    public static final String THREAD = "slipstream-naming";

    private static final long SECOND = 1_000_000_000L;
    private static final int QUIET_ROUNDS = 2;

    private final NamingHost host;
    private final long intervalNanos;
    private final NativeNames form;
    private final NativeNames formOfTheJdk;
    private final Comm comm;
    private final DirtyStack stack = new DirtyStack();
    private final OpenSlots open = new OpenSlots();
    private final FileBudget budget;
    private final byte[] room = new byte[NativeNames.SIZE];
    private final Thread thread;
    private volatile boolean closed;

    /** Written by the publisher only. */
    private volatile long written;
    private boolean refusalTold;

    private NamePublisher(NamingHost host, long intervalNanos, NativeNames form, Comm comm, FileBudget budget) {
        this.host = host;
        this.intervalNanos = intervalNanos;
        this.form = form;
        this.comm = comm;
        this.budget = budget;
        formOfTheJdk = NativeNames.ofThisJdk();
        // Not a lambda: this runs before the application's main, where the first lambda of a JVM costs milliseconds.
        thread = new PublisherThread(new Runnable() {
            @Override
            public void run() {
                publish();
            }
        });
        stack.setPublisher(thread);
    }

    /**
     * Starts a publisher.
     *
     * @param host the environment
     * @param intervalNanos time between two rounds of publishing, in nanoseconds, 1 or more
     * @param form how names are shortened; the JDK does a thread's first renames and shortens those its own way
     * @return the publisher, which runs until {@link #close}
     * @throws IllegalStateException if the native name of a thread cannot be read here, see {@link NativeNames#ofThisJdk}
     */
    public static NamePublisher start(NamingHost host, long intervalNanos, NativeNames form) {
        return start(host, intervalNanos, form, Comm.OF_LINUX, new FileBudget());
    }

    static NamePublisher start(NamingHost host, long intervalNanos, NativeNames form, Comm comm, FileBudget budget) {
        Objects.requireNonNull(host);
        Objects.requireNonNull(form);
        if (intervalNanos < 1) {
            throw new IllegalArgumentException("an interval of " + intervalNanos + " ns");
        }
        NamePublisher publisher = new NamePublisher(host, intervalNanos, form, comm, budget);
        publisher.thread.start();
        return publisher;
    }

    /**
     * Ends the publishers that any copy of the library has started in this JVM, since two publishers of one thread's name would
     * overtake each other. Each of them notices at once that the agent's remedy is active, publishes what is outstanding, and ends.
     * Waits for each, a second at most.
     *
     * @throws InterruptedException if interrupted meanwhile
     */
    public static void endOthers() throws InterruptedException {
        PublisherThread.endAll();
    }

    /**
     * Returns a new slot for the current thread, which must be a platform thread. Never fails; opens nothing yet. A thread uses one
     * slot at a time: when a second one opens its file, the first ends.
     */
    @Override
    public BiPredicate<String, String> get() {
        return slot();
    }

    NameSlot slot() {
        return new NameSlot(this, stack, false);
    }

    /** Returns a slot that publishes the thread's Java name, which may also be set without our notice. */
    public NameSlot followingSlot() {
        return new NameSlot(this, stack, true);
    }

    /**
     * Returns what was done so far, in this order: {@code renames} left to the publisher, {@code same} (renames that changed
     * nothing), {@code published} (native names written), {@code files} (open now), {@code filesRefused}. Renames that were left to
     * the JDK are not counted.
     */
    @Override
    public Map<String, Long> counters() {
        Map<String, Long> counters = new LinkedHashMap<>();
        counters.put("renames", open.renames());
        counters.put("same", open.same());
        counters.put("published", written);
        counters.put("files", (long) open.files().get());
        counters.put("filesRefused", open.refused());
        return counters;
    }

    /** {@return the publisher's thread} */
    public Thread thread() {
        return thread;
    }

    /**
     * Publishes what is outstanding and ends. From then on every slot returns false, and all files are closed. A slot that is asked
     * during the close answers correctly. To switch naming off, call this first, and only then stop asking the slots: an
     * outstanding name could overwrite a rename hidden from them. Waits for the publisher's thread, a second at most, unless that
     * is the caller.
     */
    @Override
    public void close() {
        closed = true;
        stack.wake();
        if (Thread.currentThread() == thread) {
            return;
        }
        try {
            thread.join(SECOND / 1_000_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public boolean isClosed() {
        return closed;
    }

    NativeNames form() {
        return form;
    }

    NativeNames formOfTheJdk() {
        return formOfTheJdk;
    }

    Comm comm() {
        return comm;
    }

    OpenSlots openSlots() {
        return open;
    }

    FileBudget budget() {
        return budget;
    }

    /**
     * Lets one thread open its name file after its first renames, in place of the thread before: a self-test must not depend on what
     * other threads do.
     *
     * @param thread the thread; null for none
     */
    public void exempt(Thread thread) {
        budget.exempt(thread);
    }

    /** Records that a thread's name file failed. For any thread. */
    void refused(Exception why) {
        if (open.refuse(why.getMessage() == null ? why.toString() : why.getMessage())) {
            stack.wake();
        }
    }

    private void publish() {
        Throwable failure = null;
        try {
            publishUntilClosed();
        } catch (Throwable e) {
            failure = e;
        } finally {
            // Even if the host has thrown: no slot may rely on a publisher that is gone.
            open.close();
            publishAll(stack.close());
            endSlots();
        }
        if (failure != null) {
            host.failed(failure);
        }
    }

    /** Ends all slots. For want of memory it tries again: the files would stay open. */
    private void endSlots() {
        boolean ended = false;
        while (!ended) {
            try {
                for (NameSlot slot : open.all()) {
                    slot.end();
                }
                ended = true;
            } catch (OutOfMemoryError e) {
                LockSupport.parkNanos(this, intervalNanos);
            }
        }
    }

    private void publishUntilClosed() {
        long lastSecond = System.nanoTime();
        boolean isSecondDue = false;
        int quiet = QUIET_ROUNDS;
        while (!closed) {
            if (publishAll(stack.take())) {
                quiet = 0;
                isSecondDue = true;
            } else {
                quiet++;
            }
            tellRefusal();
            long now = System.nanoTime();
            if (Thread.interrupted() || now - lastSecond >= SECOND) {
                lastSecond = now;
                isSecondDue = false;
                everySecond();
            }
            if (quiet < QUIET_ROUNDS) {
                LockSupport.parkNanos(this, intervalNanos);
            } else {
                stack.sleep(isSecondDue ? lastSecond + SECOND - now
                        : open.size() == 0 || host.closesSlots() ? Long.MAX_VALUE : SECOND);
            }
        }
    }

    private void tellRefusal() {
        String why = open.firstRefusal();
        if (why != null && !refusalTold) {
            refusalTold = true;
            host.refused(why);
        }
    }

    /** Does the periodic work, or leaves it to the next second for want of memory. */
    private void everySecond() {
        try {
            closeSlotsOfTheDead();
            host.everySecond();
        } catch (OutOfMemoryError outOfMemory) {
            return;
        }
    }

    private void closeSlotsOfTheDead() {
        for (NameSlot slot : open.all()) {
            if (!slot.owner().isAlive()) {
                slot.end();
            }
        }
    }

    /** Publishes the names of all entries; returns whether there were any. */
    private boolean publishAll(DirtyStack.@Nullable Entry first) {
        for (DirtyStack.Entry entry = first; entry != null; entry = entry.next()) {
            publish((NameSlot) entry.mark);
        }
        return first != null;
    }

    private void publish(NameSlot slot) {
        try {
            if (slot.publish(form, room)) {
                written = written + 1;
            }
        } catch (IOException e) {
            boolean isAlive = slot.owner().isAlive();
            if (isAlive && !slot.keepsFile()) {
                tryAgain(slot);
                return;
            }
            if (isAlive) {
                refused(e);
            }
            slot.end();
        } catch (OutOfMemoryError e) {
            tryAgain(slot);
        }
    }

    /** Leaves the slot to the next round: its thread may never leave another name. */
    private void tryAgain(NameSlot slot) {
        stack.push(slot);
    }
}
