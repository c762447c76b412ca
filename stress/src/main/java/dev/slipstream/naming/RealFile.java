package dev.slipstream.naming;

import dev.slipstream.stress.GuardedFile;
import dev.slipstream.stress.Sink;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The file that slots and publisher share. In its package, since nobody else is to see it. */
public final class RealFile implements GuardedFile {
    private static final byte[] NAME = {'n', 'a', 'm', 'e'};

    private final NameFile file;

    public RealFile(Sink sink) {
        file = new NameFile(sink);
    }

    @Override
    public void write() {
        try {
            file.write(NAME, NAME.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Closes it, and returns when nothing is written any more. */
    public void closeAndWait() {
        try {
            file.closeAndWait();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
