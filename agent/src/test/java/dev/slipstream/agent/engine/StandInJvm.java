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
import java.util.function.BooleanSupplier;

/** Transforms as a JVM does, counts as HotSpot does, and keeps what would be in force, without putting it in force. */
final class StandInJvm implements LiveClasses.JvmQueries {
    private final Map<Class<?>, Integer> redefinitions = new HashMap<>();
    private final List<ClassFileTransformer> transformers = new ArrayList<>();

    /** The bytes in force of each class that was ever rewritten; null for its own. */
    final Map<Class<?>, byte[]> inForce = new HashMap<>();

    /** How many classes each transformation was of. */
    final List<Integer> transformations = new ArrayList<>();

    /** Owner and class of each edit that the JDK's image has. */
    final Set<String> baked = new HashSet<>();

    /** Whether the JVM is ending: HotSpot then transforms nothing. */
    boolean isEnding;

    /** Whether the command line names other agents. */
    boolean othersWereNamed;

    /** Classes that cannot be transformed, whoever wants it; the others of the same transformation are not, either. */
    final Set<Class<?>> refused = new HashSet<>();

    /** Returns the instrumentation that an agent gets. */
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
        for (Class<?> each : isEnding ? new Class<?>[0] : classes) {
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
        for (Class<?> each : classes) {
            redefinitions.merge(each, 1, Integer::sum);
        }
    }

    /** Another agent, without a transformer of its own, has a class transformed again. */
    void transformForOthers(Class<?> type) throws IllegalClassFormatException {
        transform(new Class<?>[] {type});
    }

    @Override
    public int redefinitions(Class<?> of) {
        int count = 0;
        for (Class<?> each = of; each != null; each = each.getSuperclass()) {
            count += redefinitions.getOrDefault(each, 0);
        }
        return count;
    }

    @Override
    public boolean isBaked(String owner, String className) {
        return baked.contains(owner + " " + className);
    }

    @Override
    public boolean isEnding() {
        return isEnding;
    }

    @Override
    public boolean hasOtherAgents() {
        return othersWereNamed;
    }

    @Override
    public BooleanSupplier launch(String name, Runnable task) {
        return () -> {
            new Thread(task, name).start();
            return true;
        };
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
