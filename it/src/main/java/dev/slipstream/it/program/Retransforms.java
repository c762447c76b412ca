package dev.slipstream.it.program;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;

/** Agent without a transformer that retransforms the classes that remedies rewrite. */
public final class Retransforms {
    private static final List<String> CLASSES = List.of("java.lang.Thread", "java.lang.VirtualThread", "java.lang.StringBuilder",
            "java.io.FileInputStream", "jdk.internal.foreign.SharedSession");

    private Retransforms() {
    }

    /** Called by the JVM. */
    public static void premain(String options, Instrumentation instrumentation) throws UnmodifiableClassException {
        List<Class<?>> there = new ArrayList<>();
        for (String name : CLASSES) {
            try {
                there.add(Class.forName(name, false, null));
            } catch (ClassNotFoundException ofALaterRelease) {
                continue;
            }
        }
        instrumentation.retransformClasses(there.toArray(Class<?>[]::new));
    }

    /** Called by the JVM. */
    public static void agentmain(String options, Instrumentation instrumentation) throws UnmodifiableClassException {
        premain(options, instrumentation);
    }
}
