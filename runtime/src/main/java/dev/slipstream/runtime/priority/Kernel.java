package dev.slipstream.runtime.priority;

import dev.slipstream.priority.Level;
import dev.slipstream.runtime.foreign.Downcalls;
import dev.slipstream.runtime.foreign.Memory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.util.Collections;

/**
 * System calls on threads. A thread is given by its kernel thread id; {@value #SELF} stands for the calling thread. No method tells
 * why it failed: for a live thread the only possible cause is a missing permission.
 *
 * <p>All are ordinary downcalls, which move the JVM thread into native state. A thread that lowers itself may lose the processor
 * within the call, and a safepoint must not wait until it runs again.
 */
final class Kernel {
    static final int SELF = 0;

    /** Bytes of two {@code iovec}s, each an address and a length. */
    static final int VECTORS = 32;

    private static final int PRIO_PROCESS = 0;
    private static final int RLIMIT_NICE = 13;
    private static final int SCHED_OTHER = 0;
    private static final int SCHED_BATCH = 3;
    private static final int SCHED_IDLE = 5;
    private static final int SCHED_RESET_ON_FORK = 0x40000000;

    private static final MethodHandle SETPRIORITY;
    private static final MethodHandle GETPRIORITY;
    private static final MethodHandle SETSCHEDULER;
    private static final MethodHandle GETSCHEDULER;
    private static final MethodHandle GETRLIMIT;
    private static final MethodHandle READV;
    private static final int PID;

    /** Why the system calls are unavailable; null if all are available. */
    private static final String WHY_NOT;

    static {
        MethodHandle[] found = new MethodHandle[6];
        int pid = 0;
        String whyNot = null;
        try {
            if (!System.getProperty("os.name").equals("Linux")) {
                whyNot = "only on Linux";
            } else if (Runtime.version().feature() < 21) {
                whyNot = "needs java.lang.foreign, which came with JDK 21";
            } else {
                found[0] = Downcalls.find("setpriority", ints(3));
                found[1] = Downcalls.find("getpriority", ints(2));
                found[2] = Downcalls.find("sched_setscheduler", ints(2).appendParameterTypes(long.class));
                found[3] = Downcalls.find("sched_getscheduler", ints(1));
                found[4] = Downcalls.find("getrlimit", ints(1).appendParameterTypes(long.class));
                found[5] = Downcalls.find("process_vm_readv", MethodType.methodType(
                        long.class, int.class, long.class, long.class, long.class, long.class, long.class));
                pid = (int) Downcalls.find("getpid", ints(0)).invokeExact();
            }
        } catch (IllegalStateException e) {
            whyNot = "the system calls are out of reach: " + e.getMessage();
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(e);
        }
        SETPRIORITY = found[0];
        GETPRIORITY = found[1];
        SETSCHEDULER = found[2];
        GETSCHEDULER = found[3];
        GETRLIMIT = found[4];
        READV = found[5];
        PID = pid;
        WHY_NOT = whyNot;
    }

    private Kernel() {}

    private static MethodType ints(int count) {
        return MethodType.methodType(int.class, Collections.<Class<?>>nCopies(count, int.class));
    }

    /** Returns why the system calls are unavailable, or null if all are available. */
    static String whyNot() {
        return WHY_NOT;
    }

    /** Returns a thread's nice value, and -1 also for a thread that does not exist: the caller checks that it is alive. */
    static int nice(int thread) {
        try {
            return (int) GETPRIORITY.invokeExact(PRIO_PROCESS, thread);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Sets a nice value, and tells whether that succeeded. */
    static boolean setNice(int thread, int nice) {
        try {
            return (int) SETPRIORITY.invokeExact(PRIO_PROCESS, thread, nice) == 0;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Returns a thread's policy. An unknown policy is treated as real-time, and left alone. */
    static Level.Policy policy(int thread) {
        try {
            return switch ((int) GETSCHEDULER.invokeExact(thread) & ~SCHED_RESET_ON_FORK) {
                case SCHED_OTHER -> Level.Policy.NORMAL;
                case SCHED_BATCH -> Level.Policy.BATCH;
                case SCHED_IDLE -> Level.Policy.IDLE;
                default -> Level.Policy.REAL_TIME;
            };
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Sets a policy, and tells whether that succeeded. */
    static boolean setPolicy(int thread, Level.Policy policy) {
        int number = switch (policy) {
            case NORMAL -> SCHED_OTHER;
            case BATCH -> SCHED_BATCH;
            case IDLE -> SCHED_IDLE;
            case REAL_TIME -> throw new IllegalArgumentException("a real-time policy");
        };
        try (Memory noParameters = new Memory(Integer.BYTES)) {
            return (int) SETSCHEDULER.invokeExact(thread, number, noParameters.address()) == 0;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the smallest nice value that {@code RLIMIT_NICE} permits a thread without the capability; 20 if it permits none. */
    static int smallestNiceByLimit() {
        try (Memory limit = new Memory(2 * Long.BYTES)) {
            if ((int) GETRLIMIT.invokeExact(RLIMIT_NICE, limit.address()) != 0) {
                return Level.LEAST_FAVOURED + 1;
            }
            long soft = limit.buffer().getLong(0);
            // RLIM_INFINITY has all bits set.
            return soft < 0 || soft > 40 ? Level.MOST_FAVOURED : 20 - (int) soft;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Copies memory of this process. A wrong address is not an error.
     *
     * @param into room for the bytes, after {@value #VECTORS} bytes that the call uses itself
     * @return how many bytes could be read, from the first one on; -1 if none
     */
    static long read(long from, Memory into, int length) {
        ByteBuffer vectors = into.buffer();
        vectors.putLong(0, into.address() + VECTORS).putLong(8, length);
        vectors.putLong(16, from).putLong(24, length);
        try {
            return (long) READV.invokeExact(PID, into.address(), 1L, into.address() + VECTORS / 2, 1L, 0L);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
