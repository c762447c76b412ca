package dev.slipstream.it.program;

import java.lang.instrument.Instrumentation;

/** Application and agent that do nothing. */
public final class Nothing {
    private Nothing() {}

    /** Ends at once. */
    public static void main(String[] args) {
        System.out.println("done");
    }

    /** System class loader that cannot take an agent's jar. */
    public static final class Loader extends ClassLoader {
        /** Called by the JVM. */
        public Loader(ClassLoader parent) {
            super(parent);
        }
    }

    /** Called by the JVM. */
    public static void premain(String options, Instrumentation instrumentation) {}
}
