package dev.slipstream.lab.experiment.arenas;

import dev.slipstream.arenas.ArenaGroup;
import dev.slipstream.lab.experiment.arenas.CloseArena.WaitingThreads;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Opening many arenas, with some memory each, and closing them, while ten threads are parked: either shared arenas, or members of
 * one generation of the library's group. The score is per arena.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@OperationsPerInvocation(CloseMany.ARENAS)
@Warmup(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class CloseMany {
    /** The number of arenas per operation. */
    public static final int ARENAS = 64;

    private static final long BYTES = 64;
    static final int IDLE = 10;

    /** (ArenaGroup)AutoCloseable: the type of an arena is named nowhere, as in {@link Foreign}. */
    private static final MethodHandle OPEN_MEMBER;

    static {
        try {
            OPEN_MEMBER = MethodHandles.publicLookup().unreflect(ArenaGroup.class.getMethod("open"))
                    .asType(MethodType.methodType(AutoCloseable.class, ArenaGroup.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The kind of arenas: {@code shared} ones of the JDK, or members of a {@code group}. */
    @Param("shared")
    public String kind;

    private final WaitingThreads waiting = new WaitingThreads();
    private final AutoCloseable[] arenas = new AutoCloseable[ARENAS];

    /** Null for the JDK's arenas. */
    private @Nullable ArenaGroup group;

    /** Starts the threads. */
    @Setup
    public void start() {
        waiting.start(IDLE);
        group = group(kind, ARENAS);
    }

    /** Returns a group for a kind of arenas; null for the JDK's. */
    static @Nullable ArenaGroup group(String kind, int members) {
        return switch (kind) {
            case "shared" -> null;
            case "group" -> new ArenaGroup(members);
            default -> throw new IllegalArgumentException(kind);
        };
    }

    /** Opens a member of the group, or an arena of the JDK without one. */
    static AutoCloseable open(@Nullable ArenaGroup group) throws Throwable {
        return group == null ? Foreign.openShared() : (AutoCloseable) OPEN_MEMBER.invokeExact(group);
    }

    private AutoCloseable open() throws Throwable {
        AutoCloseable arena = open(group);
        Foreign.allocate(arena, BYTES);
        return arena;
    }

    /**
     * Opens all arenas, then closes them one by one.
     *
     * @throws Throwable never
     */
    @Benchmark
    public void together() throws Throwable {
        for (int i = 0; i < ARENAS; i++) {
            arenas[i] = open();
        }
        for (AutoCloseable arena : arenas) {
            arena.close();
        }
    }

    /**
     * Closes each arena before it opens the next.
     *
     * @throws Throwable never
     */
    @Benchmark
    public void oneAfterTheOther() throws Throwable {
        for (int i = 0; i < ARENAS; i++) {
            open().close();
        }
    }

    /** Ends the threads. */
    @TearDown
    public void end() {
        waiting.end();
    }
}
