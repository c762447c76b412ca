package dev.slipstream.agent.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.IllegalClassFormatException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Transforms as a JVM does, and keeps what would be in force, without putting it in force. */
final class StandInJvm {
    private final List<ClassFileTransformer> transformers = new ArrayList<>();

    /** What is in force of each class that was ever rewritten; null if its own bytes are. */
    final Map<Class<?>, byte[]> inForce = new HashMap<>();

    /** How many classes each transformation was of. */
    final List<Integer> transformations = new ArrayList<>();

    /** Classes that cannot be transformed, whoever wants it; the others of the same transformation are not, either. */
    final Set<Class<?>> refused = new HashSet<>();

    /** What an agent gets. */
    Instrumentation instrumentation() {
        return (Instrumentation) Proxy.newProxyInstance(StandInJvm.class.getClassLoader(), new Class<?>[] {Instrumentation.class},
                (proxy, method, arguments) -> call(method, arguments));
    }

    private Object call(Method method, Object[] arguments) throws Exception {
        switch (method.getName()) {
            case "addTransformer":
                transformers.add((ClassFileTransformer) arguments[0]);
                return null;
            case "removeTransformer":
                return transformers.remove((ClassFileTransformer) arguments[0]);
            case "retransformClasses":
                transform((Class<?>[]) arguments[0]);
                return null;
            default:
                throw new UnsupportedOperationException(method.getName());
        }
    }

    private void transform(Class<?>[] classes) throws IllegalClassFormatException {
        transformations.add(classes.length);
        Map<Class<?>, byte[]> next = new HashMap<>();
        for (Class<?> each : classes) {
            byte[] bytes = null;
            for (ClassFileTransformer transformer : transformers) {
                byte[] changed = transformer.transform(each.getModule(), null, each.getName().replace('.', '/'), each, null,
                        bytes == null ? own(each) : bytes);
                bytes = changed == null ? bytes : changed;
            }
            next.put(each, bytes);
        }
        for (Class<?> each : classes) {
            if (refused.contains(each)) {
                throw new VerifyError(each.getName());
            }
        }
        inForce.putAll(next);
    }

    /** How many transformers are registered. */
    int registered() {
        return transformers.size();
    }

    private static byte[] own(Class<?> of) {
        try (InputStream in = of.getResourceAsStream("/" + of.getName().replace('.', '/') + ".class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
