package dev.slipstream.cli.process;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Starts the attach listener of a JVM, as HotSpot asks for it: a file with the name of the process, then SIGQUIT. A JVM that does not
 * find the file, or finds that of a foreign user, prints all its threads instead.
 */
final class ListenerStart {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long POLL_NANOS = 20_000_000;

    private ListenerStart() {}

    /**
     * Returns the socket of a JVM's attach listener, which is started if there is none.
     *
     * @throws IOException if it cannot be started; the message says why
     */
    static Path socket(JvmProcess process) throws IOException {
        Path temporary = process.file("/tmp");
        // Outside this process's file system, the target of a link is another file.
        if (!process.hasOurFiles() && Files.isSymbolicLink(temporary)) {
            throw new IOException("its /tmp is a link, which is not followed from outside its container; run slipstream inside");
        }
        Path socket = process.socket();
        if (!Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
            start(process, socket);
        }
        return socket;
    }

    private static void start(JvmProcess process, Path socket) throws IOException {
        String name = ".attach_pid" + process.ownPid();
        try (ProcessFolder folder = folder(process, name)) {
            try {
                QuitSignal.send(process.pid());
                await(process, socket);
            } finally {
                folder.delete(name);
            }
        }
    }

    /** Writes the file where the JVM looks first, its current folder, or else in the other one. */
    private static ProcessFolder folder(JvmProcess process, String name) throws IOException {
        try {
            return write(process, ProcessFolder.current(process), name);
        } catch (FileSystemException notWritable) {
            return write(process, ProcessFolder.open(process, "/tmp"), name);
        }
    }

    private static ProcessFolder write(JvmProcess process, ProcessFolder folder, String name) throws IOException {
        try {
            folder.write(name, ByteBuffer.allocate(0));
            return folder;
        } catch (FileAlreadyExistsException exists) {
            // Another tool attaches at this moment, or was killed when it did. The JVM heeds that file, too, if its owner may attach.
            if (folder.isOf(name, process.owner(), Files.getOwner(Path.of("/proc/self")))) {
                return folder;
            }
            folder.close();
            throw new IOException("a file " + name + " of another user is in its way; remove it", exists);
        } catch (IOException e) {
            folder.close();
            throw e;
        }
    }

    private static void await(JvmProcess process, Path socket) throws IOException {
        long begin = System.nanoTime();
        while (!Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
            if (!process.isAlive()) {
                throw new IOException("it has ended");
            }
            if (System.nanoTime() - begin > PATIENCE.toNanos()) {
                throw new IOException("it started no attach listener within " + PATIENCE.toSeconds() + " s");
            }
            if (Thread.interrupted()) {
                throw new InterruptedIOException("stopped");
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
