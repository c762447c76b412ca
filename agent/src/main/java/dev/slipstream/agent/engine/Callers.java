package dev.slipstream.agent.engine;

/** Identifies the running code, as far as the stack shows it. */
final class Callers {
    private static final String INSTRUMENT = "sun.instrument.";
    private static final String UNKNOWN = "a native agent or a debugger";

    private Callers() {
    }

    /**
     * Returns the class that redefines a class on this thread: the innermost one outside the JDK and outside Byte Buddy, which most
     * agents use for redefinition.
     */
    static String ofRedefinition() {
        boolean asked = false;
        String innermost = null;
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            String name = frame.getClassName();
            if (name.startsWith(INSTRUMENT)) {
                asked = true;
            } else if (asked && !name.startsWith("java.") && !name.startsWith("jdk.")) {
                if (!name.contains("bytebuddy")) {
                    return name;
                }
                innermost = innermost == null ? name : innermost;
            }
        }
        return innermost == null ? UNKNOWN : innermost;
    }
}
