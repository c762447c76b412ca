package dev.slipstream.lab.experiment.buffering;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;

/** Locations of files and arrays. */
final class Place {
    /**
     * The size of a file: large enough that it is seldom reopened, which costs the same for all streams, and small enough for the
     * processor's last-level cache. On a rented machine, the neighbours determine how much of a file four times as large stays
     * cached: reading it in large pieces took up to 1.5 times as long in one fork as in the next.
     */
    static final int FILE_BYTES = 4 * 1_024 * 1_024;

    /** The initial content of a file. Shared: creating it for each file would take as long as the measurement. */
    static final byte[] CONTENT = new byte[FILE_BYTES];

    /** The number of words in a cache line. */
    private static final int PLACES = 8;

    private static volatile byte[] before;

    private Place() {
    }

    /** Returns a new array at a random offset within its first cache line; the offset affects the speed of copies. */
    static byte[] array(int bytes) {
        before = new byte[Long.BYTES * ThreadLocalRandom.current().nextInt(PLACES)];
        return new byte[bytes];
    }

    /**
     * Creates an empty file, which is deleted when this JVM ends.
     *
     * @param device {@code memory} for a file system in memory, or {@code disk}; without Linux's folders for those, the folder for
     *     temporary files is used
     */
    static Path file(String device) throws IOException {
        Path folder = switch (device) {
            case "memory" -> Path.of("/dev/shm");
            case "disk" -> Path.of("/var/tmp");
            default -> throw new IllegalArgumentException(device);
        };
        if (!Files.isWritable(folder)) {
            folder = Path.of(System.getProperty("java.io.tmpdir"));
        }
        Path file = Files.createTempFile(folder, "slipstream-buffering", ".bin");
        file.toFile().deleteOnExit();
        return file;
    }
}
