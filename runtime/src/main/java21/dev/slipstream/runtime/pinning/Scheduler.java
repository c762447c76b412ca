package dev.slipstream.runtime.pinning;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import jdk.internal.misc.Unsafe;

/**
 * The JDK's scheduler of virtual threads: a {@link ForkJoinPool} whose workers are the carriers.
 *
 * <p>Everything here is read from fields that the JDK does not export, hence the {@code --add-opens} options that
 * {@link Keeper} asks for. A field that a JDK lacks, or has with another type, is detected when this class is constructed,
 * not while it is used.
 *
 * <p>The fields are read through the JDK's Unsafe. For variable handles the JDK generates dozens of classes at the application's
 * first virtual thread, and the interpreter, which executes most looks of the keeper, takes twice as long with them.
 */
final class Scheduler {
    /** The first JDK with virtual threads that are no preview. */
    private static final int OLDEST = 21;

    private static final StackTraceElement[] NO_FRAMES = {};

    private final Unsafe unsafe = Unsafe.getUnsafe();
    private final ForkJoinPool pool;
    private final long queues;
    private final long keepAlive;
    private final long owner;
    private final long continuation;
    private final long token;
    private final long blocking;
    private final MethodHandle begin;
    private final MethodHandle end;
    private long target;

    /** Class of a continuation's task, which has a reference to its virtual thread; null if this JDK has another. */
    private Class<?> task;
    private long threadOfTask;

    /** Takes the frames of a thread; null before the first use. */
    private MethodHandle frames;

    /** Completes the frames; null on a JDK that has no need of it. */
    private MethodHandle complete;

    private Scheduler() throws ReflectiveOperationException {
        Field scheduler = field(Class.forName("java.lang.VirtualThread"), "DEFAULT_SCHEDULER", ForkJoinPool.class);
        unsafe.ensureClassInitialized(scheduler.getDeclaringClass());
        pool = (ForkJoinPool) unsafe.getReference(unsafe.staticFieldBase(scheduler), unsafe.staticFieldOffset(scheduler));
        Class<?> queue = Class.forName("java.util.concurrent.ForkJoinPool$WorkQueue");
        queues = offset(ForkJoinPool.class, "queues", queue.arrayType());
        owner = offset(queue, "owner", Class.forName("java.util.concurrent.ForkJoinWorkerThread"));
        keepAlive = offset(ForkJoinPool.class, "keepAlive", long.class);
        continuation = offset(Thread.class, "cont", Class.forName("jdk.internal.vm.Continuation"));
        Class<?> carrier = Class.forName("jdk.internal.misc.CarrierThread");
        token = offsetIfThere(carrier, "compensateValue", long.class);
        blocking = token < 0 ? offset(carrier, "blocking", boolean.class) : -1;
        Lookup inPool = MethodHandles.privateLookupIn(ForkJoinPool.class, MethodHandles.lookup());
        begin = inPool.findVirtual(ForkJoinPool.class, "beginCompensatedBlock", MethodType.methodType(long.class));
        end = inPool.findVirtual(ForkJoinPool.class, "endCompensatedBlock", MethodType.methodType(void.class, long.class));
        findTask();
    }

    /**
     * Finds the way from a continuation to its virtual thread. A continuation has no reference to its thread, but the task it runs
     * has. If a JDK changes that, the sites of stuck carriers are not recorded.
     */
    private void findTask() {
        try {
            target = offset(Class.forName("jdk.internal.vm.Continuation"), "target", Runnable.class);
            Class<?> type = Class.forName("java.lang.VirtualThread$VThreadContinuation$1");
            threadOfTask = offset(type, "val$vthread", Class.forName("java.lang.VirtualThread"));
            task = type;
        } catch (ReflectiveOperationException e) {
            task = null;
        }
    }

    private long offset(Class<?> holder, String name, Class<?> type) throws NoSuchFieldException {
        return unsafe.objectFieldOffset(field(holder, name, type));
    }

    /** Returns the offset of a field, or -1 if there is none of that name and type. */
    private long offsetIfThere(Class<?> holder, String name, Class<?> type) {
        try {
            return offset(holder, name, type);
        } catch (NoSuchFieldException e) {
            return -1;
        }
    }

    /**
     * Returns a field of exactly the given type: Unsafe checks none.
     *
     * @throws NoSuchFieldException if the class has no such field, or one of another type
     */
    static Field field(Class<?> holder, String name, Class<?> type) throws NoSuchFieldException {
        Field field = holder.getDeclaredField(name);
        if (field.getType() != type) {
            throw new NoSuchFieldException(name + " of " + holder.getName() + " has the type " + field.getType().getName());
        }
        return field;
    }

    /**
     * Finds the default scheduler; makes the JDK create it if no virtual thread has been used so far.
     *
     * @throws UnsupportedOperationException if this JDK has no virtual threads
     * @throws IllegalStateException if this JDK is not open to this library, or has other internals
     */
    static Scheduler find() {
        int feature = Runtime.version().feature();
        if (feature < OLDEST) {
            throw new UnsupportedOperationException("virtual threads need JDK " + OLDEST + " or newer; this is JDK " + feature);
        }
        try {
            return new Scheduler();
        } catch (IllegalAccessException | InaccessibleObjectException | IllegalAccessError notOpen) {
            throw new IllegalStateException("the scheduler of virtual threads is not open to the library; start java with "
                    + Keeper.OPENS, notOpen);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            throw new IllegalStateException("JDK " + feature + " has another scheduler of virtual threads: " + e.getMessage(), e);
        }
    }

