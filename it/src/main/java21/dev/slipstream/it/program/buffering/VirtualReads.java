package dev.slipstream.it.program.buffering;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** Virtual threads that each read a file byte by byte. Every third hands its stream to another thread halfway. */
public final class VirtualReads {
    private static final int BYTES = 20_000;
    private static final int THREADS = 300;

    private VirtualReads() {}

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        byte[] content = new byte[BYTES];
        new Random(1).nextBytes(content);
        File file = File.createTempFile("slipstream-reads", ".bin", new File("/dev/shm"));
        try {
            try (FileOutputStream out = new FileOutputStream(file)) {
                out.write(content);
            }
            AtomicInteger wrong = new AtomicInteger();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                boolean handOver = i % 3 == 0;
                threads.add(Thread.startVirtualThread(() -> {
                    try (FileInputStream in = new FileInputStream(file)) {
                        int half = handOver ? BYTES / 2 : BYTES;
                        wrong.addAndGet(read(in, content, 0, half));
                        if (handOver) {
                            Thread.startVirtualThread(() -> wrong.addAndGet(read(in, content, half, BYTES))).join();
                        }
                        wrong.addAndGet(in.read() == -1 ? 0 : 1);
                    } catch (IOException | InterruptedException e) {
                        wrong.incrementAndGet();
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            System.out.println("wrong " + wrong);
        } finally {
            file.delete();
        }
    }

    private static int read(FileInputStream in, byte[] content, int from, int to) {
        int wrong = 0;
        try {
            for (int i = from; i < to; i++) {
                wrong += in.read() == (content[i] & 0xff) ? 0 : 1;
                if (i % 1_000 == 0) {
                    Thread.yield();
                }
            }
        } catch (IOException e) {
            wrong++;
        }
        return wrong;
    }
}
