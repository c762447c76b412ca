package dev.slipstream.lab.jdk;

/** A path that should be a JDK's home is none; the message says why. */
public final class NoJdkException extends Exception {

    /**
     * Says why.
     *
     * @param message a sentence for the user
     */
    public NoJdkException(String message) {
        super(message);
    }
}
