package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.rewrite.MethodEdit;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The classes of the running JVM that are rewritten now, each with the edits of everybody who wants some. Without edits a
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
     * What one owner wants of the classes.
     *
     * @param lost null, or the methods are kept so, whoever has their classes transformed again; it is called when that fails,
     *     before the class loses the edits, on whatever thread
     */
    record Wish(String owner, List<Plan.ClassEdit> edits, Runnable lost) {
    }

    /**
     * Rewrites for all of them at once: all threads are stopped once, and each class gets one more version. All or nothing within
     * a class, not across classes: after an exception call {@link #restore}.
     */
    void rewrite(List<Wish> wishes) throws ClassNotFoundException, UnmodifiableClassException {
        Set<String> touched = new LinkedHashSet<>();
        for (Wish wish : wishes) {
            for (Plan.ClassEdit edit : wish.edits()) {
                of(edits, edit.className()).put(wish.owner(), edit.edits());
                if (wish.lost() != null) {
                    of(keepers, edit.className()).put(wish.owner(), wish.lost());
                }
                touched.add(edit.className());
            }
        }
        apply(touched);
    }

    /**
     * Takes the edits of these owners back, at once; class by class if that fails, so that one class is not the others' loss.
     *
     * @return those who have a class that could not be restored, and why
     */
    Map<String, Throwable> restore(List<String> owners) {
        for (Map<String, Runnable> lost : keepers.values()) {
            lost.keySet().removeAll(owners);
        }
        Map<String, Set<String>> touched = new LinkedHashMap<>();
        for (Map.Entry<String, Map<String, List<MethodEdit>>> entry : edits.entrySet()) {
            Set<String> leaving = new LinkedHashSet<>(entry.getValue().keySet());
            leaving.retainAll(owners);
            if (entry.getValue().keySet().removeAll(leaving)) {
                touched.put(entry.getKey(), leaving);
            }
        }
        Map<String, Throwable> failed = new HashMap<>();
        try {
            apply(touched.keySet());
        } catch (Throwable together) {
            for (Map.Entry<String, Set<String>> each : touched.entrySet()) {
                restoreAlone(each.getKey(), each.getValue(), failed);
            }
        }
        return failed;
    }

    private void restoreAlone(String className, Set<String> leaving, Map<String, Throwable> failed) {
        try {
            apply(Set.of(className));
        } catch (Throwable e) {
            for (String owner : leaving) {
                failed.put(owner, e);
            }
        }
    }

    private static <T> Map<String, T> of(Map<String, Map<String, T>> all, String className) {
        if (!all.containsKey(className)) {
            all.put(className, new HashMap<>());
        }
        return all.get(className);
    }

    long sizeOf(Object object) {
        return instrumentation.getObjectSize(object);
    }

    private void apply(Set<String> classNames) throws ClassNotFoundException, UnmodifiableClassException {
        if (classNames.isEmpty()) {
            return;
        }
        List<Class<?>> targets = new ArrayList<>();
        for (String className : classNames) {
            targets.add(Class.forName(className.replace('/', '.'), false, null));
        }
        Map<String, Once> transformers = new LinkedHashMap<>();
        boolean done = false;
        try {
            for (Class<?> target : targets) {
                replace(target, transformers);
            }
            instrumentation.retransformClasses(targets.toArray(new Class<?>[0]));
            done = true;
        } finally {
            for (Map.Entry<String, Once> each : transformers.entrySet()) {
                keepOrRemove(each.getKey(), each.getValue(), done);
            }
        }
        for (Once transformer : transformers.values()) {
            transformer.check();
        }
    }

    /** A class without edits gets no transformer, and so its own bytes. */
    private void replace(Class<?> target, Map<String, Once> transformers) {
        String className = target.getName().replace('.', '/');
        Once before = kept.remove(className);
        if (before != null) {
            before.forget();
            instrumentation.removeTransformer(before);
        }
        List<MethodEdit> all = new ArrayList<>();
        for (List<MethodEdit> some : edits.get(className).values()) {
            all.addAll(some);
        }
        if (!all.isEmpty()) {
            Once transformer = new Once(target, all);
            transformers.put(className, transformer);
            instrumentation.addTransformer(transformer, true);
        }
    }

    private void keepOrRemove(String className, Once transformer, boolean done) {
        Map<String, Runnable> lost = keepers.get(className);
        if (done && lost != null && !lost.isEmpty() && transformer.failure == null) {
            transformer.lost = List.copyOf(lost.values());
            kept.put(className, transformer);
        } else {
            instrumentation.removeTransformer(transformer);
        }
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
