package dev.slipstream.it.program;

import dev.slipstream.it.program.arenas.Sessions;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLongArray;

/** Application that pays several costs at a time and checks its own results. For {@link Console}. */
public final class AllCosts {
    private static final int BYTES = 3_000;
    private static final int RENAMES = 60;
    private static final int PIECES = 200;
    private static final long PAUSE_MILLIS = 2;
    private static final List<String> NAMES = List.of("naming", "priority", "buffering", "text", "arenas", "pinning");
    private static final AtomicLongArray DONE = new AtomicLongArray(NAMES.size());
    private static final AtomicLongArray WRONG = new AtomicLongArray(NAMES.size());
    private static byte[] content;
    private static File file;

    private AllCosts() {
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
        start(0, AllCosts::rename);
        start(0, AllCosts::rename);
        start(1, AllCosts::prioritise);
        start(2, AllCosts::read);
        start(3, AllCosts::build);
        if (Runtime.version().feature() >= 21) {
            Object shared = Sessions.shared();
            start(4, () -> use(shared));
            start(4, () -> use(shared));
            start(4, AllCosts::close);
            Class.forName("dev.slipstream.it.program.pinning.Pinned").getMethod("some", Runnable.class)
                    .invoke(null, (Runnable) () -> DONE.incrementAndGet(5));
        }
        return "started";
    }

    private static void start(int which, Work work) {
        Thread thread = new Thread(() -> run(which, work), "costs-" + NAMES.get(which));
        thread.setDaemon(true);
        thread.start();
    }

    private static void run(int which, Work work) {
        while (true) {
            try {
                if (!work.isRight()) {
                    WRONG.incrementAndGet(which);
                }
                DONE.incrementAndGet(which);
                Thread.sleep(PAUSE_MILLIS);
            } catch (Exception | LinkageError e) {
                WRONG.incrementAndGet(which);
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

    /** Returns the works that went wrong, or {@code right}, after each that runs on this JDK has made some rounds. */
    public static String right() throws InterruptedException {
        StringBuilder wrong = new StringBuilder();
        for (int i = 0; i < NAMES.size(); i++) {
            long before = DONE.get(i);
            boolean runs = i < 4 || Runtime.version().feature() >= 21;
            for (int wait = 0; runs && DONE.get(i) < before + 5; wait++) {
                if (wait == 6_000) {
                    return NAMES.get(i) + " stands still";
                }
                Thread.sleep(5);
            }
            if (WRONG.get(i) > 0) {
                wrong.append(NAMES.get(i)).append(' ').append(WRONG.get(i)).append(" times ");
            }
        }
        return wrong.isEmpty() ? "right" : wrong.toString();
    }

    /** Returns how long the rewritten methods take, in nanoseconds: the best of some rounds. For people to read. */
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
