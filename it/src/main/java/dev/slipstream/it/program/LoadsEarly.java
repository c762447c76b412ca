package dev.slipstream.it.program;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

/** Agent whose transformer loads the class that is being defined, as Datadog's agent does when it inspects nested classes. */
public final class LoadsEarly implements ClassFileTransformer {
    private static final ThreadLocal<Boolean> INSIDE = new ThreadLocal<>();

    private LoadsEarly() {
    }

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
