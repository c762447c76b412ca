package dev.slipstream.diagnose.recording;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

/**
 * The chunks of a recording, each of which is readable by itself. A recording that was cut off, or whose JVM was killed while
 * writing, has complete chunks, and possibly the beginning of another.
 *
 * @param start the start time of the first chunk
 * @param readable the number of readable bytes from the beginning of the file
 * @param unfinished the file offset of a chunk that its JVM was still writing; -1 if there is none
 * @param rest the number of bytes after the readable ones, which cannot be read
 */
record Chunks(Instant start, long readable, long unfinished, long rest) {
    private static final int HEADER = 68;
    private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;
    private static final int MAJOR = 4;

    /** Major version of the format, which all JDKs to 28 write and all from 17 read. */
    private static final int NEWEST_MAJOR = 2;
    private static final int SIZE = 8;
    private static final int POOLS = 16;
    private static final int METADATA = 24;
    private static final int START = 32;
    private static final int STATE = 64;

    /** Minimum length of a chunk with events. */
    private static final int FEWEST_EVENTS = HEADER + 1;

    private static final int NANOS = 1_000_000_000;

    /**
     * Finds the chunks of a file.
     *
     * @throws IOException if there is no readable chunk; the message gives the reason
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
                int major = header.getShort(MAJOR);
                if (major > NEWEST_MAJOR) {
                    throw new IOException("its format, version " + major + ", is newer than JDK " + Runtime.version().feature()
                            + " can read; use the JDK that wrote it, or a newer one");
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
                throw new IOException("it is not a flight recording");
            }
            if (at == 0) {
                throw new IOException("it is truncated or damaged: it has no complete chunk");
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

    /** Returns whether the file can be read as it is. */
    boolean isWhole() {
        return rest == 0 && unfinished < 0;
    }

    /** Copies the readable bytes, and marks the last chunk as finished. */
    void salvage(Path file, Path copy) throws IOException {
        try (FileChannel from = FileChannel.open(file);
                FileChannel to = FileChannel.open(copy, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            long done = 0;
            while (done < readable) {
                long step = from.transferTo(done, readable - done, to);
                if (step <= 0) {
                    throw new EOFException(file + " was truncated while it was read");
                }
                done += step;
            }
            if (unfinished >= 0) {
                to.write(ByteBuffer.allocate(1), unfinished + STATE);
            }
        }
    }

    /** Checks that a path is a readable regular file. */
    static void check(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException("it is a folder; name the recordings in it");
        }
        if (!Files.exists(file)) {
            throw new IOException("it does not exist");
        }
        if (!Files.isRegularFile(file)) {
            throw new IOException("it is not a regular file");
        }
        if (!Files.isReadable(file)) {
            throw new IOException("permission denied");
        }
    }
}
