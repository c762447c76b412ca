package dev.slipstream.diagnose.result;

/** The command line as the user types it. Thread-safe. */
public final class Slipstream {
    /** The system property with the words that start the command line. */
    public static final String PROPERTY = "slipstream.command";

    private static final String INSTALLED = "slipstream";

    private Slipstream() {}

    /**
     * Returns the words that start the command line.
     *
     * @return words such as {@code ./slipstream} or {@code java -jar slipstream.jar}; {@code slipstream} if no command line runs here
     */
    public static String words() {
        return System.getProperty(PROPERTY, INSTALLED);
    }

    /**
     * Returns a command that can be typed.
     *
     * @param arguments the command's name and arguments, such as {@code status 4711}
     * @return the whole command
     */
    public static String command(String arguments) {
        return words() + " " + arguments;
    }
}
