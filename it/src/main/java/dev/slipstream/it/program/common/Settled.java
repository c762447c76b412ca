package dev.slipstream.it.program.common;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Prints native names once they are what another run of the program printed, since the agent's follow a rename after a while. */
public final class Settled {
    /** In place of a file: names are printed at once. */
    public static final String AT_ONCE = "-";
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final List<String> expected;
    private int passed;

    /** Reads the output of the other run. */
    public Settled(String file) throws IOException {
        expected = file.equals(AT_ONCE) ? List.of() : Files.readAllLines(Path.of(file));
    }

    /** Prints what the name is when it is as in the next line of the other run that begins so, or after 10 seconds. */
    public void print(String begin, Callable<String> name) throws Exception {
        String line = next(begin);
        String now = begin + name.call();
        for (long start = System.nanoTime(); !line.isEmpty() && !now.equals(line)
                && System.nanoTime() - start < PATIENCE_NANOS;) {
            Thread.sleep(1);
            now = begin + name.call();
        }
        System.out.println(now);
    }

    private String next(String begin) {
        for (int i = passed; i < expected.size(); i++) {
            if (expected.get(i).startsWith(begin)) {
                passed = i + 1;
                return expected.get(i);
            }
        }
        return "";
    }
}
