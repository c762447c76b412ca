package dev.slipstream.runtime.naming;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * File in which Linux keeps a thread's name. The thread itself opens it, and the open file stays bound to that thread: after the
 * thread has ended, a write fails, even if the kernel has given its id to another thread.
 *
 * @param file name file of the calling thread, whichever thread calls
 */
record Comm(File file) {
    static final Comm OF_LINUX = new Comm(new File("/proc/thread-self/comm"));

    /** Longer than any name that Linux has shown, kernel threads included. */
    private static final int ROOM = 128;

    /** Returns the native name of the calling thread. */
    byte[] read() throws IOException {
        try (FileInputStream in = new FileInputStream(file)) {
            byte[] line = in.readNBytes(ROOM);
            boolean ended = line.length > 0 && line[line.length - 1] == '\n';
            return ended ? Arrays.copyOf(line, line.length - 1) : line;
        }
    }

    /** Opens the calling thread's file for writing. Each write of 1 to 15 bytes replaces the whole name. */
    FileOutputStream open() throws IOException {
        return new FileOutputStream(file);
    }
}
