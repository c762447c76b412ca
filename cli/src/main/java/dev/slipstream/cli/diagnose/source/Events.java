package dev.slipstream.cli.diagnose.source;

import dev.slipstream.cli.diagnose.Diagnosis;
import dev.slipstream.cli.diagnose.Diagnostician;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;

/** What a JVM is recording, as it comes, on a thread of its own; a diagnostician gets it from one thread at a time. */
final class Events implements AutoCloseable {
    private static final long POLL_MILLIS = 20;

    private final EventStream stream;
    private final Diagnostician diagnostician;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private boolean closed;
    private volatile Instant latest = Instant.MIN;

    /**
     * Begins to read.
     *
     * @param repository the folder that the JVM writes to
     * @param from earlier events, which others have asked for, are left out
     * @param diagnostician who gets them
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
                    diagnostician.metadata(metadata.getEventTypes());
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
            diagnostician.accept(event);
        }
        if (event.getEndTime().isAfter(latest)) {
            latest = event.getEndTime();
        }
    }

    void burst(Instant from, Instant to) {
        synchronized (diagnostician) {
            diagnostician.burst(from, to);
        }
    }

    /** Waits until there are events of a later time than this, or it seems that none will come. */
    void await(Instant time, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (!latest.isAfter(time) && System.nanoTime() < end) {
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** A failure in the stream's thread belongs to whoever looks. */
    void rethrow() throws IOException {
        if (failure.get() != null) {
            throw new IOException("its events cannot be read: " + failure.get(), failure.get());
        }
    }

    Diagnosis diagnosis(List<String> more) {
        synchronized (diagnostician) {
            return Caveats.added(diagnostician.diagnosis(), more);
        }
    }

    /** From now on the diagnostician is the caller's. */
    @Override
    public void close() {
        synchronized (diagnostician) {
            closed = true;
        }
        stream.close();
    }
}
