package dev.slipstream.it.program.buffering;

import dev.slipstream.it.program.common.Recorded;
import dev.slipstream.it.program.common.Turns;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Thread that spends much of its time reading a file byte by byte. See {@link Recorded} for the arguments. With {@code by=channel} it
 * reads through a channel, with {@code by=written} it writes through one, and with {@code by=number} it reads numbers.
 */
public final class PaysBuffering {
    private static final int SIZE = 1 << 16;
    private static final int BATCH = 16;
    private static Piece piece;
    private static OutputStream out;
    private static FileChannel position;
    private static int left;

    private PaysBuffering() {}

    /** Transfers a piece of at most {@code BATCH} bytes. */
    private interface Piece {
        void transfer() throws IOException;
    }

    /** Runs the program. */
    public static void main(String[] arguments) throws Exception {
        Path file = Files.createTempFile("slipstream-pays", ".bin");
        Files.write(file, new byte[SIZE]);
        // Opened once and not closed: the process ends it.
        @SuppressWarnings("resource")
        RandomAccessFile random = new RandomAccessFile(file.toFile(), "rw");
        position = random.getChannel();
        FileInputStream stream = new FileInputStream(file.toFile());
        InputStream in = Channels.newInputStream(position);
        out = Channels.newOutputStream(position);
        piece = switch (Recorded.by(arguments)) {
            case "channel" -> in::read;
            case "written" -> PaysBuffering::write;
            case "number" -> random::readInt;
            default -> null;
        };
        left = SIZE;
        Files.delete(file);
        Recorded.waiter();
        Runnable pays = piece == null ? () -> pay(stream) : PaysBuffering::payOtherwise;
        Recorded.record(arguments, new Turns("reads", pays, 0.5), new Turns("computes", null, 0));
    }

    private static void pay(FileInputStream in) {
        try {
            if (left < BATCH) {
                in.skip(left - SIZE);
                left = SIZE;
            }
            for (int i = 0; i < BATCH; i++) {
                in.read();
            }
            left -= BATCH;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write() throws IOException {
        out.write(1);
    }

    private static void payOtherwise() {
        try {
            if (left < Integer.BYTES * BATCH) {
                position.position(0);
                left = SIZE;
            }
            for (int i = 0; i < BATCH; i++) {
                piece.transfer();
            }
            left -= Integer.BYTES * BATCH;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
