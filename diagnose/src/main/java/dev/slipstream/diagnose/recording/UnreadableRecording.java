package dev.slipstream.diagnose.recording;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** A recording that cannot be read. The message is one line with the file and the reason. */
public final class UnreadableRecording extends IOException {
    private static final long serialVersionUID = 1L;

    private final String reason;
    private final boolean damaged;

    UnreadableRecording(Path file, String reason, boolean damaged) {
        super(file + " cannot be read: " + reason);
        this.reason = reason;
        this.damaged = damaged;
    }

    UnreadableRecording(Path file, IOException cause) {
        this(file, reason(cause), cause instanceof DamagedRecording);
        initCause(cause);
    }

    /** {@return the reason alone, in one line} */
    public String reason() {
        return reason;
    }

    /** {@return whether its bytes are the reason, so that a later attempt fails as well} */
    public boolean isDamaged() {
        return damaged;
    }

    /** The message of a file system's exception is a bare path; only its class gives the reason. */
    private static String reason(IOException cause) {
        return cause instanceof FileSystemException || cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
