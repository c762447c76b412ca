package dev.slipstream.agent;

import java.lang.instrument.Instrumentation;

/**
 * Entry point of the agent. Compiled for Java 8, with its API alone: on an older JVM than Slipstream supports
 * it prints one line, and the application runs on.
 *
 * <p>Hazards. All else in the jar is for Java 17. The JVM loads {@link EngineLoader} when a call of it is first executed, which an
 * older JVM never does. A reflective call would do the same, and cost a starting JVM up to ten milliseconds. An exception out of
 * {@link #premain} would abort the JVM.
 */
public final class Agent {
    private static final int OLDEST = 17;
    private static final String UNCHANGED = "slipstream: not started, the application runs on unchanged: ";

    private Agent() {}

    /** Entry point for {@code -javaagent}. The JVM calls it before the application's main. */
    public static void premain(String options, Instrumentation instrumentation) {
        enter("premain", options, instrumentation);
    }

    /** Entry point for dynamic attach. The JVM calls it for the first and for every later request. */
    public static void agentmain(String options, Instrumentation instrumentation) {
        enter("agentmain", options, instrumentation);
    }

    private static void enter(String how, String options, Instrumentation instrumentation) {
        try {
            if (isOld()) {
                System.err.println(UNCHANGED.concat(tooOld()));
            } else {
                EngineLoader.enter(how, options, instrumentation);
            }
        } catch (Throwable e) {
            say(e);
        }
    }

    private static void say(Throwable e) {
        try {
            System.err.println(UNCHANGED + e);
        } catch (Throwable ignored) {
            // The application comes first, with or without a message.
            return;
        }
    }

    /**
     * Tells whether this JVM is older than Slipstream. Up to Java 8 the number begins with {@code 1.}. HAZARD: the conversion to a
     * fraction would be a starting JVM's first lambda on JDK 28, which takes milliseconds.
     */
    static boolean isOld() {
        String version = System.getProperty("java.specification.version");
        return version.startsWith("1.") || Integer.parseInt(version) < OLDEST;
    }

    static String tooOld() {
        return "this is JDK " + System.getProperty("java.version") + ", and Slipstream requires JDK " + OLDEST + " or newer";
    }
}
