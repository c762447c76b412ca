package dev.slipstream.pinning;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.UnaryOperator;

/**
 * The JDK's scheduler of virtual threads: a {@link ForkJoinPool} whose workers are the carriers.
 *
 * <p>Everything here is read from fields that the JDK does not export, hence the {@code --add-opens} options that
 * {@link CarrierKeeper} asks for. A member that a JDK lacks is detected when this class is constructed, not while it is used.
 */
final class Scheduler {
    private final ForkJoinPool pool;
    private final VarHandle queues;
    private final VarHandle owner;
    private final VarHandle continuation;
    private final VarHandle blocker;
    private final MethodHandle begin;
    private final MethodHandle end;
    private final UnaryOperator<Object> threadOf;
    private final KeepAlive keepAlive;

    private Scheduler() throws ReflectiveOperationException {
        Lookup here = MethodHandles.lookup();
        Class<?> virtualThread = Class.forName("java.lang.VirtualThread");
        Lookup inThread = MethodHandles.privateLookupIn(Thread.class, here);
        Lookup inVirtualThread = MethodHandles.privateLookupIn(virtualThread, here);
        pool = (ForkJoinPool) inVirtualThread
                .findStaticVarHandle(virtualThread, "DEFAULT_SCHEDULER", ForkJoinPool.class).get();
        continuation = inThread.findVarHandle(Thread.class, "cont", Class.forName("jdk.internal.vm.Continuation"));
        Class<?> queue = Class.forName("java.util.concurrent.ForkJoinPool$WorkQueue");
        Lookup inPool = MethodHandles.privateLookupIn(ForkJoinPool.class, here);
        queues = inPool.findVarHandle(ForkJoinPool.class, "queues", queue.arrayType());
        owner = MethodHandles.privateLookupIn(queue, here)
                .findVarHandle(queue, "owner", Class.forName("java.util.concurrent.ForkJoinWorkerThread"));
        begin = inPool.findVirtual(ForkJoinPool.class, "beginCompensatedBlock", MethodType.methodType(long.class));
        end = inPool.findVirtual(ForkJoinPool.class, "endCompensatedBlock",
                MethodType.methodType(void.class, long.class));
        blocker = blockerMark(here);
        threadOf = threadOfContinuation(here);
        keepAlive = new KeepAlive(here, pool);
    }

    /**
     * Returns the field in which a carrier notes that the JDK is already compensating for it: a boolean, in newer releases an
     * int.
     */
    private static VarHandle blockerMark(Lookup here) throws ReflectiveOperationException {
        Class<?> carrier = Class.forName("jdk.internal.misc.CarrierThread");
        Lookup inCarrier = MethodHandles.privateLookupIn(carrier, here);
        try {
            return inCarrier.findVarHandle(carrier, "blocking", boolean.class);
        } catch (NoSuchFieldException newerRelease) {
            return inCarrier.findVarHandle(carrier, "compensating", int.class);
        }
    }

    /**
     * Returns a function from a continuation to its thread. A continuation has no reference to its thread, but the task it runs
     * has. If a JDK changes that, the function returns null, and the sites of stuck carriers are not recorded.
     */
    private static UnaryOperator<Object> threadOfContinuation(Lookup here) {
        try {
            Class<?> continuation = Class.forName("jdk.internal.vm.Continuation");
            Class<?> task = Class.forName("java.lang.VirtualThread$VThreadContinuation$1");
            VarHandle target = MethodHandles.privateLookupIn(continuation, here)
                    .findVarHandle(continuation, "target", Runnable.class);
            VarHandle thread = MethodHandles.privateLookupIn(task, here)
                    .findVarHandle(task, "val$vthread", Class.forName("java.lang.VirtualThread"));
            return mounted -> target.get(mounted) instanceof Runnable t && task.isInstance(t) ? thread.get(t) : null;
        } catch (ReflectiveOperationException | RuntimeException e) {
            return mounted -> null;
        }
    }

    /**
     * Finds the default scheduler; makes the JDK create it if no virtual thread has been used so far.
     *
     * @throws IllegalStateException if this JDK has no virtual threads, is not open to this library, or has other internals
     */
    static Scheduler find() {
        try {
            return new Scheduler();
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            throw new IllegalStateException("the virtual thread scheduler of JDK " + Runtime.version().feature()
                    + " cannot be reached (" + e + "); it takes JDK 21 or newer and the options " + CarrierKeeper.OPENS, e);
        }
    }

    ForkJoinPool pool() {
        return pool;
    }

    /** Returns the virtual thread of a mounted continuation, or null if this JDK does not reveal it. */
    Thread virtualThread(Object mounted) {
        return (Thread) threadOf.apply(mounted);
    }

    /** Returns whether a virtual thread waits for a carrier. */
    boolean hasQueued() {
        return pool.hasQueuedSubmissions() || pool.getQueuedTaskCount() > 0;
    }

    /** Returns every carrier alive, in no particular order; a racy snapshot. */
    List<CarrierWatch.Sight> sights() {
        Object[] all = (Object[]) queues.getVolatile(pool);
        List<CarrierWatch.Sight> sights = new ArrayList<>(pool.getPoolSize() + 1);
        if (all != null) {
            for (Object queue : all) {
                if (queue != null && owner.get(queue) instanceof Thread carrier) {
                    // Null between two virtual threads and on an idle carrier; compared by identity only.
                    Object mounted = continuation.getOpaque(carrier);
                    sights.add(new CarrierWatch.Sight(carrier, mounted, carrier.getState(), isCompensated(carrier)));
                }
            }
        }
        return sights;
    }

    private boolean isCompensated(Thread carrier) {
        Object mark = blocker.getOpaque(carrier);
        return mark instanceof Boolean b ? b : (int) mark != 0;
    }

    /** Returns the time without work after which the pool ends a worker. */
    long keepAliveMillis() {
        return keepAlive.get();
    }

    void setKeepAliveMillis(long millis) {
        keepAlive.set(millis);
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

    /**
     * Access to the pool's keep-alive time, in milliseconds. The field is final, so access needs the JDK's Unsafe. The pool reads
     * the field again each time a worker goes idle.
     */
    private static final class KeepAlive {
        private final MethodHandle read;
        private final MethodHandle write;

        KeepAlive(Lookup here, ForkJoinPool pool) throws ReflectiveOperationException {
            Class<?> type = Class.forName("jdk.internal.misc.Unsafe");
            Lookup lookup = MethodHandles.privateLookupIn(type, here);
            try {
                Object unsafe = lookup.findStatic(type, "getUnsafe", MethodType.methodType(type)).invoke();
                long offset = (long) lookup.findVirtual(type, "objectFieldOffset",
                        MethodType.methodType(long.class, Class.class, String.class))
                        .invoke(unsafe, ForkJoinPool.class, "keepAlive");
                MethodHandle get = lookup.findVirtual(type, "getLong", MethodType.methodType(long.class, Object.class, long.class));
                MethodHandle put = lookup.findVirtual(type, "putLong",
                        MethodType.methodType(void.class, Object.class, long.class, long.class));
                read = MethodHandles.insertArguments(get, 0, unsafe, pool, offset);
                write = MethodHandles.insertArguments(put, 0, unsafe, pool, offset);
            } catch (ReflectiveOperationException | RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }

        long get() {
            try {
                return (long) read.invokeExact();
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }

        void set(long millis) {
            try {
                write.invokeExact(millis);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
