package dev.slipstream.lab.result;

/** Signals that a file holds no readable results. The message names the file and the reason in one line. */
public final class UnreadableResultsException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception.
     *
     * @param message a sentence for the user, with the file's name
     */
    public UnreadableResultsException(String message) {
        super(message);
    }
}
