package dev.slipstream.it.program.buffering;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** Streams that are read while the agent is attached and detached. */
public final class ReadLoad {
    private static final int BYTES = 30_000;
    private static final AtomicLong WRONG = new AtomicLong();
    private static final AtomicLong READ = new AtomicLong();

    private static byte[] content;
    private static File file;
    private static FileInputStream stream;
    private static int at;

    private ReadLoad() {}

    private static synchronized File file() throws IOException {
        if (file == null) {
            content = new byte[BYTES];
            new Random(1).nextBytes(content);
            file = File.createTempFile("slipstream-reads", ".bin");
            file.deleteOnExit();
            try (FileOutputStream out = new FileOutputStream(file)) {
                out.write(content);
            }
        }
        return file;
    }

    /** Opens a stream for {@link #some}. */
    public static String open() throws IOException {
        stream = new FileInputStream(file());
        at = 0;
        return "opened";
    }

    /** Reads the next hundred bytes of the stream one by one. */
    public static String some() throws IOException {
        for (int i = 0; i < 100; i++) {
            if (stream.read() != (content[at++] & 0xff)) {
                return "wrong at " + at;
            }
        }
        return "right";
    }

    /** Reads the rest of the stream. */
    public static String rest() throws IOException {
        int available = stream.available();
        if (available != BYTES - at) {
            return "wrong " + available;
        }
        byte[] rest = stream.readAllBytes();
        stream.close();
        return Arrays.equals(rest, Arrays.copyOfRange(content, at, BYTES)) ? "right" : "wrong";
    }

    /** Reads the first 17 bytes of a file two hundred times, one by one: the last of them is read ahead. */
    public static String beginnings() throws IOException {
        for (int i = 0; i < 200; i++) {
            open();
            for (int k = 0; k < 17; k++) {
                if (stream.read() != (content[at++] & 0xff)) {
                    return "wrong at " + at;
                }
            }
            stream.close();
        }
        return "right";
    }

    /** Starts threads that read until the JVM ends. */
    public static String start() throws IOException {
        file();
        for (int i = 0; i < 2; i++) {
            int seed = i;
            Thread thread = new Thread(() -> load(new Random(seed)));
            thread.setDaemon(true);
            thread.start();
        }
        return "started";
    }

    private static void load(Random random) {
        while (true) {
            try (FileInputStream in = new FileInputStream(file)) {
                int position = 0;
                // Most streams are short, so that there is always one about to begin.
                int end = random.nextInt(50) == 0 ? BYTES : 20 + random.nextInt(40);
                while (position < end) {
                    int run = random.nextInt(2_000);
                    for (int i = 0; i < run && position < end; i++) {
                        if (in.read() != (content[position++] & 0xff)) {
                            WRONG.incrementAndGet();
                        }
                    }
                    READ.addAndGet(Math.min(run, end));
                    if (in.available() != BYTES - position) {
                        WRONG.incrementAndGet();
                    }
                }
                if (end == BYTES && in.read() != -1) {
                    WRONG.incrementAndGet();
                }
            } catch (IOException e) {
                WRONG.incrementAndGet();
            }
        }
    }

    /** Waits until the threads have read some more. Returns the number of wrong bytes since the start. */
    public static String wrong() throws InterruptedException {
        long before = READ.get();
        while (READ.get() < before + BYTES) {
            Thread.sleep(1);
        }
        return Long.toString(WRONG.get());
    }
}
