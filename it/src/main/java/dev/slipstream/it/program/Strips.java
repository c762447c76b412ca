package dev.slipstream.it.program;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

/** Agent that restores {@code Thread} to the bytes in the JDK's image, whatever earlier agents have made of it. */
public final class Strips implements ClassFileTransformer {
    private final byte[] original;

    private Strips(byte[] original) {
        this.original = original;
    }

    /** Called by the JVM. */
    public static void agentmain(String options, Instrumentation instrumentation) throws Exception {
        try (InputStream in = Object.class.getResourceAsStream("/java/lang/Thread.class")) {
            instrumentation.addTransformer(new Strips(in.readAllBytes()), true);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        instrumentation.retransformClasses(Thread.class);
    }

    @Override
    public byte[] transform(Module module, ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
            byte[] classFile) {
        return redefined == Thread.class ? original : null;
    }
}
