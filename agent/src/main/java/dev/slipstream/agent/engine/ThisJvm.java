package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.OwnFiles;
import dev.slipstream.runtime.threads.Daemon;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Running JVM, queried through a graft. */
final class ThisJvm implements LiveClasses.JvmQueries {
    private static final String AGENT = "-javaagent:";
    private static final String CACHE = "-XX:AOTCache=";

    /** @see "jdk.internal.misc.EngineGraft" */
    private final @Nullable BiFunction<String, Object, Object> graft;
    private final boolean othersWereNamed;
    private final boolean hasCache;
    private final String failure;

    /**
     * Control object of the starter of a baked JDK's engine.
     *
     * @see "jdk.internal.misc.BakedEngine"
     */
    private final @Nullable BiFunction<String, Object, Object> starter;

    /** Owner and class of each baked edit, with a space between. */
    private final Set<String> bakedEdits;

    private ThisJvm(@Nullable BiFunction<String, Object, Object> graft,
            @Nullable BiFunction<String, Object, Object> starter, boolean othersWereNamed, boolean hasCache, String failure) {
        this.graft = graft;
        this.starter = starter;
        bakedEdits = starter == null ? Set.of() : Set.of((String[]) starter.apply("edits", null));
        this.othersWereNamed = othersWereNamed;
        this.hasCache = hasCache;
        this.failure = failure;
    }

    /**
     * Opens the view; never fails. If this JVM cannot be queried, other agents are assumed to be present.
     *
     * @param named whether this agent is among those named when the JVM was started
     */
    static ThisJvm open(JavaBase javaBase, boolean named) {
        try {
            BiFunction<String, Object, Object> graft = javaBase.define(EngineEdits.GRAFTS);
            int agents = 0;
            boolean hasCache = false;
            for (String argument : (String[]) graft.apply("arguments", null)) {
                agents += argument.startsWith(AGENT) ? 1 : 0;
                hasCache |= argument.startsWith(CACHE);
            }
            BiFunction<String, Object, Object> starter = javaBase.starter();
            return new ThisJvm(graft, starter, agents > (named ? 1 : 0), hasCache, "");
        } catch (Throwable e) {
            return new ThisJvm(null, null, true, false, e.toString());
        }
    }

    @Override
    public int redefinitions(Class<?> of) {
        return graft == null ? 0 : (Integer) graft.apply("redefined", of);
    }

    @Override
    public boolean isBaked(String owner, String className) {
        return bakedEdits.contains(owner.concat(" ").concat(className));
    }

    @Override
    public boolean isEnding() {
        return graft != null && (Boolean) graft.apply("ending", null);
    }

    @Override
    public boolean hasOtherAgents() {
        return othersWereNamed;
    }

    /** @see "jdk.internal.misc.Launch" */
    @Override
    public BooleanSupplier launch(String name, Runnable task) {
        if (graft == null) {
            Daemon daemon = new Daemon(name, task);
            return new BooleanSupplier() {
                @Override
                public synchronized boolean getAsBoolean() {
                    boolean isNew = daemon.thread().getState() == Thread.State.NEW;
                    if (isNew) {
                        daemon.start();
                    }
                    return isNew;
                }
            };
        }
        return (BooleanSupplier) graft.apply("launch", new Object[] {name, task});
    }

    /**
     * Tells whether this JVM is in a training run for an AOT cache. HotSpot cannot archive rewritten classes: if a critical class
     * is missing it gives up (JDK 28) or crashes (JDK 25). A cache trained with the idle agent is valid with the active one.
     */
    boolean isTraining() {
        return graft != null && (Boolean) graft.apply("archiving", null);
    }

    /** Tells whether the JVM was given an AOT cache and does not use it. */
    boolean lacksCache() {
        try {
            return hasCache && !(Boolean) Class.forName("jdk.internal.misc.CDS").getMethod("isUsingArchive").invoke(null);
        } catch (ReflectiveOperationException unknown) {
            return false;
        }
    }

    /** Tells whether this JDK was baked. */
    boolean isBaked() {
        return starter != null;
    }

    /** Returns the names of the remedies that were baked into this JDK. */
    List<String> bakedRemedies() {
        return starter == null ? List.of() : List.of((String[]) starter.apply("remedies", null));
    }

    /**
     * Returns the engine of a baked JDK, which is started if necessary; null if this JDK was not baked, or if it is the given one.
     *
     * @param atStart whether the agent was named when the JVM was started: then the engine starts without a remedy
     */
    @SuppressWarnings("unchecked")
    @Nullable
    BiFunction<String, Instrumentation, String> bakedEngine(Object own, boolean atStart) {
        if (starter == null || JavaBase.ofTheImage(OwnFiles.loader()) != null) {
            return null;
        }
        BiFunction<String, Instrumentation, String> engine =
                (BiFunction<String, Instrumentation, String>) starter.apply("engine", atStart);
        if (engine != null) {
            starter.apply("more", OwnFiles.loader());
        }
        return engine;
    }

    /** Returns why this JVM cannot be queried, and {@link #listen} does nothing; an empty text if both work. */
    String failure() {
        return failure;
    }

    /** Sets the listener, which receives the name of each graft method that the JDK calls; null for none. */
    void listen(@Nullable Consumer<String> listener) {
        if (graft != null) {
            graft.apply("listener", listener);
        }
    }
}
