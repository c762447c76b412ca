package dev.slipstream.diagnose.recording;

import dev.slipstream.diagnose.files.TemporaryFolder;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;

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

    /** The step in which the contents are read, and the block that is looked at for contents. */
    private static final int STEP = 1 << 20;
    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(1 << 12).asReadOnlyBuffer();

    /** More bytes without contents than with it, and than this, are a hole: a file system stores any number of them for nothing. */
    private static final long HOLE = 16 << 20;
    private static final int MEBIBYTE = 1 << 20;
    private static final String SHORTER = "it was truncated while it was read";

    /**
     * Finds the chunks of a file.
     *
     * @throws IOException if there is no readable chunk; the message gives the reason. {@link DamagedRecording} if another JDK or a
     *     later attempt cannot read it either
     */
    static Chunks of(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            long size = channel.size();
            if (size == 0) {
                throw new DamagedRecording("it is empty");
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
                throw new DamagedRecording("it is not a flight recording");
            }
            if (at == 0) {
                throw new DamagedRecording("it is truncated or damaged: it has no complete chunk");
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

    /**
     * Reads the readable bytes once, so that their number, which the file claims, can be relied on.
     *
     * @param progress called from time to time
     * @throws DamagedRecording if most of them are a hole
     */
    void check(Path file, Runnable progress) throws IOException {
        try (FileChannel from = FileChannel.open(file)) {
            ByteBuffer step = ByteBuffer.allocateDirect(STEP);
            long empty = 0;
            long done = 0;
            while (done < readable) {
                step.clear().limit((int) Math.min(STEP, readable - done));
                if (from.read(step, done) <= 0) {
                    throw new EOFException(SHORTER);
                }
                done += step.flip().limit();
                empty += empty(step);
                if (empty > HOLE && empty > done - empty) {
                    throw new DamagedRecording("it is damaged: " + empty / MEBIBYTE + " of its first " + done / MEBIBYTE
                            + " MiB are empty");
                }
                progress.run();
            }
        }
    }

    /**
     * Copies the readable bytes, and marks the last chunk as finished.
     *
     * @param progress called from time to time
     * @return the copy
     * @throws IOException if the folder has no room for it
     */
    Path salvage(Path file, TemporaryFolder folder, Runnable progress) throws IOException {
        Path copy = folder.path().resolve("salvaged.jfr");
        try (FileChannel from = FileChannel.open(file);
                FileChannel to = FileChannel.open(copy, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
            long done = 0;
            while (done < readable) {
                Optional<String> lack = folder.lacksRoom(readable - done);
                if (lack.isPresent()) {
                    throw new IOException("it is truncated, and a copy of its readable part " + lack.get());
                }
                long step = from.transferTo(done, Math.min(STEP, readable - done), to);
                if (step <= 0) {
                    throw new EOFException(SHORTER);
                }
                done += step;
                progress.run();
            }
            if (unfinished >= 0) {
                to.write(ByteBuffer.allocate(1), unfinished + STATE);
            }
        }
        return copy;
    }

    /** Returns the number of bytes in blocks of zeros. */
    private static int empty(ByteBuffer step) {
        int empty = 0;
        for (int at = 0; at < step.limit(); at += NOTHING.capacity()) {
            int length = Math.min(NOTHING.capacity(), step.limit() - at);
            if (step.slice(at, length).mismatch(NOTHING.slice(0, length)) < 0) {
                empty += length;
            }
        }
        return empty;
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
