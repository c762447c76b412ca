package dev.slipstream.it.program.buffering;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CyclicBarrier;

/**
 * Several threads read one stream. Each byte must be read once, and in order by each thread. After a close in the middle, reads may
 * only throw its exception. Argument: the number of files.
 */
public final class ReadThreads {
    private static final int BYTES = 250;
    private static final int ALONE = 40;
    private static final int THREADS = 3;

    private ReadThreads() {}

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        File file = File.createTempFile("slipstream-reads", ".bin", new File("/dev/shm"));
        try {
            byte[] content = new byte[BYTES];
            for (int i = 0; i < BYTES; i++) {
                content[i] = (byte) i;
            }
            try (FileOutputStream out = new FileOutputStream(file)) {
                out.write(content);
            }
            int wrong = 0;
            int files = Integer.parseInt(args[0]);
            for (int i = 0; i < files; i++) {
                wrong += isRight(file, i % 4) ? 0 : 1;
            }
            System.out.println("wrong " + wrong);
        } finally {
            file.delete();
        }
    }

    /** Adds a thread that reads an array, closes the stream, or takes its descriptor, beside the threads that read bytes. */
    private static boolean isRight(File file, int kind) throws Exception {
        try (FileInputStream in = new FileInputStream(file)) {
            List<List<Integer>> read = new ArrayList<>();
            CyclicBarrier barrier = new CyclicBarrier(THREADS);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                List<Integer> mine = new ArrayList<>();
                read.add(mine);
                boolean first = i == 0;
                boolean other = i == THREADS - 1 && kind > 0;
                Thread thread = new Thread(() -> {
                    try {
                        // The first thread is the owner, and has read ahead.
                        for (int j = 0; first && j < ALONE; j++) {
                            mine.add(in.read());
                        }
                        barrier.await();
                        if (other) {
                            disturb(in, kind, mine);
                        } else {
                            readOn(in, mine);
                        }
                    } catch (Exception e) {
                        mine.add(kind == 2 && e instanceof IOException ? BYTES : -2);
                    }
                });
                threads.add(thread);
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            return isRight(read, kind == 2);
        }
    }

    private static void readOn(FileInputStream in, List<Integer> mine) throws IOException {
        for (int next = in.read(); next >= 0; next = in.read()) {
            mine.add(next);
        }
    }

    private static void disturb(FileInputStream in, int kind, List<Integer> mine) throws IOException {
        if (kind == 1) {
            byte[] bytes = new byte[20];
            int read = in.read(bytes);
            for (int i = 0; i < read; i++) {
                mine.add(bytes[i] & 0xff);
            }
        } else if (kind == 2) {
            in.close();
        } else {
            in.getFD();
            readOn(in, mine);
        }
    }

    private static boolean isRight(List<List<Integer>> read, boolean closed) {
        BitSet seen = new BitSet();
        for (List<Integer> each : read) {
            int last = -1;
            for (int next : each) {
                if (next <= last || (next < BYTES && seen.get(next))) {
                    return false;
                }
                last = next;
                seen.set(next);
            }
        }
        seen.clear(BYTES);
        // No thread reads the rest after a close; but the bytes that were read have no gap.
        return seen.nextClearBit(0) == seen.cardinality() && (closed || seen.cardinality() == BYTES);
    }
}
