package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.rewrite.MethodEdit;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The classes of the running JVM that are rewritten now, each with the edits of every remedy that wants some. Without edits a
 * class goes back to its original bytes.
 *
 * <p>The transformer is registered only while a class is being rewritten: a registered one costs every class load of the
 * application a call into Java.
 */
final class LiveClasses {
    private final Instrumentation instrumentation;
    private final Map<String, Map<String, List<MethodEdit>>> edits = new HashMap<>();

    LiveClasses(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    /** Rewrites for one remedy. All or nothing within a class, not across classes: after an exception call {@link #restore}. */
    void rewrite(String remedy, List<Plan.ClassEdit> plan) throws ClassNotFoundException, UnmodifiableClassException {
        for (Plan.ClassEdit edit : plan) {
            if (!edits.containsKey(edit.className())) {
                edits.put(edit.className(), new HashMap<>());
            }
            edits.get(edit.className()).put(remedy, edit.edits());
            apply(edit.className());
        }
    }

    /** Takes one remedy's edits back. */
    void restore(String remedy) throws ClassNotFoundException, UnmodifiableClassException {
        for (Map.Entry<String, Map<String, List<MethodEdit>>> entry : edits.entrySet()) {
            if (entry.getValue().remove(remedy) != null) {
                apply(entry.getKey());
            }
        }
    }

    long sizeOf(Object object) {
        return instrumentation.getObjectSize(object);
    }

    private void apply(String className) throws ClassNotFoundException, UnmodifiableClassException {
        List<MethodEdit> all = new ArrayList<>();
        for (List<MethodEdit> some : edits.get(className).values()) {
            all.addAll(some);
        }
        Class<?> target = Class.forName(className.replace('/', '.'), false, null);
        if (all.isEmpty()) {
            instrumentation.retransformClasses(target);
            return;
        }
        Once transformer = new Once(target, all);
        instrumentation.addTransformer(transformer, true);
        try {
            instrumentation.retransformClasses(target);
        } finally {
            instrumentation.removeTransformer(transformer);
        }
        transformer.check();
    }

    /** The JVM swallows what a transformer throws, so it is kept here. */
    private static final class Once implements ClassFileTransformer {
        private final Class<?> target;
        private final List<MethodEdit> edits;
        private Throwable failure = new IllegalStateException("the JVM did not offer the class for rewriting");

        Once(Class<?> target, List<MethodEdit> edits) {
            this.target = target;
            this.edits = edits;
        }

        @Override
        public byte[] transform(Module module, ClassLoader loader, String name, Class<?> redefined,
                ProtectionDomain domain, byte[] classFile) {
            if (redefined != target) {
                return null;
            }
            try {
                byte[] rewritten = FutureVersion.rewrite(classFile, edits);
                failure = null;
                return rewritten;
            } catch (Throwable e) {
                failure = e;
                return null;
            }
        }

        void check() {
            if (failure instanceof RuntimeException e) {
                throw e;
            }
            if (failure != null) {
                throw new IllegalStateException(failure);
            }
        }
    }
}
