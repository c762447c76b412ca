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
 * application a call into Java. It stays where a remedy's edits must not get lost, which they do otherwise as soon as somebody
 * else has the class transformed again.
 */
final class LiveClasses {
    private final Instrumentation instrumentation;
    private final Map<String, Map<String, List<MethodEdit>>> edits = new HashMap<>();

    /** What to do when a class can no longer be rewritten, by class and remedy. */
    private final Map<String, Map<String, Runnable>> keepers = new HashMap<>();

    private final Map<String, Once> kept = new HashMap<>();

    LiveClasses(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    /**
     * As below, and keeps the methods so, whoever has their classes transformed again.
     *
     * @param lost called when that fails, before the class loses the edits, on whatever thread
     */
    void rewriteAndKeep(String remedy, List<Plan.ClassEdit> plan, Runnable lost)
            throws ClassNotFoundException, UnmodifiableClassException {
        for (Plan.ClassEdit edit : plan) {
            if (!keepers.containsKey(edit.className())) {
                keepers.put(edit.className(), new HashMap<>());
            }
            keepers.get(edit.className()).put(remedy, lost);
        }
        rewrite(remedy, plan);
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
        for (Map<String, Runnable> lost : keepers.values()) {
            lost.remove(remedy);
        }
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
        Once before = kept.remove(className);
        if (before != null) {
            before.forget();
            instrumentation.removeTransformer(before);
        }
        if (all.isEmpty()) {
            instrumentation.retransformClasses(target);
            return;
        }
        Once transformer = new Once(target, all);
        instrumentation.addTransformer(transformer, true);
        boolean keep = false;
        try {
            instrumentation.retransformClasses(target);
            Map<String, Runnable> lost = keepers.get(className);
            if (lost != null && !lost.isEmpty() && transformer.failure == null) {
                keep = true;
                transformer.lost = List.copyOf(lost.values());
                kept.put(className, transformer);
            }
        } finally {
            if (!keep) {
                instrumentation.removeTransformer(transformer);
            }
        }
        transformer.check();
    }

    /** The JVM swallows what a transformer throws, so it is kept here. */
    private static final class Once implements ClassFileTransformer {
        private final Class<?> target;
        private final List<MethodEdit> edits;
        private volatile List<Runnable> lost = List.of();
        private volatile Throwable failure = new IllegalStateException("the JVM did not offer the class for rewriting");

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
                if (!lost.isEmpty()) {
                    Stage.KEEP.enter();
                }
                byte[] rewritten = FutureVersion.rewrite(classFile, edits);
                failure = null;
                return rewritten;
            } catch (Throwable e) {
                failure = e;
                for (Runnable each : lost) {
                    each.run();
                }
                return null;
            }
        }

        /** Nobody wants it kept any more. */
        void forget() {
            lost = List.of();
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
