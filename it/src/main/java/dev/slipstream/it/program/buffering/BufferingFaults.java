package dev.slipstream.it.program.buffering;

import dev.slipstream.it.program.common.Failing;
import dev.slipstream.it.program.common.Faults;
import dev.slipstream.it.program.common.StackEnd;
import dev.slipstream.it.program.common.UntilNoneFails;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;

/** A read that throws takes no byte, and each byte is read once and in order. */
public final class BufferingFaults implements Faults {
    private static final int FILE_BYTES = 1 << 14;
    private static final int PRIME = 127;
    private static final int READS = 40;
    private static final int WARM_READS = 100;
    private static final int SKIPPED = 5;
    private static final byte[] CONTENT = content();

    private static byte[] content() {
        byte[] content = new byte[FILE_BYTES];
        for (int i = 0; i < FILE_BYTES; i++) {
            content[i] = (byte) (i % PRIME);
        }
        return content;
    }

    private static Path file() throws IOException {
        return Files.write(Files.createTempFile("faults", ".bin"), CONTENT);
    }

    @Override
    public String differsAtStackEnd(int which) throws IOException {
        Path file = file();
        byte[] read = new byte[FILE_BYTES];
        int[] next = {0};
        try (FileInputStream in = new FileInputStream(file.toFile())) {
            for (int i = 0; i < WARM_READS; i++) {
                read[next[0]++] = (byte) in.read();
            }
            StackEnd.recurse(() -> {
                try {
                    int value = in.read();
                    // No call follows, so an overflow is one of the read.
                    read[next[0]++] = (byte) value;
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }, which);
        } finally {
            Files.delete(file);
        }
        int different = Arrays.mismatch(read, 0, next[0], CONTENT, 0, next[0]);
        return different < 0 ? null : "byte " + different + " of " + next[0] + " was taken by a read that threw";
    }

    @Override
    public String failAllocations() throws Exception {
        return UntilNoneFails.on(BufferingFaults::read, false);
    }

    private static String read(int others) throws IOException {
        Path file = file();
        Failing.after(others);
        try (FileInputStream in = new FileInputStream(file.toFile())) {
            int at = readOneByOne(in, 0);
            if (in.available() != FILE_BYTES - at) {
                return in.available() + " bytes are left after " + at;
            }
            at = readOneByOne(in, at);
            at += (int) in.skip(SKIPPED);
            at = readOneByOne(in, at);
            at += in.readNBytes(SKIPPED).length;
            at = readOneByOne(in, at);
            return in.getChannel().position() == at ? null : "the position is " + in.getChannel().position() + ", not " + at;
        } catch (IllegalStateException wrong) {
            return wrong.getMessage();
        } finally {
            Failing.end();
            Files.delete(file);
        }
    }

    private static int readOneByOne(FileInputStream in, int from) throws IOException {
        for (int at = from; at < from + READS; at++) {
            int read = in.read();
            if (read != CONTENT[at]) {
                throw new IllegalStateException("byte " + at + " is " + read + ", not " + CONTENT[at]);
            }
        }
        return from + READS;
    }

    /** Reads the beginning of a file, so that more of it is read ahead. */
    @Override
    public Callable<String> hold() throws IOException {
        Path file = file();
        FileInputStream in = new FileInputStream(file.toFile());
        readOneByOne(in, 0);
        return () -> {
            try (in) {
                readOneByOne(in, READS);
                return null;
            } catch (IllegalStateException wrong) {
                return wrong.getMessage();
            } finally {
                Files.delete(file);
            }
        };
    }
}
