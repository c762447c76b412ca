package dev.slipstream.it.program;

import dev.slipstream.it.program.common.Recorded;
import dev.slipstream.it.program.common.Turns;
import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Does everything that can be costly, in ways that are not. See {@link Recorded} for the arguments. */
public final class PaysNothing {
    private static final int SIZE = 1 << 18;
    private static final int RENAMES_PER_SECOND = 50;
    private static FileInputStream in;
    private static volatile Object sink;
    private static long renamed;

    private PaysNothing() {}

    /** Runs the program. */
    public static void main(String[] arguments) throws Exception {
        Path file = Files.createTempFile("slipstream-pays", ".bin");
        Files.write(file, new byte[SIZE]);
        in = new FileInputStream(file.toFile());
        Files.delete(file);
        Recorded.waiter();
        Recorded.record(arguments, new Turns("works", PaysNothing::work, 0.5), new Turns("computes", null, 0));
    }

    private static void work() {
        try {
            in.getChannel().position(0);
            InputStream buffered = new BufferedInputStream(in);
            for (int i = 0; i < SIZE; i++) {
                buffered.read();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        StringBuilder builder = new StringBuilder(SIZE);
        for (int i = 0; i < SIZE / 64; i++) {
            builder.append(i);
        }
        sink = builder.toString();
        long now = System.nanoTime();
        if (now - renamed > 1_000_000_000L / RENAMES_PER_SECOND) {
            renamed = now;
            Thread.currentThread().setName("works " + now);
        }
    }
}
