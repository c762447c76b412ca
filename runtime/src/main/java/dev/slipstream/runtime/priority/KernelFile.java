package dev.slipstream.runtime.priority;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Files of the kernel. A channel would load the JDK's code of sockets, which opens some to see what the system supports. */
final class KernelFile {
    private KernelFile() {}

    static String[] lines(String file) throws IOException {
        try (FileInputStream in = new FileInputStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1).split("\n");
        }
    }
}
