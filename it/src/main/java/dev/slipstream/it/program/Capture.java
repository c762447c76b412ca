package dev.slipstream.it.program;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** An agent that keeps the class file of each class that is retransformed, as the agents before it have left it. */
public final class Capture implements ClassFileTransformer {
    private static final Map<String, byte[]> LATEST = new ConcurrentHashMap<>();
    private static Instrumentation instrumentation;

    private Capture() {
    }

    /** Called by the JVM. */
    public static void premain(String options, Instrumentation given) {
        instrumentation = given;
        given.addTransformer(new Capture(), true);
    }

    /** Called by the JVM: those before it are those that were attached before. */
    public static void agentmain(String options, Instrumentation given) {
        premain(options, given);
    }

    /** The class file that the JVM was given last. */
    static byte[] latest(String internalName) {
        return LATEST.get(internalName);
    }

    /** All that there are. The JVM's own counter counts a class again whenever it is transformed. */
    static Class<?>[] classes() {
        return instrumentation.getAllLoadedClasses();
    }

    /** Makes the JVM show the class file. */
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
