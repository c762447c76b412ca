package dev.slipstream.diagnose.recording;

import java.io.IOException;
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
        default void end() {
        }
    }

    RecordingReader(Path file) {
        this.file = file;
    }

    /**
     * Reads the recording.
     *
     * @param reader receives the contents, on another thread
     * @param progress receives from time to time the number of events read
     * @return a sentence about missing data; empty if nothing is missing
     * @throws UnreadableRecording if the recording cannot be read
     */
    String read(Reader reader, LongConsumer progress) throws UnreadableRecording, InterruptedException {
        try {
            Chunks.check(file);
            Chunks chunks = Chunks.of(file);
            if (chunks.isWhole()) {
                supervise(file, chunks.readable(), reader, progress);
                return "";
            }
            Path copy = Files.createTempFile("slipstream-recording", ".jfr");
            try {
                chunks.salvage(file, copy);
                supervise(copy, chunks.readable(), reader, progress);
            } finally {
                Files.delete(copy);
            }
            return file.getFileName() + " is truncated: "
                    + (chunks.rest() > 0 ? "its last " + chunks.rest() + " bytes could not be read."
                            : "the last events may be missing.");
        } catch (UnreadableRecording e) {
            throw e;
        } catch (IOException e) {
            throw new UnreadableRecording(file, e);
        }
    }

    private void supervise(Path readable, long size, Reader reader, LongConsumer progress) throws UnreadableRecording, InterruptedException {
        Outcome outcome = new Outcome();
        Thread work = new Thread(() -> outcome.of(() -> readAll(readable, size, reader)), "recording");
        work.setDaemon(true);
        work.start();
        long last = -1;
        long since = System.nanoTime();
        for (work.join(TICK_MILLIS); work.isAlive(); work.join(TICK_MILLIS)) {
            long now = read.get();
            if (now != last) {
                last = now;
                since = System.nanoTime();
                progress.accept(now);
            } else if (System.nanoTime() - since > PATIENCE.toNanos()) {
                // The parser thread cannot be stopped. It is a daemon, and this JVM ends soon.
                throw damaged("reading did not continue after " + now + " events");
            }
        }
        if (outcome.failure != null) {
            throw damaged(outcome.failure);
        }
    }

    private UnreadableRecording damaged(String why) {
        return new UnreadableRecording(file, "it is damaged: " + why);
    }

    private void readAll(Path readable, long size, Reader reader) throws IOException {
        try (RecordingFile recording = new RecordingFile(readable)) {
            reader.types(recording.readEventTypes());
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                if (read.incrementAndGet() > size / SMALLEST_EVENT) {
                    throw new IOException("it has more events than bytes");
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
                failure = "it is nested too deeply";
            } catch (IOException | RuntimeException | Error e) {
                failure = e.getMessage() == null ? e.getClass().getSimpleName() : firstLine(e.getMessage());
            }
        }

        private static String firstLine(String text) {
            return text.lines().findFirst().orElse("").replaceAll("\\p{Cntrl}", "?");
        }
    }
}
