package dev.slipstream.it.program;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;

/** Agents beside Slipstream's. */
public final class OtherAgents {
    private OtherAgents() {}

    /** Agent whose transformer loads the class that is being defined, as Datadog's agent does when it inspects nested classes. */
    public static final class LoadsEarly implements ClassFileTransformer {
        private static final ThreadLocal<Boolean> INSIDE = new ThreadLocal<>();

        private LoadsEarly() {}

        /** Called by the JVM. */
        public static void premain(String options, Instrumentation instrumentation) {
            instrumentation.addTransformer(new LoadsEarly());
        }

        @Override
        public byte[] transform(Module module, ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
                byte[] classFile) {
            if (loader == null || !"slipstream".equals(loader.getName()) || name == null || INSIDE.get() != null) {
                return null;
            }
            INSIDE.set(true);
            try {
                Class.forName(name.replace('/', '.'), false, loader);
            } catch (ClassNotFoundException | LinkageError e) {
                return null;
            } finally {
                INSIDE.remove();
            }
            return null;
        }
    }

    /** Agent that takes three seconds before those after it, and the application, start. */
    public static final class StartsSlowly {
        private static final long TIME_MILLIS = 3_000;

        private StartsSlowly() {}

        /** Called by the JVM. */
        public static void premain(String options) throws InterruptedException {
            System.out.println("starts slowly");
            Thread.sleep(TIME_MILLIS);
        }
    }

    /** Agent without a transformer that retransforms the classes that remedies rewrite. */
    public static final class Retransforms {
        private static final List<String> CLASSES = List.of("java.lang.Thread", "java.lang.VirtualThread",
                "java.lang.StringBuilder", "java.io.FileInputStream", "jdk.internal.foreign.SharedSession");

        private Retransforms() {}

        /** Called by the JVM. */
        public static void premain(String options, Instrumentation instrumentation) throws UnmodifiableClassException {
            List<Class<?>> there = new ArrayList<>();
            for (String name : CLASSES) {
                try {
                    there.add(Class.forName(name, false, null));
                } catch (ClassNotFoundException missing) {
                    // A class of a later release.
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

    /**
     * Agent that restores a class of the JDK, such as {@code java.lang.Thread}, to the bytes in the JDK's image, whatever earlier
     * agents have made of it. Its option is the name of the class, or the name and a file with other bytes, with a comma between.
     */
    public static final class Strips implements ClassFileTransformer {
        private final Class<?> stripped;
        private final byte[] original;

        private Strips(Class<?> stripped, byte[] original) {
            this.stripped = stripped;
            this.original = original;
        }

        /** Called by the JVM. */
        public static void agentmain(String options, Instrumentation instrumentation) throws Exception {
            String[] classAndFile = options.split(",");
            Class<?> stripped = Class.forName(classAndFile[0], false, null);
            try (InputStream in = classAndFile.length > 1 ? new FileInputStream(classAndFile[1])
                    : Object.class.getResourceAsStream("/" + options.replace('.', '/') + ".class")) {
                instrumentation.addTransformer(new Strips(stripped, in.readAllBytes()), true);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            instrumentation.retransformClasses(stripped);
        }

        @Override
        public byte[] transform(Module module, ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
                byte[] classFile) {
            return redefined == stripped ? original : null;
        }
    }
}
