package dev.slipstream.lab.experiment.buffering;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;

/** Where a file lies that is read or written. */
final class Place {
    /**
     * So large that it is seldom opened again, which all pay alike; and small enough for the processor's last cache. How much of
     * a file four times as large stays there is up to the neighbours on a rented machine: reading it in large pieces took up to
     * 1.5 times as long in one fork as in the next.
     */
    static final int FILE_BYTES = 4 * 1_024 * 1_024;

    /** Of a file, before it is read or written. Made once: new for each file it would take as long as measuring. */
    static final byte[] CONTENT = new byte[FILE_BYTES];

    /** So many words are in a cache line. */
    private static final int PLACES = 8;

    private static volatile byte[] before;

    private Place() {
    }

    /** A new array, somewhere in its first cache line: where is by chance, and how fast it is copied depends on it. */
    static byte[] array(int bytes) {
        before = new byte[Long.BYTES * ThreadLocalRandom.current().nextInt(PLACES)];
        return new byte[bytes];
    }

    /**
     * An empty file, which is gone when this JVM ends.
     *
     * @param device {@code memory} for a file system in memory, or {@code disk}; on systems without Linux's folders for those the
     *     folder for temporary files stands in
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
