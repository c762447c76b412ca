package dev.slipstream.lab.experiment.buffering;

import dev.slipstream.buffering.FastBufferedInputStream;
import dev.slipstream.buffering.FastBufferedOutputStream;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Method that opens a file, reads or writes it byte by byte, and closes it. The score is the time per KiB, as in {@link ReadFile};
 * unlike there, the JIT compiler sees the stream's whole life within one method.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 20, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class OwnStream {
    private static final int KIB = 128;
    private static final int BYTES = KIB * 1_024;
    private static final int BUFFER = 8_192;

    /** The kind of stream, as in {@link FileInPieces#through}. */
    @Param("library")
    public String through;

    private final ByteBuffer direct = ByteBuffer.allocateDirect(BUFFER);
    private long expected;
    private Path path;

    /** Writes the file. */
    @Setup
    public void prepare() throws IOException {
        byte[] content = new byte[BYTES];
        new Random(BYTES).nextBytes(content);
        for (byte each : content) {
            expected += each & 0xff;
        }
        path = FileInPieces.file("memory");
        Files.write(path, content);
    }

    /**
     * Reads 128 KiB.
     *
     * @return the sum of the bytes
     */
    @Benchmark
    @OperationsPerInvocation(KIB)
    public long read() throws IOException {
        long sum = switch (through) {
            case "library" -> readThroughLibrary();
            case "java" -> readThroughJava();
            default -> readThroughOther();
        };
        if (sum != expected) {
            throw new IllegalStateException("read " + sum + " instead of " + expected);
        }
        return sum;
    }

    private long readThroughLibrary() throws IOException {
        try (FileInputStream in = new FileInputStream(path.toFile())) {
            FastBufferedInputStream own = new FastBufferedInputStream(in, BUFFER);
            long sum = 0;
            for (int next = own.read(); next >= 0; next = own.read()) {
                sum += next;
            }
            return sum;
        }
    }

    private long readThroughJava() throws IOException {
        try (FileInputStream in = new FileInputStream(path.toFile())) {
            BufferedInputStream own = new BufferedInputStream(in, BUFFER);
            long sum = 0;
            for (int next = own.read(); next >= 0; next = own.read()) {
                sum += next;
            }
            return sum;
        }
    }

    private long readThroughOther() throws IOException {
        try (Source own = Source.open(through, path, BUFFER, direct)) {
            return own.readBytes(BYTES);
        }
    }

    /** Writes 128 KiB. */
    @Benchmark
    @OperationsPerInvocation(KIB)
    public void write() throws IOException {
        expected = 0;
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            switch (through) {
                case "library" -> writeThroughLibrary(new FileOutputStream(file.getFD()));
                case "java" -> writeThroughJava(new FileOutputStream(file.getFD()));
                default -> writeThroughOther(file);
            }
        }
    }

    private static void writeThroughLibrary(OutputStream out) throws IOException {
        FastBufferedOutputStream own = new FastBufferedOutputStream(out, BUFFER);
        for (int i = 0; i < BYTES; i++) {
            own.write(i);
        }
        own.flush();
    }

    private static void writeThroughJava(OutputStream out) throws IOException {
        BufferedOutputStream own = new BufferedOutputStream(out, BUFFER);
        for (int i = 0; i < BYTES; i++) {
            own.write(i);
        }
        own.flush();
    }

    private void writeThroughOther(RandomAccessFile file) throws IOException {
        Target own = Target.open(through, file, BUFFER, BUFFER);
        own.writeBytes(BYTES);
        own.flush();
    }

    /** Checks the written bytes, and deletes the file. */
    @TearDown
    public void cleanUp() throws IOException {
        byte[] content = Files.readAllBytes(path);
        Files.delete(path);
        byte[] written = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            written[i] = (byte) i;
        }
        if (expected == 0 && !Arrays.equals(content, written)) {
            throw new IllegalStateException("wrote something else");
        }
    }
}
