package dev.slipstream.naming;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * The file in which Linux keeps a thread's name. It is opened by the thread itself, and the open file belongs to that thread for
 * ever: once the thread has ended, a write fails, even if the kernel has given its number to another.
 *
 * @param file the calling thread's, whichever thread that is
 */
record Comm(File file) {
    static final Comm OF_LINUX = new Comm(new File("/proc/thread-self/comm"));

    /** More than Linux has ever shown, for kernel threads too. */
    private static final int ROOM = 128;

    /** The native name of the calling thread. */
    byte[] read() throws IOException {
        try (FileInputStream in = new FileInputStream(file)) {
            byte[] line = in.readNBytes(ROOM);
            boolean ended = line.length > 0 && line[line.length - 1] == '\n';
            return ended ? Arrays.copyOf(line, line.length - 1) : line;
        }
    }

    /** Opens the calling thread's for writing. Every write of 1 to 15 bytes replaces the whole name. */
    FileOutputStream open() throws IOException {
        return new FileOutputStream(file);
    }
}
