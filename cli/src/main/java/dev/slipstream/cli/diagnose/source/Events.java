package dev.slipstream.cli.diagnose.source;

import dev.slipstream.cli.diagnose.Diagnosis;
import dev.slipstream.cli.diagnose.Diagnostician;
import dev.slipstream.cli.diagnose.IgnoredPriorities;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
                diagnostician.metadata(metadata.getEventTypes());
            }
        });
        stream.onEvent(this::accept);
        stream.onError(error -> failure.compareAndSet(null, error));
        stream.startAsync();
    }

    private void accept(RecordedEvent event) {
        synchronized (diagnostician) {
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

    void priorities(IgnoredPriorities found) {
        synchronized (diagnostician) {
            diagnostician.priorities(found);
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
        Diagnosis found;
        synchronized (diagnostician) {
            found = diagnostician.diagnosis();
        }
        List<String> caveats = new ArrayList<>(found.caveats());
        caveats.addAll(more);
        return new Diagnosis(found.subject(), found.seconds(), found.findings(), caveats, found.moments());
    }

    @Override
    public void close() {
        stream.close();
    }
}
