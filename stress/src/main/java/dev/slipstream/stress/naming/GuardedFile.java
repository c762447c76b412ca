package dev.slipstream.stress.naming;

/** File that one thread writes and another closes. */
public interface GuardedFile {
    /** Writes. Called by one thread. */
    void write();

    /** Closes the file. Called by the other thread. */
    void close();
}
