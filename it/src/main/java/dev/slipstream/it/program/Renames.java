package dev.slipstream.it.program;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Renames its thread and reads a file byte by byte until there is input. Arguments: the most milliseconds, and any second argument
 * to be killed in the end.
 */
public final class Renames {
    private static final int BYTES = 200;
    private static final int RENAMES = 2_000;

    private Renames() {}

    /** Runs the program. */
    public static void main(String[] args) throws IOException, InterruptedException {
        long end = System.nanoTime() + (args.length == 0 ? Long.MAX_VALUE / 2 : Long.parseLong(args[0]) * 1_000_000);
        Path file = Files.createTempFile("renames", ".bin");
        try {
            Files.write(file, new byte[BYTES]);
            System.out.println("ready");
            while (System.nanoTime() < end && System.in.available() == 0) {
                work(file);
                Thread.sleep(2);
            }
        } finally {
            Files.delete(file);
        }
        if (args.length > 1) {
            new ProcessBuilder("sh", "-c", "kill -KILL $PPID").start().waitFor();
        }
        System.out.println("done");
    }

    private static void work(Path file) throws IOException {
        for (int i = 0; i < RENAMES; i++) {
            Thread.currentThread().setName("rename " + i);
        }
        try (InputStream in = new FileInputStream(file.toFile())) {
            while (in.read() >= 0) {
                Thread.onSpinWait();
            }
        }
    }
}
