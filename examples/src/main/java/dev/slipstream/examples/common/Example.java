package dev.slipstream.examples.common;

import java.io.IOException;

/** What an example does once its options are read, and how it ends. */
@FunctionalInterface
public interface Example {
    /**
     * Reads the options and measures.
     *
     * @return the exit code, 0 or 1
     * @throws IllegalArgumentException if it was called in a wrong way
     * @throws IllegalStateException if a process failed
     */
    int run() throws IOException;

    /** Runs an example and exits with its code unless that is 0; or with 2: wrong usage; or with 3: a process failed. */
    static void main(Class<?> named, String usage, Example example) {
        int code;
        try {
            code = example.run();
        } catch (IllegalArgumentException e) {
            System.err.println(named.getSimpleName() + ": " + e.getMessage() + "\n" + usage);
            code = 2;
        } catch (IOException | IllegalStateException e) {
            System.err.println(named.getSimpleName() + ": " + e.getMessage());
            code = 3;
        }
        if (code != 0) {
            System.exit(code);
        }
    }
}
