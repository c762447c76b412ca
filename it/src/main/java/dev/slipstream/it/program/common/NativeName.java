package dev.slipstream.it.program.common;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;

/** Names of threads as the operating system shows them. */
public final class NativeName {
    private static final int ROOM = 100;

    private NativeName() {}

    /** Returns the kernel's number of the calling thread. */
    public static long ownNumber() throws IOException {
        return Long.parseLong(Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName().toString());
    }

    /** Returns the native name of the calling thread. */
    public static String own() throws IOException {
        return read("/proc/thread-self/comm");
    }

    /** Returns the native name of a thread of this process. */
    public static String of(long number) throws IOException {
        return read("/proc/self/task/" + number + "/comm");
    }

    /** Returns the bytes of the native name of the calling thread. */
    public static String ownInHex() throws IOException {
        return HexFormat.of().formatHex(bytes("/proc/thread-self/comm"));
    }

    private static String read(String file) throws IOException {
        return new String(bytes(file), StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String file) throws IOException {
        try (FileInputStream in = new FileInputStream(file)) {
            byte[] line = in.readNBytes(ROOM);
            return Arrays.copyOf(line, line.length - 1);
        }
    }
}
