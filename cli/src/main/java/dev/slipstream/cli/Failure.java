package dev.slipstream.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;

/** Ends a command with one line that says what is wrong and what to do, and an exit code. */
public final class Failure extends Exception {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /**
     * Fails.
     *
     * @param exitCode one of {@link ExitCodes}
     * @param message one line
     */
    public Failure(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /**
     * What the command ends with.
     *
     * @return one of {@link ExitCodes}
     */
    public int exitCode() {
        return exitCode;
    }

    /**
     * What to say of a failure.
     *
     * @param failure of any kind
     * @return one line
     */
    public static String describe(Throwable failure) {
        return printable(reason(failure));
    }

    /**
     * A text that another process may have made up, such as the name of a method in it.
     *
     * @return the same without what a terminal would take for a command
     */
    public static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}|[\\u0080-\\u009f]", "?");
    }

    private static String reason(Throwable failure) {
        if (failure instanceof Failure) {
            return failure.getMessage();
        }
        // Their messages are bare paths, and their classes are the reason.
        if (failure instanceof AccessDeniedException denied) {
            return denied.getFile() + ": permission denied";
        }
        if (failure instanceof NoSuchFileException missing) {
            return missing.getFile() + " does not exist";
        }
        if (failure instanceof FileAlreadyExistsException other) {
            return other.getFile() + " is there already, and is no folder";
        }
        return failure instanceof IOException && failure.getMessage() != null ? failure.getMessage() : failure.toString();
    }
}
