package dev.slipstream.it.program;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Agent that keeps the class file of each retransformed class, as the agents before it have left it. */
public final class Capture implements ClassFileTransformer {
    private static final Map<String, byte[]> LATEST = new ConcurrentHashMap<>();
    private static Instrumentation instrumentation;

    private Capture() {}

    /** Called by the JVM. */
    public static void premain(String options, Instrumentation given) {
        instrumentation = given;
        given.addTransformer(new Capture(), true);
    }

    /** Called by the JVM. The agents before this one are those that were attached earlier. */
    public static void agentmain(String options, Instrumentation given) {
        premain(options, given);
    }

    /** Returns the class file that the JVM passed last, or null. */
    static byte[] latest(String internalName) {
        return LATEST.get(internalName);
    }

    /** Returns all loaded classes. The JVM's own counter is no substitute: it counts a class again at each transformation. */
    static Class<?>[] classes() {
        return instrumentation.getAllLoadedClasses();
    }

    /** Returns the current class file, by having the JVM retransform the class. */
    static byte[] now(String internalName) throws Exception {
        instrumentation.retransformClasses(Class.forName(internalName.replace('/', '.'), false, null));
        return latest(internalName);
    }

    @Override
    public byte[] transform(Module module, ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
            byte[] classFile) {
        if (redefined != null) {
            LATEST.put(name, classFile.clone());
        }
        return null;
    }
}
