package dev.slipstream.it.program;

import dev.slipstream.it.program.arenas.Sessions;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/** Application that pays several costs at a time and checks its own results. For {@link Console}. */
public final class AllCosts {
    private static final int BYTES = 3_000;
    private static final int RENAMES = 60;
    private static final int PIECES = 200;
    private static final long PAUSE_MILLIS = 2;
    private static final Map<String, Rounds> ROUNDS = new ConcurrentSkipListMap<>();
    private static byte[] content;
    private static File file;

    private AllCosts() {}

    /** Rounds of the works that pay for one remedy. */
    private static final class Rounds {
        final AtomicLong done = new AtomicLong();
        final AtomicLong wrong = new AtomicLong();
    }

    /** One round of work. */
    private interface Work {
        /** Returns whether all results are right. */
        boolean isRight() throws Exception;
    }

    /** Starts the load. */
    public static String load() throws Exception {
        content = new byte[BYTES];
        new Random(7).nextBytes(content);
        file = File.createTempFile("costs", ".bin");
        file.deleteOnExit();
        try (FileOutputStream out = new FileOutputStream(file)) {
            out.write(content);
        }
        start("naming", AllCosts::rename);
        start("naming", AllCosts::rename);
        start("priority", AllCosts::prioritise);
        start("buffering", AllCosts::read);
        start("text", AllCosts::build);
        if (Runtime.version().feature() >= 21) {
            Object shared = Sessions.shared();
            start("arenas", () -> use(shared));
            start("arenas", () -> use(shared));
            start("arenas", AllCosts::close);
            Class.forName("dev.slipstream.it.program.pinning.Pinned").getMethod("some", Runnable.class)
                    .invoke(null, (Runnable) rounds("pinning").done::incrementAndGet);
        }
        return "started";
    }

    private static Rounds rounds(String remedy) {
        return ROUNDS.computeIfAbsent(remedy, first -> new Rounds());
    }

    private static void start(String remedy, Work work) {
        Rounds rounds = rounds(remedy);
        Thread thread = new Thread(() -> run(rounds, work), "costs-" + remedy);
        thread.setDaemon(true);
        thread.start();
    }

    private static void run(Rounds rounds, Work work) {
        while (true) {
            try {
                if (!work.isRight()) {
                    rounds.wrong.incrementAndGet();
                }
                rounds.done.incrementAndGet();
                Thread.sleep(PAUSE_MILLIS);
            } catch (Exception | LinkageError e) {
                rounds.wrong.incrementAndGet();
                e.printStackTrace();
            }
        }
    }

    private static boolean rename() {
        boolean right = true;
        for (int i = 0; i < RENAMES; i++) {
            String name = "job-" + i % (RENAMES / 2) / 2;
            Thread.currentThread().setName(name);
            right &= Thread.currentThread().getName().equals(name);
        }
        return right;
    }

    /** Starts a thread that lives for a moment, as in a pool. The thread names itself. */
    private static boolean prioritise() throws InterruptedException {
        boolean[] right = new boolean[1];
        Thread thread = new Thread(() -> {
            right[0] = Thread.currentThread().getPriority() == Thread.MIN_PRIORITY && rename();
            Thread.currentThread().setPriority(Thread.MIN_PRIORITY + 2);
        });
        thread.setPriority(Thread.MIN_PRIORITY);
        thread.start();
        thread.join();
        return right[0];
    }

    private static boolean read() throws IOException {
        try (FileInputStream in = new FileInputStream(file)) {
            int half = BYTES / 2;
            for (int i = 0; i < half; i++) {
                if (in.read() != (content[i] & 0xff)) {
                    return false;
                }
            }
            return in.available() == BYTES - half && in.skip(1) == 1 && in.read() == (content[half + 1] & 0xff)
                    && in.getChannel().position() == half + 2;
        }
    }

    private static boolean build() {
        boolean right = true;
        for (int i = 0; i < PIECES; i++) {
            StringBuilder builder = new StringBuilder();
            for (int j = 0; j < 10; j++) {
                builder.append("abcd");
            }
            right &= builder.append(i).length() == 40 + Integer.toString(i).length();
        }
        return right;
    }

    private static boolean use(Object session) {
        for (int i = 0; i < PIECES; i++) {
            Sessions.acquire(session);
            Sessions.release(session);
        }
        return true;
    }

    private static boolean close() {
        Object session = Sessions.shared();
        Sessions.acquire(session);
        try {
            Sessions.close(session);
            return false;
        } catch (IllegalStateException e) {
            Sessions.release(session);
            Sessions.close(session);
            return "Session is acquired by 1 clients".equals(e.getMessage());
        }
    }

    /** Returns the works that went wrong, or {@code right}, after each has made some rounds. */
    public static String right() throws InterruptedException {
        StringBuilder wrong = new StringBuilder();
        for (Map.Entry<String, Rounds> each : ROUNDS.entrySet()) {
            Rounds rounds = each.getValue();
            long before = rounds.done.get();
            for (int wait = 0; rounds.done.get() < before + 5; wait++) {
                if (wait == 6_000) {
                    return each.getKey() + " stands still";
                }
                Thread.sleep(5);
            }
            if (rounds.wrong.get() > 0) {
                wrong.append(each.getKey()).append(' ').append(rounds.wrong).append(" times ");
            }
        }
        return wrong.isEmpty() ? "right" : wrong.toString();
    }

    /** Returns how long the rewritten methods take, in nanoseconds: the best of some rounds. For people to read. */
    @SuppressWarnings("ReturnValueIgnored")
    public static String timing() throws IOException {
        Thread.currentThread().setName("main");
        long rename = best(20_000, () -> Thread.currentThread().setName("main"));
        long build = best(200_000, () -> new StringBuilder().append("abcd").append(1).toString());
        long read;
        try (FileInputStream in = new FileInputStream("/dev/zero")) {
            read = best(20_000, () -> {
                try {
                    in.read();
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
        return "setName " + rename + " ns, StringBuilder " + build + " ns, read " + read + " ns";
    }

    private static long best(int times, Runnable work) {
        long best = Long.MAX_VALUE;
        for (int round = 0; round < 15; round++) {
            long start = System.nanoTime();
            for (int i = 0; i < times; i++) {
                work.run();
            }
            best = Math.min(best, (System.nanoTime() - start) / times);
        }
        return best;
    }
}
