package dev.slipstream.cli;

/** Ends a command with one line that says what is wrong and what to do, and an exit code. */
final class Failure extends Exception {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    Failure(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }

    static String describe(Throwable failure) {
        return failure instanceof Failure ? failure.getMessage() : failure.toString();
    }
}
