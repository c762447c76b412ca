package dev.slipstream.it.program.buffering;

import dev.slipstream.it.program.common.Recorded;
import dev.slipstream.it.program.common.Turns;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Thread that spends much of its time reading a file byte by byte. See {@link Recorded} for the arguments. */
public final class PaysBuffering {
    private static final int SIZE = 1 << 16;
    private static final int BATCH = 16;
    private static FileInputStream in;
    private static int left;

    private PaysBuffering() {
    }

    /** Runs the program. */
    public static void main(String[] arguments) throws Exception {
        Path file = Files.createTempFile("slipstream-pays", ".bin");
        Files.write(file, new byte[SIZE]);
        in = new FileInputStream(file.toFile());
        left = SIZE;
        Files.delete(file);
        Recorded.waiter();
        Recorded.record(arguments, new Turns("reads", PaysBuffering::pay, 0.5), new Turns("computes", null, 0));
    }

    private static void pay() {
        try {
            if (left < BATCH) {
                in.skip(left - SIZE);
                left = SIZE;
            }
            for (int i = 0; i < BATCH; i++) {
                in.read();
            }
            left -= BATCH;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
