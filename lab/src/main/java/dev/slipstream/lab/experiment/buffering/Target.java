package dev.slipstream.lab.experiment.buffering;

import java.io.IOException;

/** A way to write a file, with its own loops, like {@link Source}. */
interface Target {
    /**
     * Writes bytes one at a time.
     *
     * @param count the number of bytes
     */
    void writeBytes(int count) throws IOException;

    /**
     * Writes pieces one at a time.
     *
     * @param piece the content of each piece
     * @param count the number of pieces
     */
    void writePieces(byte[] piece, int count) throws IOException;

    /** Writes all buffered bytes to the file. */
    void flush() throws IOException;
}
