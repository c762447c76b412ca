package dev.slipstream.agent.engine;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** Running JVM, queried through a graft. */
final class RunningJvm implements LiveClasses.Jvm {
    private static final String GRAFT = "jdk/internal/misc/EngineGraft";
    private static final String AGENT = "-javaagent:";
    private static final String CACHE = "-XX:AOTCache=";

    private final BiFunction<String, Object, Object> graft;
    private final boolean othersWereNamed;
    private final boolean hasCache;
    private final String failure;

    private RunningJvm(BiFunction<String, Object, Object> graft, boolean othersWereNamed, boolean hasCache, String failure) {
        this.graft = graft;
        this.othersWereNamed = othersWereNamed;
        this.hasCache = hasCache;
        this.failure = failure;
    }

    /**
     * Opens the view; never fails. If this JVM cannot be queried, other agents are assumed to be present.
     *
     * @param named whether this agent is among those named when the JVM was started
     */
    static RunningJvm open(JavaBase javaBase, boolean named) {
        try {
            javaBase.open(List.of("jdk.internal.misc"));
            BiFunction<String, Object, Object> graft = javaBase.define(List.of(GRAFT), "jdk/internal/misc/Unsafe");
            int agents = 0;
            boolean hasCache = false;
            for (String argument : (String[]) graft.apply("arguments", null)) {
                agents += argument.startsWith(AGENT) ? 1 : 0;
                hasCache |= argument.startsWith(CACHE);
            }
            return new RunningJvm(graft, agents > (named ? 1 : 0), hasCache, "");
        } catch (Throwable e) {
            return new RunningJvm(null, true, false, e.toString());
        }
    }

    @Override
    public int redefinitions(Class<?> of) {
        return graft == null ? 0 : (Integer) graft.apply("redefined", of);
    }

    @Override
    public boolean isEnding() {
        return graft != null && (Boolean) graft.apply("ending", null);
    }

    @Override
    public boolean hasOtherAgents() {
        return othersWereNamed;
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
        } catch (ReflectiveOperationException notToBeKnown) {
            return false;
        }
    }

    /** Returns why this JVM cannot be queried and {@link #listen} fails, or an empty text if they work. */
    String failure() {
        return failure;
    }

    /** Sets the listener, which receives the name of each graft method that the JDK calls; null for none. */
    void listen(Consumer<String> listener) {
        graft.apply("listener", listener);
    }
}
