package dev.slipstream.agent;

/**
 * Entry point of the command line, {@code java -jar slipstream.jar}. Compiled for Java 8, like {@link Agent}, which it cannot be: a
 * runtime without the module {@code java.instrument} does not start a main class that names one of its classes in a method.
 */
public final class Start {
    private static final int BAD_USAGE = 2;

    private Start() {}

    /** Runs the command line, or says that this JVM is too old. */
    public static void main(String[] args) throws Exception {
        if (Agent.isOld()) {
            System.err.println("slipstream: ".concat(Agent.tooOld()));
            System.exit(BAD_USAGE);
        }
        EngineLoader.run(args);
    }
}
