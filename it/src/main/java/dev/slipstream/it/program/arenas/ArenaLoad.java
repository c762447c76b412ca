package dev.slipstream.it.program.arenas;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Phaser;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Threads that use and close sessions at full speed, for {@code Console} or for a given time. No thread may use a freed resource.
 */
public final class ArenaLoad {
    private static final int USERS = 3;
    private static final int SESSIONS = 2;
    private static final int BETWEEN_CLOSES = 1_000;
    private static final AtomicReferenceArray<Resource> CURRENT = new AtomicReferenceArray<>(SESSIONS);
    private static final AtomicLong used = new AtomicLong();
    private static final AtomicLong closed = new AtomicLong();
    private static final AtomicLong wrong = new AtomicLong();
    private static final Phaser PAUSE = new Phaser(1);
    private static final long PATIENCE_NANOS = 30_000_000_000L;
    private static volatile boolean paused;
    private static volatile boolean ahead;

    private ArenaLoad() {}

    /** A session, and whether the resource that it guards is freed. */
    private static final class Resource {
        final Object session = Sessions.shared();
        volatile boolean freed;

        Resource() {
            if (ahead) {
                Sessions.stripeAhead(session);
            }
        }
    }

    /**
     * Arguments: how many milliseconds to run; with an optional second argument they count from when a session is striped. With the
     * second argument {@code ahead}, every session is striped from the beginning, and its acquires are counted beside the stripes.
     */
    public static void main(String[] args) throws Exception {
        ahead = args.length > 1 && args[1].equals("ahead");
        load();
        boolean striped = args.length > 1 && isStripedBefore(System.nanoTime() + PATIENCE_NANOS);
        Thread.sleep(Long.parseLong(args[0]));
        System.out.println(check());
        System.out.println(striped ? "on stripes" : "on counters");
    }

    /** Threads contend only while they run at the same time. A busy machine does not always grant them that, hence the wait. */
    private static boolean isStripedBefore(long end) throws Exception {
        while (Sessions.counters()[0] == 0 && System.nanoTime() - end < 0) {
            Thread.sleep(50);
        }
        return Sessions.counters()[0] > 0;
    }

    /** Starts the threads. */
    public static String load() {
        for (int i = 0; i < SESSIONS; i++) {
            CURRENT.set(i, new Resource());
        }
        for (int i = 0; i <= USERS; i++) {
            Runnable work = i < USERS ? ArenaLoad::use : ArenaLoad::close;
            PAUSE.register();
            Thread thread = new Thread(() -> {
                while (true) {
                    work.run();
                    if (paused) {
                        PAUSE.arriveAndAwaitAdvance();
                        PAUSE.arriveAndAwaitAdvance();
                    }
                }
            });
            thread.setDaemon(true);
            thread.start();
        }
        return "started";
    }

    private static void use() {
        Resource guarded = CURRENT.get(ThreadLocalRandom.current().nextInt(SESSIONS));
        try {
            Sessions.acquire(guarded.session);
        } catch (IllegalStateException e) {
            wrong.addAndGet("Already closed".equals(e.getMessage()) && CURRENT.get(0) != null ? 0 : 1);
            return;
        }
        if (guarded.freed) {
            wrong.incrementAndGet();
        }
        used.incrementAndGet();
        if (guarded.freed) {
            wrong.incrementAndGet();
        }
        Sessions.release(guarded.session);
    }

    private static void close() {
        for (int i = 0; i < BETWEEN_CLOSES; i++) {
            Thread.onSpinWait();
        }
        int which = ThreadLocalRandom.current().nextInt(SESSIONS);
        Resource old = CURRENT.get(which);
        try {
            Sessions.close(old.session);
            old.freed = true;
            closed.incrementAndGet();
            CURRENT.set(which, new Resource());
        } catch (IllegalStateException e) {
            String text = e.getMessage();
            int number = text.matches("Session is acquired by \\d clients") ? text.charAt(23) - '0' : 0;
            wrong.addAndGet(number >= 1 && number <= USERS ? 0 : 1);
        }
    }

    /** Stops the threads, reports whether all was right and no session has users left, and lets the threads go on. */
    public static String check() {
        paused = true;
        PAUSE.arriveAndAwaitAdvance();
        List<String> found = new ArrayList<>();
        for (int i = 0; i < SESSIONS; i++) {
            try {
                Sessions.close(CURRENT.get(i).session);
                CURRENT.set(i, new Resource());
            } catch (IllegalStateException e) {
                found.add(e.getMessage());
            }
        }
        if (wrong.get() != 0) {
            found.add(wrong + " wrong");
        }
        if (used.getAndSet(0) == 0) {
            found.add("nothing used");
        }
        paused = false;
        PAUSE.arriveAndAwaitAdvance();
        return found.isEmpty() ? "right" : found.toString();
    }

    /** Discards the errors so far. */
    public static String forgive() {
        return "forgave " + wrong.getAndSet(0);
    }

    /** Returns whether any sessions were striped. */
    public static String striped() {
        return Sessions.counters()[0] > 0 ? "some" : "none";
    }
}
