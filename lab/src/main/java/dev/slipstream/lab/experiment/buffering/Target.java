package dev.slipstream.lab.experiment.buffering;

import java.io.IOException;

/** A way to write a file, with loops of its own, as {@link Source}. */
interface Target {
    /**
     * Writes bytes one at a time.
     *
     * @param count how many
     */
    void writeBytes(int count) throws IOException;

    /**
     * Writes pieces one at a time.
     *
     * @param piece each of them
     * @param count how many
     */
    void writePieces(byte[] piece, int count) throws IOException;

    /** Leaves nothing in a buffer. */
    void flush() throws IOException;
}
