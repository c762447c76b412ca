package dev.slipstream.cli.exit;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;

/** Ends a command with an exit code and one line that says what is wrong and what to do. */
public final class Failure extends Exception {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /**
     * Creates a failure.
     *
     * @param exitCode one of {@link ExitCodes}
     * @param message one line for the user
     */
    public Failure(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /**
     * Returns the exit code of the command.
     *
     * @return one of {@link ExitCodes}
     */
    public int exitCode() {
        return exitCode;
    }

    /**
     * Describes a failure to the user.
     *
     * @param failure a failure of any kind
     * @return one line
     */
    public static String describe(Throwable failure) {
        return printable(reason(failure));
    }

    /**
     * Sanitizes text that another process controls, such as the name of one of its methods.
     *
     * @return the text with each control character replaced, so that a terminal does not interpret it
     */
    public static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}|[\\u0080-\\u009f]", "?");
    }

    private static String reason(Throwable failure) {
        String message = failure.getMessage();
        if (failure instanceof Failure && message != null) {
            return message;
        }
        // The messages of these exceptions are bare paths; only the class gives the reason.
        if (failure instanceof AccessDeniedException denied) {
            return denied.getFile() + ": permission denied";
        }
        if (failure instanceof NoSuchFileException missing) {
            return missing.getFile() + " does not exist";
        }
        if (failure instanceof FileAlreadyExistsException other) {
            return other.getFile() + " exists, and is not a folder";
        }
        if (failure instanceof FileSystemLoopException loop) {
            return loop.getFile() + " is a link to a folder that it is in";
        }
        if (failure instanceof InvalidPathException path) {
            return path.getInput() + " is no path in the character set of this locale; set LC_ALL, to C.UTF-8 for example";
        }
        if (failure instanceof InterruptedException || failure instanceof ClosedByInterruptException) {
            return "stopped";
        }
        return failure instanceof IOException && message != null ? message : failure.toString();
    }
}
