package dev.slipstream.lab.result;

/** A file holds no results that can be read; the message says which and why, in a line. */
public final class UnreadableResultsException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * Says why.
     *
     * @param message a sentence for the user, with the file's name
     */
    public UnreadableResultsException(String message) {
        super(message);
    }
}
