package dev.slipstream.lab.experiment.buffering;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Benchmark that writes a file in pieces. The file does not grow, and the operating system keeps it in memory, so no write waits
 * for space or for a disk.
 */
public class WriteFile extends FileInPieces {
    private RandomAccessFile file;
    private Target target;

    /** Creates the file. */
    @Setup(Level.Iteration)
    public void prepare() throws IOException {
        create();
        file = new RandomAccessFile(path.toFile(), "rw");
        left = FILE_BYTES;
        target = Target.open(through, file, buffer, Math.max(buffer, piece));
    }

    private void write(int kib) throws IOException {
        if (left == 0) {
            target.flush();
            if (file.getFilePointer() != FILE_BYTES) {
                throw new IllegalStateException("wrote up to " + file.getFilePointer());
            }
            file.seek(0);
            left = FILE_BYTES;
        }
        left -= kib * KIB;
        if (piece == 1) {
            target.writeBytes(kib * KIB);
        } else {
            target.writePieces(bytes, kib * KIB / piece);
        }
    }

    /** Writes 64 KiB. */
    @Benchmark
    @OperationsPerInvocation(SMALL_KIB)
    public void small() throws IOException {
        write(SMALL_KIB);
    }

    /**
     * Writes 1 MiB, for pieces that need no buffer. Iterations are short, so hundreds of placements in memory are tried.
     */
    @Benchmark
    @OperationsPerInvocation(LARGE_KIB)
    public void large() throws IOException {
        write(LARGE_KIB);
    }

    /** Deletes the file. */
    @TearDown(Level.Iteration)
    public void cleanUp() throws IOException {
        file.close();
        Files.delete(path);
    }
}
