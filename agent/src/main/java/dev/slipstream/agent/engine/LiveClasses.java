package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.rewrite.MethodEdit;
import dev.slipstream.agent.rewrite.Rewriter;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Currently rewritten classes of the running JVM, each with the edits of all its owners. A class without edits is restored to its
 * original bytes.
 *
 * <p>Whenever another agent redefines or retransforms a class, our edits are lost unless our transformer is registered. A
 * registered transformer costs a call into Java for every class that the application loads. It therefore stays registered only if
 * it must: if other agents are known to be in this JVM, or if a remedy's edits must not be lost even for a moment. Otherwise
 * {@link #isTouched} detects the loss afterwards, by HotSpot's own count of redefinitions.
 *
 * <p>The caller holds the engine's lock, except for {@link #isTouched} and the methods that the JVM calls.
 */
final class LiveClasses {
    /** Why a remedy cannot be installed. */
    static final String NOT_BAKED = "it was not baked into this JDK, and no agent is attached";

    private final JvmQueries jvm;

    /** Null in a baked JDK that has no agent. */
    private @Nullable Instrumentation instrumentation;
    private final Map<String, Map<String, List<MethodEdit>>> edits = new HashMap<>();

    /** Actions to run when a class can no longer be rewritten, by class and remedy. */
    private final Map<String, Map<String, Runnable>> lossHandlers = new HashMap<>();

    /** Classes that were rewritten at some time; others have their edits in the JDK's image. */
    private final Set<Class<?>> rewritten = new HashSet<>();

    private final Transformer transformer = new Transformer();
    private boolean registered;

    /** Whether other agents are known to be in this JVM. */
    private boolean inCompany;

    /** Redefinitions accounted for so far, by class. Copy-on-write. */
    private volatile Map<Class<?>, Integer> redefined = Map.of();

    LiveClasses(@Nullable Instrumentation instrumentation, JvmQueries jvm) {
        this.instrumentation = instrumentation;
        this.jvm = jvm;
        inCompany = jvm.hasOtherAgents();
    }

    /** Uses the instrumentation from now on, unless there is one. */
    void use(@Nullable Instrumentation next) {
        instrumentation = instrumentation == null ? next : instrumentation;
    }

    /** Queries to the running JVM. */
    interface JvmQueries {
        /** Returns how often a class or one of its superclasses has been redefined or retransformed. Any thread. */
        int redefinitions(Class<?> of);

        /** Tells whether the JVM is about to exit. */
        boolean isEnding();

        /** Tells whether the JDK's image has a class with the edits of an owner. */
        boolean isBaked(String owner, String className);

        /** Tells whether another agent was named when the JVM was started, or whether loss of edits could not be detected. */
        boolean hasOtherAgents();

        /**
         * Prepares the start of a task on a thread of its own, by a caller that may hold any locks. The thread is in a group of its
         * own: what needs the system's thread group belongs on a thread that the task starts.
         *
         * @return starts the thread, once; the result tells whether that call did
         */
        BooleanSupplier launch(String name, Runnable task);
    }

    /**
     * Edits that one owner requests.
     *
     * @param lost if not null, the edits must not be lost even for a moment; called when they cannot be kept, before the class
     *     loses them, on any thread
     */
    record Wish(String owner, List<Plan.ClassEdit> edits, @Nullable Runnable lost) {}

    /**
     * Rewrites for all wishes at once: all threads are stopped once, and each class gets one more version. Atomic within a class,
     * not across classes: after an exception call {@link #restore}.
     */
    void rewrite(List<Wish> wishes) throws ClassNotFoundException, UnmodifiableClassException {
        Set<String> wanted = new LinkedHashSet<>();
        for (Wish wish : wishes) {
            for (Plan.ClassEdit edit : wish.edits()) {
                of(edits, edit.className()).put(wish.owner(), edit.edits());
                if (wish.lost() != null) {
                    of(lossHandlers, edit.className()).put(wish.owner(), wish.lost());
                }
                wanted.add(edit.className());
            }
        }
        apply(wanted);
    }

    /**
     * Removes the edits of these owners at once, or class by class if that fails, so that a failure stays confined to its class.
     *
     * @return the owners of classes that could not be restored, each with the reason
     */
    Map<String, Throwable> restore(List<String> owners) {
        Map<String, Set<String>> given = new LinkedHashMap<>();
        for (Map.Entry<String, Map<String, List<MethodEdit>>> entry : edits.entrySet()) {
            Set<String> leaving = new LinkedHashSet<>(entry.getValue().keySet());
            leaving.retainAll(owners);
            if (!leaving.isEmpty()) {
                given.put(entry.getKey(), leaving);
            }
        }
        Map<String, Throwable> failed = new HashMap<>();
        // Allocates nothing of its own: edits that were forgotten too early would stay for good.
        for (Map.Entry<String, Set<String>> each : given.entrySet()) {
            of(edits, each.getKey()).keySet().removeAll(each.getValue());
        }
        for (Map<String, Runnable> lost : lossHandlers.values()) {
            lost.keySet().removeAll(owners);
        }
        try {
            apply(given.keySet());
        } catch (Throwable ignored) {
            // One class after the other.
            for (Map.Entry<String, Set<String>> each : given.entrySet()) {
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

    /** Prepares the start of a task, see {@link JvmQueries#launch}. */
    BooleanSupplier launch(String name, Runnable task) {
        return jvm.launch(name, task);
    }

    @SuppressWarnings("NullAway") // Asked by a remedy that needs an agent.
    long sizeOf(Object object) {
        return instrumentation.getObjectSize(object);
    }

    /** Tells whether another agent has redefined a rewritten class since the last {@link #rewriteTouched}. Any thread. */
    boolean isTouched() {
        for (Map.Entry<Class<?>, Integer> each : redefined.entrySet()) {
            if (jvm.redefinitions(each.getKey()) != each.getValue()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Accounts for all redefinitions by other agents, and reapplies lost edits. From the first loss on, the transformer stays
     * registered.
     *
     * @return the owners of edits of the redefined classes, each with whether its edits were lost
     */
    Map<String, Boolean> rewriteTouched() throws ClassNotFoundException, UnmodifiableClassException {
        Map<String, Boolean> owners = new LinkedHashMap<>();
        Set<String> lost = new LinkedHashSet<>();
        Map<Class<?>, Integer> next = new HashMap<>();
        for (Map.Entry<Class<?>, Integer> each : redefined.entrySet()) {
            int now = jvm.redefinitions(each.getKey());
            next.put(each.getKey(), now);
            if (now != each.getValue()) {
                String className = internalName(each.getKey());
                boolean isLost = !isKept(className) && !wanted(each.getKey()).isEmpty();
                if (isLost) {
                    lost.add(className);
                }
                for (String owner : of(edits, className).keySet()) {
                    owners.merge(owner, isLost, Boolean::logicalOr);
                }
            }
        }
        redefined = next;
        if (!lost.isEmpty()) {
            inCompany = true;
            apply(lost);
        }
        return owners;
    }

    /** Tells whether the edits survive a redefinition by another agent. */
    private boolean isKept(String className) {
        Map<String, Runnable> lost = lossHandlers.get(className);
        return inCompany || (lost != null && !lost.isEmpty());
    }

    /** Reapplies the edits of one owner. */
    void rewriteAgain(String owner) throws ClassNotFoundException, UnmodifiableClassException {
        Set<String> classNames = new LinkedHashSet<>();
        for (Map.Entry<String, Map<String, List<MethodEdit>>> each : edits.entrySet()) {
            if (each.getValue().containsKey(owner)) {
                classNames.add(each.getKey());
            }
        }
        apply(classNames);
    }

    /** Tells whether the thread is redefining for this agent at this moment. May be called on any thread. */
    boolean isOurs(Thread thread) {
        return transformer.ours == thread;
    }

    /** Returns the code that last redefined a rewritten class while our transformer was registered; empty if unknown. */
    String lastOther() {
        return transformer.other;
    }

    private void apply(Set<String> classNames) throws ClassNotFoundException, UnmodifiableClassException {
        if (classNames.isEmpty()) {
            return;
        }
        List<Class<?>> targets = new ArrayList<>();
        for (String className : classNames) {
            targets.add(Class.forName(className.replace('/', '.'), false, null));
        }
        Map<Class<?>, Integer> before = new HashMap<>(redefined);
        List<Class<?>> unchanged = new ArrayList<>();
        for (Class<?> target : targets) {
            before.putIfAbsent(target, jvm.redefinitions(target));
            List<MethodEdit> wanted = wanted(target);
            transformer.set(target, wanted);
            if (!wanted.isEmpty()) {
                rewritten.add(target);
            } else if (!rewritten.contains(target)) {
                unchanged.add(target);
            }
        }
        targets.removeAll(unchanged);
        if (targets.isEmpty()) {
            account(before, targets);
            return;
        }
        if (instrumentation == null) {
            throw new IllegalStateException(NOT_BAKED);
        }
        try {
            if (!registered) {
                registered = true;
                instrumentation.addTransformer(transformer, true);
            }
            transformer.ours = Thread.currentThread();
            instrumentation.retransformClasses(targets.toArray(new Class<?>[0]));
            account(before, targets);
            transformer.check(targets);
        } catch (Throwable e) {
            accountAnew(before);
            // HotSpot no longer transforms classes in a JVM that is about to exit, and no code will run that would notice.
            if (!jvm.isEnding()) {
                throw e;
            }
        } finally {
            transformer.ours = null;
            if (!mustStay()) {
                registered = false;
                instrumentation.removeTransformer(transformer);
            }
        }
    }

    private List<MethodEdit> wanted(Class<?> target) {
        List<MethodEdit> all = new ArrayList<>();
        String className = internalName(target);
        for (Map.Entry<String, List<MethodEdit>> each : of(edits, className).entrySet()) {
            if (!jvm.isBaked(each.getKey(), className)) {
                all.addAll(each.getValue());
            }
        }
        return all;
    }

    /**
     * Adds our own redefinition of each target. HotSpot counts it for the subclasses as well. Any further redefinition is another
     * agent's, and {@link #isTouched} detects it.
     */
    private void account(Map<Class<?>, Integer> before, List<Class<?>> targets) {
        Map<Class<?>, Integer> next = new HashMap<>();
        for (Map.Entry<Class<?>, Integer> each : before.entrySet()) {
            if (!of(edits, internalName(each.getKey())).isEmpty()) {
                int ours = 0;
                for (Class<?> target : targets) {
                    ours += target.isAssignableFrom(each.getKey()) ? 1 : 0;
                }
                next.put(each.getKey(), each.getValue() + ours);
            }
        }
        redefined = next;
    }

    /** Resets the counts after a failure, when it is unknown which classes were redefined. */
    private void accountAnew(Map<Class<?>, Integer> before) {
        for (Map.Entry<Class<?>, Integer> each : before.entrySet()) {
            each.setValue(jvm.redefinitions(each.getKey()));
        }
        account(before, List.of());
    }

    private boolean mustStay() {
        boolean some = false;
        for (Map.Entry<String, Map<String, List<MethodEdit>>> each : edits.entrySet()) {
            Map<String, Runnable> lost = lossHandlers.get(each.getKey());
            List<Runnable> all = lost == null ? List.of() : List.copyOf(lost.values());
            transformer.setLost(each.getKey(), all);
            some |= !each.getValue().isEmpty() && isKept(each.getKey());
        }
        return some;
    }

    private static String internalName(Class<?> of) {
        return of.getName().replace('.', '/');
    }

    /** Edits of one class. Immutable. */
    private record Target(List<MethodEdit> edits, List<Runnable> lost) {}

    /** Applies the edits. Records failures, since the JVM swallows a transformer's exceptions. */
    private static final class Transformer implements ClassFileTransformer {
        private static final int MAJOR_LOW_BYTE = 7;

        /**
         * Test hook: the major version that the rewriter is shown, as if a JDK of the far future had compiled the classes. The JVM
         * gets its own version back, since it would reject any other.
         */
        private static final @Nullable Integer FUTURE = Integer.getInteger("dev.slipstream.test.major");

        private static final String INSTRUMENT = "sun.instrument.";
        private static final String UNKNOWN = "a native agent or a debugger";

        /** Copy-on-write by the holder of the engine's lock; read by any thread. */
        private volatile Map<Class<?>, Target> targets = Map.of();

        /** Thread that holds the engine's lock and rewrites. */
        private volatile @Nullable Thread ours;

        /** Written by any thread that redefines. */
        private volatile String other = "";

        /** Confined to the thread that rewrites. */
        private final Map<Class<?>, Throwable> failures = new HashMap<>();

        void set(Class<?> target, List<MethodEdit> edits) {
            Map<Class<?>, Target> next = new HashMap<>(targets);
            if (edits.isEmpty()) {
                next.remove(target);
                failures.remove(target);
            } else {
                next.put(target, new Target(edits, List.of()));
                failures.put(target, new IllegalStateException("the JVM did not offer the class for rewriting"));
            }
            targets = next;
        }

        void setLost(String className, List<Runnable> lost) {
            Map<Class<?>, Target> next = new HashMap<>(targets);
            for (Map.Entry<Class<?>, Target> each : next.entrySet()) {
                if (internalName(each.getKey()).equals(className)) {
                    each.setValue(new Target(each.getValue().edits(), lost));
                }
            }
            targets = next;
        }

        @Override
        public byte @Nullable [] transform(Module module, @Nullable ClassLoader loader, String name,
                @Nullable Class<?> redefined, @Nullable ProtectionDomain domain, byte[] classFile) {
            // Null while a class is loaded for the first time.
            Target target = redefined == null ? null : targets.get(redefined);
            if (target == null) {
                return null;
            }
            boolean byUs = Thread.currentThread() == ours;
            try {
                if (!byUs) {
                    other = redefiner();
                    Installation.Stage.KEEP.enter();
                }
                byte[] rewritten = edited(classFile, target.edits());
                if (byUs) {
                    failures.remove(redefined);
                }
                return rewritten;
            } catch (Throwable e) {
                if (byUs) {
                    failures.put(redefined, e);
                } else {
                    for (Runnable each : target.lost()) {
                        each.run();
                    }
                }
                return null;
            }
        }

        private static byte[] edited(byte[] classFile, List<MethodEdit> edits) {
            if (FUTURE == null) {
                return Rewriter.rewrite(classFile, edits);
            }
            byte[] future = classFile.clone();
            future[MAJOR_LOW_BYTE] = FUTURE.byteValue();
            byte[] rewritten = Rewriter.rewrite(future, edits);
            if (rewritten[MAJOR_LOW_BYTE] != FUTURE.byteValue()) {
                throw new IllegalStateException("the class file's version was not kept");
            }
            rewritten[MAJOR_LOW_BYTE] = classFile[MAJOR_LOW_BYTE];
            return rewritten;
        }

        void check(List<Class<?>> of) {
            for (Class<?> target : of) {
                Throwable failure = failures.remove(target);
                if (failure instanceof RuntimeException e) {
                    throw e;
                }
                if (failure != null) {
                    throw new IllegalStateException(failure);
                }
            }
        }

        /**
         * Returns the class that redefines a class on this thread: the innermost one outside the JDK and outside Byte Buddy, which
         * most agents use for redefinition.
         */
        private static String redefiner() {
            boolean asked = false;
            String innermost = null;
            for (StackTraceElement frame : new Throwable().getStackTrace()) {
                String name = frame.getClassName();
                if (name.startsWith(INSTRUMENT)) {
                    asked = true;
                } else if (asked && !name.startsWith("java.") && !name.startsWith("jdk.")) {
                    if (!name.contains("bytebuddy")) {
                        return name;
                    }
                    innermost = innermost == null ? name : innermost;
                }
            }
            return innermost == null ? UNKNOWN : innermost;
        }
    }
}
