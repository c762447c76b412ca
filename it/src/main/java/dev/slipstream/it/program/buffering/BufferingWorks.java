package dev.slipstream.it.program.buffering;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Tells whether a descriptor's position is ahead of its stream's. */
public final class BufferingWorks {
    private static final int READS = 40;
    private static final int ATTEMPTS = 5;
    private static final int FILE_BYTES = 1 << 16;

    private BufferingWorks() {}

    public static boolean works() throws IOException {
        Path file = Files.createTempFile("works", ".bin");
        try {
            Files.write(file, new byte[FILE_BYTES]);
            try (FileInputStream in = new FileInputStream(file.toFile())) {
                boolean ahead = false;
                // The remedy gives bytes back after 20 ms, which a busy machine exceeds now and then.
                for (int attempt = 1; attempt <= ATTEMPTS && !ahead; attempt++) {
                    for (int i = 0; i < READS; i++) {
                        in.read();
                    }
                    ahead = position(file) > (long) attempt * READS;
                }
                return ahead;
            }
        } finally {
            Files.delete(file);
        }
    }

    private static long position(Path file) throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            for (Path each : descriptors.toList()) {
                if (Files.isSymbolicLink(each) && Files.readSymbolicLink(each).equals(file)) {
                    String first = Files.readAllLines(Path.of("/proc/self/fdinfo", each.getFileName().toString())).get(0);
                    return Long.parseLong(first.replaceAll("\\D", ""));
                }
            }
        }
        throw new IllegalStateException(file + " is not open");
    }
}
