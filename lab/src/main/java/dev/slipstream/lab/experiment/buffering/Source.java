package dev.slipstream.lab.experiment.buffering;

import java.io.Closeable;
import java.io.IOException;

/**
 * A way to read a file. Each implementation has its own loops, with the source in a local variable, so that the loop calls the
 * source as directly as an application would.
 */
interface Source extends Closeable {
    /**
     * Reads bytes one at a time.
     *
     * @param count the number of bytes; the file has at least as many left
     * @return their sum
     */
    long readBytes(int count) throws IOException;

    /**
     * Reads pieces one at a time.
     *
     * @param piece receives each piece; its length is the piece's size
     * @param count the number of pieces; the file has at least as many left
     */
    void readPieces(byte[] piece, int count) throws IOException;
}
