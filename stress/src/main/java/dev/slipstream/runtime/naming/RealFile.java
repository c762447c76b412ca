package dev.slipstream.runtime.naming;

import dev.slipstream.stress.naming.Sink;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The file that slots and publisher share, a package-private class of the runtime. */
public final class RealFile implements Sink.SharedFile {
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

    /** Closes the file, and returns when no write is under way. */
    public void closeAndWait() {
        try {
            file.closeAndWait();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
