package dev.slipstream.stress;

/** A file that one thread writes to and another closes. */
public interface GuardedFile {
    /** The writer's. */
    void write();

    /** The closer's. */
    void close();
}
