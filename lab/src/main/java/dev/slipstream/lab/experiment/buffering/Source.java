package dev.slipstream.lab.experiment.buffering;

import java.io.Closeable;
import java.io.IOException;

/**
 * A way to read a file. Each has loops of its own, with what it reads from in a local variable, so that nothing stands between
 * the loop and what it calls but what an application would have there.
 */
interface Source extends Closeable {
    /**
     * Reads bytes one at a time.
     *
     * @param count how many, of which the file has as many left
     * @return their sum
     */
    long readBytes(int count) throws IOException;

    /**
     * Reads pieces one at a time.
     *
     * @param piece where each goes, as a whole
     * @param count how many, of which the file has as many left
     */
    void readPieces(byte[] piece, int count) throws IOException;
}
