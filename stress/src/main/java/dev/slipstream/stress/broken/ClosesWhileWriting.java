package dev.slipstream.stress.broken;

import dev.slipstream.stress.GuardedFile;
import dev.slipstream.stress.Sink;

/** Looks whether the file is open, and then writes: it may be closed in between. */
final class ClosesWhileWriting implements GuardedFile {
    private final Sink sink;
    private volatile boolean closed;

    ClosesWhileWriting(Sink sink) {
        this.sink = sink;
    }

    @Override
    public void write() {
        if (!closed) {
            sink.write(0);
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            sink.close();
        }
    }
}
