package dev.slipstream.lab.jdk;

/** Signals that a path is not a JDK's home; the message says why. */
public final class NoJdkException extends Exception {

    /**
     * Creates an exception.
     *
     * @param message the reason, a sentence for the user
     */
    public NoJdkException(String message) {
        super(message);
    }
}
