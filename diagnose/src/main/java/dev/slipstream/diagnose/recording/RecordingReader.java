package dev.slipstream.diagnose.recording;

import dev.slipstream.diagnose.files.TemporaryFolder;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Reads an untrusted recording, event by event. The JDK's parser trusts the file: a damaged or malicious one may make it fail in
 * any way, exhaust the memory, or never end. This class reports each of these in one line.
 */
final class RecordingReader {
    /** Time without a new event after which the parser is taken to loop. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Bounds the time in which all events are read. */
    private static final Duration LEAST_TIME = Duration.ofMinutes(1);

    /** Far below what a slow machine reads in a second. */
    private static final long BYTES_PER_SECOND = 1 << 20;

    private static final long TICK_MILLIS = 100;

    /** Minimum size of an event in bytes: a length, a type, a time. */
    private static final int SMALLEST_EVENT = 4;

    private final Path file;
    private final AtomicLong read = new AtomicLong();

    /** Receives the contents of a recording. */
    interface Reader {
        /** Takes the event types, before any event. */
        void types(List<EventType> types);

        /** Takes an event. Returns false to stop reading. */
        boolean event(RecordedEvent event);

        /** Called after the last event. */
        default void end() {}
    }

    RecordingReader(Path file) {
        this.file = file;
    }

    /**
     * Reads the recording. The time that this takes is bounded by the number of bytes that are there.
     *
     * @param reader receives the contents, on another thread
     * @param progress receives from time to time the number of events read
     * @return a sentence about missing data; empty if nothing is missing
     * @throws UnreadableRecording if the recording cannot be read
     * @throws InterruptedException if interrupted meanwhile; no copy is left
     */
    String read(Reader reader, LongConsumer progress) throws UnreadableRecording, InterruptedException {
        try {
            Chunks.check(file);
            Chunks chunks = Chunks.of(file);
            chunks.check(file, () -> progress.accept(0));
            if (chunks.isWhole() && file.toFile().exists()) {
                supervise(file, chunks.readable(), reader, progress);
                return "";
            }
            try (TemporaryFolder folder = new TemporaryFolder()) {
                // The parser takes the file's name as text, which loses what the locale lacks.
                Path readable = chunks.isWhole()
                        ? Files.createSymbolicLink(folder.path().resolve("recording.jfr"), file.toAbsolutePath())
                        : chunks.salvage(file, folder, () -> progress.accept(0));
                supervise(readable, chunks.readable(), reader, progress);
            }
            return chunks.isWhole() ? "" : file.getFileName() + " is truncated: "
                    + (chunks.rest() > 0 ? "its last " + chunks.rest() + " bytes could not be read."
                            : "the last events may be missing.");
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /**
     * Returns what a failure to read a recording means.
     *
     * @throws InterruptedException if the thread was interrupted, which closes the file that it reads
     */
    static UnreadableRecording unreadable(Path file, IOException failure) throws InterruptedException {
        if (failure instanceof ClosedByInterruptException) {
            // Clears the status, as the exception demands.
            Thread.interrupted();
            throw new InterruptedException();
        }
        return failure instanceof UnreadableRecording known ? known : new UnreadableRecording(file, failure);
    }

    private void supervise(Path readable, long size, Reader reader, LongConsumer progress)
            throws UnreadableRecording, InterruptedException {
        Outcome outcome = new Outcome();
        Thread work = new Thread(() -> outcome.of(() -> readAll(readable, size, reader)), "recording");
        work.setDaemon(true);
        work.start();
        long last = -1;
        long begin = System.nanoTime();
        long since = begin;
        Duration most = LEAST_TIME.plusSeconds(size / BYTES_PER_SECOND);
        for (work.join(TICK_MILLIS); work.isAlive(); work.join(TICK_MILLIS)) {
            long now = read.get();
            // The parser thread cannot be stopped. It is a daemon, and this JVM ends soon.
            if (System.nanoTime() - begin > most.toNanos()) {
                throw gaveUp("it was not read within " + most.toSeconds() + " s");
            }
            if (now != last) {
                last = now;
                since = System.nanoTime();
                progress.accept(now);
            } else if (System.nanoTime() - since > PATIENCE.toNanos()) {
                throw gaveUp("it is damaged: reading did not continue after " + now + " events");
            }
        }
        if (outcome.failure != null) {
            throw new UnreadableRecording(file, "it is damaged: " + outcome.failure, outcome.lasting);
        }
    }

    private UnreadableRecording gaveUp(String why) {
        return new UnreadableRecording(file, why, false);
    }

    private void readAll(Path readable, long size, Reader reader) throws IOException {
        try (RecordingFile recording = new RecordingFile(readable)) {
            reader.types(recording.readEventTypes());
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                if (read.incrementAndGet() > size / SMALLEST_EVENT) {
                    throw new DamagedRecording("it has more events than bytes");
                }
                if (!reader.event(event)) {
                    return;
                }
            }
            reader.end();
        }
    }

    /** The outcome of reading. Handles all ways in which the parser may fail. */
    private static final class Outcome {
        private volatile String failure;

        /** Whether the same failure is to be expected of the next attempt. */
        private volatile boolean lasting;

        /** An action that may fail. */
        interface Work {
            void run() throws IOException;
        }

        void of(Work work) {
            try {
                work.run();
            } catch (OutOfMemoryError e) {
                failure = "reading it needs more memory than available";
            } catch (StackOverflowError e) {
                lasting = true;
                failure = "it is nested too deeply";
            } catch (IOException | RuntimeException | Error e) {
                lasting = e instanceof RuntimeException || e instanceof DamagedRecording;
                failure = e.getMessage() == null ? e.getClass().getSimpleName() : firstLine(e.getMessage());
            }
        }

        private static String firstLine(String text) {
            return text.lines().findFirst().orElse("").replaceAll("\\p{Cntrl}", "?");
        }
    }
}
