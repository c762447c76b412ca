package dev.slipstream.runtime.naming;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * File in which Linux keeps a thread's name. An open file stays bound to its thread: after the thread has ended, a write fails, even if
 * the kernel has given its id to another thread.
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

    /**
     * Opens the calling thread's file for writing. Each write of 1 to 15 bytes replaces the whole name.
     *
     * @param files the number of files that are open, with this one; less by one once it is not
     */
    OutputStream open(AtomicInteger files) throws IOException {
        OutputStream opened = null;
        try {
            opened = new Lasting(file, files);
            return opened;
        } finally {
            if (opened == null) {
                files.decrementAndGet();
            }
        }
    }

    /** Returns the calling thread's file, which is open during each write only; for any thread. */
    OutputStream openForEachWrite() throws IOException {
        return new Brief(file.toPath().resolveSibling(".").toRealPath().resolve(file.getName()).toFile(), Thread.currentThread());
    }

    private static final class Lasting extends FileOutputStream {
        private final AtomicInteger files;

        Lasting(File file, AtomicInteger files) throws IOException {
            super(file);
            this.files = files;
        }

        /** {@link NameFile} closes once. */
        @Override
        public void close() throws IOException {
            files.decrementAndGet();
            super.close();
        }
    }

    private static final class Brief extends OutputStream {
        /** With the number of the thread in its path. */
        private final File file;
        private final Thread owner;

        Brief(File file, Thread owner) {
            this.file = file;
            this.owner = owner;
        }

        /**
         * Writes if the thread is alive. The kernel may have given its number to another one: while the thread is alive it has not, so
         * the file that was opened before that check is the thread's own, and stays so.
         */
        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try (FileOutputStream out = new FileOutputStream(file)) {
                if (!owner.isAlive()) {
                    throw new IOException("the thread has ended");
                }
                out.write(bytes, offset, length);
            }
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }
    }
}
