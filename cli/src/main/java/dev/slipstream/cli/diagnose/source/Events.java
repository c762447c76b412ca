package dev.slipstream.cli.diagnose.source;

import dev.slipstream.diagnose.Diagnostician;
import dev.slipstream.diagnose.event.FlightEvent;
import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.diagnose.threads.ThreadDump;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;

/** Streams a JVM's events on a dedicated thread into a diagnostician, whose lock guards it. */
final class Events implements AutoCloseable {
    private static final long POLL_MILLIS = 20;

    private final EventStream stream;
    private final Diagnostician diagnostician;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private boolean closed;
    private volatile Instant latest = Instant.MIN;

    /**
     * Starts the stream.
     *
     * @param repository the folder that the JVM writes to
     * @param from the start time; earlier events, which belong to other recordings, are left out
     * @param diagnostician the receiver of the events
     */
    Events(Path repository, Instant from, Diagnostician diagnostician) throws IOException {
        this.diagnostician = diagnostician;
        stream = EventStream.openRepository(repository);
        stream.setStartTime(from);
        stream.setOrdered(false);
        stream.setReuse(false);
        stream.onMetadata(metadata -> {
            synchronized (diagnostician) {
                if (!closed) {
                    diagnostician.metadata(FlightEvent.kinds(metadata.getEventTypes()));
                }
            }
        });
        stream.onEvent(this::accept);
        stream.onError(error -> failure.compareAndSet(null, error));
        stream.startAsync();
    }

    private void accept(RecordedEvent event) {
        synchronized (diagnostician) {
            if (closed) {
                return;
            }
            diagnostician.accept(new FlightEvent(event));
        }
        if (event.getEndTime().isAfter(latest)) {
            latest = event.getEndTime();
        }
    }

    void dumped(ThreadDump dump) {
        synchronized (diagnostician) {
            diagnostician.dumped(dump);
        }
    }

    void burst(Instant from, Instant to) {
        synchronized (diagnostician) {
            diagnostician.burst(from, to);
        }
    }

    /** Waits until there are events later than the given time, at most as long as {@code patience}. */
    void await(Instant time, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (!latest.isAfter(time) && System.nanoTime() < end) {
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** Rethrows a failure of the stream's thread in the calling thread. */
    void rethrow() throws IOException {
        if (failure.get() != null) {
            throw new IOException("its events cannot be read: " + failure.get(), failure.get());
        }
    }

    Diagnosis diagnosis(List<String> more) {
        synchronized (diagnostician) {
            return diagnostician.diagnosis().with(more);
        }
    }

    /** Closes the stream. Afterwards only the caller uses the diagnostician. */
    @Override
    public void close() {
        synchronized (diagnostician) {
            closed = true;
        }
        stream.close();
    }
}