    ForkJoinPool pool() {
        return pool;
    }

    /** Returns the virtual thread of a mounted continuation, or null if this JDK does not reveal it. */
    private Thread virtualThread(Object mounted) {
        if (task == null) {
            return null;
        }
        Object running = unsafe.getReference(mounted, target);
        return task.isInstance(running) ? (Thread) unsafe.getReference(running, threadOfTask) : null;
    }

    /**
     * Returns the stack of a virtual thread, the innermost frame first; empty if it has ended, or if this JDK does not reveal the
     * thread.
     *
     * <p>Hazard: on JDK 21 to 26 {@code getStackTrace} of a virtual thread repeats until the thread is neither mounting nor unmounting,
     * suspends an unmounted one, and in the first updates of 21 throws an InternalError if the thread parks while pinned meanwhile.
     * The native method has nothing of that: it returns null unless the thread is mounted.
     *
     * @param mounted the continuation, which need not be mounted any more
     */
    StackTraceElement[] stack(Object mounted) {
        Thread thread = virtualThread(mounted);
        try {
            if (frames == null) {
                findFrames();
            }
            StackTraceElement[] stack = thread == null ? null : (StackTraceElement[]) (Object) frames.invokeExact(thread);
            if (stack == null || stack.length == 0) {
                return NO_FRAMES;
            }
            return complete == null ? stack : (StackTraceElement[]) complete.invokeExact(stack);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Not done before the first pin is seen: method handles make the JDK generate classes. */
    private void findFrames() throws ReflectiveOperationException {
        Lookup inThread = MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup());
        Class<?> several = StackTraceElement[].class;
        MethodHandle found;
        try {
            found = inThread.findVirtual(Thread.class, "getStackTrace0", MethodType.methodType(Object.class));
            complete = inThread.findStatic(StackTraceElement.class, "of", MethodType.methodType(several, several));
        } catch (NoSuchMethodException newerRelease) {
            found = inThread.findVirtual(Thread.class, "getStackTrace", MethodType.methodType(several));
        }
        frames = found.asType(MethodType.methodType(Object.class, Thread.class));
    }

    /** Returns whether a virtual thread waits for a carrier. */
    boolean hasQueued() {
        return pool.hasQueuedSubmissions() || pool.getQueuedTaskCount() > 0;
    }

    /** Returns every carrier alive, in no particular order; a racy snapshot. */
    List<CarrierWatch.Sight> sights() {
        Object[] all = (Object[]) unsafe.getReferenceVolatile(pool, queues);
        List<CarrierWatch.Sight> sights = new ArrayList<>(pool.getPoolSize() + 1);
        if (all != null) {
            for (Object queue : all) {
                if (queue != null && unsafe.getReference(queue, owner) instanceof Thread carrier) {
                    // Null between two virtual threads and on an idle carrier; compared by identity only.
                    Object mounted = unsafe.getReferenceOpaque(carrier, continuation);
                    // Before and after: a compensated wait that begins or ends meanwhile is seen at one of the two.
                    boolean compensated = isCompensated(carrier);
                    Thread.State state = carrier.getState();
                    compensated |= isCompensated(carrier);
                    sights.add(new CarrierWatch.Sight(carrier, mounted, state, compensated));
                }
            }
        }
        return sights;
    }

    /**
     * Returns whether the pool has been told of the carrier, by the JDK or by the agent's graft. Where the JDK keeps the pool's token
     * in the carrier, the answer is exact; where it has only a boolean, that is also true if the pool was at its maximum.
     */
    private boolean isCompensated(Thread carrier) {
        return token < 0 ? unsafe.getBooleanVolatile(carrier, blocking) : unsafe.getLongVolatile(carrier, token) != 0;
    }

    /** Returns the offset of a field of pools, or -1 if there is none of that name, or if it is no long. */
    long offsetOfLong(String name) {
        return offsetIfThere(ForkJoinPool.class, name, long.class);
    }

    /** Returns the value of such a field. */
    long word(ForkJoinPool of, long offset) {
        return unsafe.getLongVolatile(of, offset);
    }

    /** Replaces the value of such a field of this scheduler, unless it is not the expected one. The field may be final. */
    boolean replaceWord(long expected, long next, long offset) {
        return unsafe.compareAndSetLong(pool, offset, expected, next);
    }

    /** Returns the time without work after which the pool ends a worker. */
    long keepAliveMillis() {
        return unsafe.getLong(pool, keepAlive);
    }

    /** Sets that time. The field is final; the pool reads it when a worker goes idle. */
    void setKeepAliveMillis(long millis) {
        unsafe.putLong(pool, keepAlive, millis);
    }

    /**
     * Tells the pool that one of its active carriers does not run.
     *
     * @return a token for {@link #end}, 0 if the pool is at its maximum
     * @throws OutOfMemoryError if the operating system provides no thread
     */
    long begin() {
        try {
            return (long) begin.invokeExact(pool);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Takes back what {@link #begin} told the pool. */
    void end(long token) {
        try {
            end.invokeExact(pool, token);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
