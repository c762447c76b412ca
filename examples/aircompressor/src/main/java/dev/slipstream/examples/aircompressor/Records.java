package dev.slipstream.examples.aircompressor;

import dev.slipstream.examples.load.Folder;
import dev.slipstream.examples.load.Load;
import io.airlift.compress.v3.lz4.Lz4NativeCompressor;
import io.airlift.compress.v3.lz4.Lz4NativeDecompressor;
import io.airlift.compress.v3.xxhash.XxHash3Native;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Compressed records in a file that is mapped into a shared arena, each with a checksum. An operation reads some records at random: it
 * has native code compute the checksum and decompress the record, and checks both. One in two thousand operations replaces the file:
 * it maps another, and closes the arena of the old one as soon as no thread reads from it.
 *
 * <p>Arguments and output: those of {@link Load}.
 */
public final class Records implements AutoCloseable {
    private static final int PER_SECOND = 200;
    private static final int THREADS = 4;
    private static final int RECORDS = 10_000;
    private static final int READS = 200;
    private static final int REPLACING = 2_000;
    private static final int BYTES = 256;
    private static final int DISTINCT = 16;

    private static final ThreadLocal<MemorySegment> CONTENTS =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(BYTES, Long.BYTES));
    private static final ThreadLocal<Lz4NativeDecompressor> DECOMPRESSORS = ThreadLocal.withInitial(Lz4NativeDecompressor::new);

    private final Folder folder;
    private volatile Log log;

    private Records(Folder folder) throws IOException {
        this.folder = folder;
        log = write(0);
    }

    /**
     * A mapped file.
     *
     * @param ends where each record ends
     */
    private record Log(long generation, Arena arena, MemorySegment file, int[] ends, long[] checksums) {
        void check(int place) {
            int begin = place == 0 ? 0 : ends[place - 1];
            MemorySegment compressed = file.asSlice(begin, ends[place] - begin);
            Load.check(XxHash3Native.hash(compressed) == checksums[place], "record %d has another checksum", place);
            MemorySegment content = CONTENTS.get();
            int bytes = DECOMPRESSORS.get().decompress(compressed, content);
            Load.check(bytes == BYTES, "record %d has %d bytes", place, bytes);
            long from = content.get(ValueLayout.JAVA_LONG, 0);
            long number = content.get(ValueLayout.JAVA_LONG, Long.BYTES);
            Load.check(from == generation && number == place, "record %d of file %d is in place %d of file %d", number, from,
                    place, generation);
        }

        /** A thread that reads at the moment forbids it. */
        void close() throws InterruptedException {
            while (arena.scope().isAlive()) {
                try {
                    arena.close();
                } catch (IllegalStateException acquired) {
                    Thread.sleep(0, 1);
                }
            }
        }
    }

    public static void main(String[] args) {
        Load.main(args, PER_SECOND, load -> {
            try (Folder folder = Folder.create("records"); Records records = new Records(folder)) {
                load.start(THREADS, operation -> {
                    if (operation % REPLACING == REPLACING - 1 && !load.onlyReads()) {
                        records.replace();
                    }
                    for (int i = 0; i < READS; i++) {
                        records.check(ThreadLocalRandom.current().nextInt(RECORDS));
                    }
                });
                load.awaitReady();
                load.awaitEnd();
                for (int place = 0; place < RECORDS; place++) {
                    records.check(place);
                }
            }
        });
    }

    private Log write(long generation) throws IOException {
        int[] ends = new int[RECORDS];
        long[] checksums = new long[RECORDS];
        Lz4NativeCompressor compressor = new Lz4NativeCompressor();
        byte[] compressed = new byte[compressor.maxCompressedLength(BYTES)];
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int place = 0; place < RECORDS; place++) {
            int bytes = compressor.compress(content(generation, place), 0, BYTES, compressed, 0, compressed.length);
            checksums[place] = XxHash3Native.hash(compressed, 0, bytes);
            all.write(compressed, 0, bytes);
            ends[place] = all.size();
        }
        Path file = Files.write(folder.path().resolve("records-" + generation), all.toByteArray());
        Arena arena = Arena.ofShared();
        try (FileChannel channel = FileChannel.open(file)) {
            return new Log(generation, arena, channel.map(MapMode.READ_ONLY, 0, channel.size(), arena), ends, checksums);
        } finally {
            Files.delete(file);
        }
    }

    private static byte[] content(long generation, int place) {
        ByteBuffer content = ByteBuffer.allocate(BYTES).order(ByteOrder.nativeOrder());
        content.putLong(generation).putLong(place);
        for (int i = 0; content.hasRemaining(); i++) {
            content.put((byte) ((i * i + place) % DISTINCT));
        }
        return content.array();
    }

    private synchronized void replace() throws IOException, InterruptedException {
        Log old = log;
        log = write(old.generation() + 1);
        old.close();
    }

    private void check(int place) {
        Log current = log;
        try {
            current.check(place);
        } catch (IllegalStateException | AssertionError e) { // aircompressor wraps what its native calls throw in the latter
            if (current == log) {
                throw e;
            }
            check(place); // the arena was closed meanwhile
        }
    }

    @Override
    public void close() throws InterruptedException {
        log.close();
    }
}
