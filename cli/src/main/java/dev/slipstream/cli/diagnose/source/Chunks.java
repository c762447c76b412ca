package dev.slipstream.cli.diagnose.source;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

/**
 * The pieces of a recording, each of which can be read by itself. One that was cut off, or whose JVM was killed while it wrote,
 * has pieces that are whole, and perhaps one of which the beginning is.
 *
 * @param start when the first begins
 * @param readable how many bytes from the beginning of the file can be read
 * @param unfinished where in the file a piece begins that its JVM was still writing; -1 if there is none
 * @param rest how many bytes behind that cannot be read
 */
record Chunks(Instant start, long readable, long unfinished, long rest) {
    private static final int HEADER = 68;
    private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;
    private static final int SIZE = 8;
    private static final int POOLS = 16;
    private static final int METADATA = 24;
    private static final int START = 32;
    private static final int STATE = 64;

    /** A piece of less than this has no events. */
    private static final int FEWEST_EVENTS = HEADER + 1;

    private static final int NANOS = 1_000_000_000;

    /**
     * Finds them.
     *
     * @throws IOException if there is none, with the reason
     */
    static Chunks of(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            long size = channel.size();
            if (size == 0) {
                throw new IOException("it is empty");
            }
            ByteBuffer header = ByteBuffer.allocate(HEADER);
            Instant start = null;
            long at = 0;
            while (at < size && read(channel, header, at)) {
                if (header.getInt(0) != MAGIC) {
                    break;
                }
                if (start == null) {
                    start = Instant.ofEpochSecond(Math.floorDiv(header.getLong(START), NANOS),
                            Math.floorMod(header.getLong(START), NANOS));
                }
                long length = header.getLong(SIZE);
                boolean readable = length >= FEWEST_EVENTS && length <= size - at && within(header, POOLS, length)
                        && within(header, METADATA, length);
                if (!readable) {
                    break;
                }
                if (header.get(STATE) != 0) {
                    return new Chunks(start, at + length, at, size - at - length);
                }
                at += length;
            }
            if (start == null) {
                throw new IOException("it is no flight recording");
            }
            if (at == 0) {
                throw new IOException("it is cut off, or damaged: it has no part that is whole");
            }
            return new Chunks(start, at, -1, size - at);
        }
    }

    private static boolean within(ByteBuffer header, int field, long length) {
        return header.getLong(field) >= HEADER && header.getLong(field) < length;
    }

    private static boolean read(FileChannel channel, ByteBuffer header, long at) throws IOException {
        header.clear();
        while (header.hasRemaining()) {
            if (channel.read(header, at + header.position()) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether the file can be read as it is. */
    boolean isWhole() {
        return rest == 0 && unfinished < 0;
    }

    /** Copies what can be read, and marks it as finished. */
    void salvage(Path file, Path copy) throws IOException {
        try (FileChannel from = FileChannel.open(file);
                FileChannel to = FileChannel.open(copy, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            long done = 0;
            while (done < readable) {
                long step = from.transferTo(done, readable - done, to);
                if (step <= 0) {
                    throw new EOFException(file + " is getting shorter while it is read");
                }
                done += step;
            }
            if (unfinished >= 0) {
                to.write(ByteBuffer.allocate(1), unfinished + STATE);
            }
        }
    }

    /** Checks that it is a file that may be read. */
    static void check(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException("it is a folder; name the recordings in it");
        }
        if (!Files.exists(file)) {
            throw new IOException("it does not exist");
        }
        if (!Files.isRegularFile(file)) {
            throw new IOException("it is no ordinary file");
        }
        if (!Files.isReadable(file)) {
            throw new IOException("permission denied");
        }
    }
}
