package dev.slipstream.priority;

import dev.slipstream.foreign.Downcalls;
import dev.slipstream.foreign.Memory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.util.Collections;

/**
 * The system calls. A thread is given by the kernel's number of it, or is the calling thread by {@value #SELF}. None of them
 * tells why it failed: of a thread that is alive it can only be that the process may not.
 *
 * <p>All of them tell the JVM that the thread is in native code: whoever lowers itself may lose the processor in the call, and no
 * safepoint must wait until it has it back.
 */
final class Kernel {
    static final int SELF = 0;

    /** Two of an address and a length. */
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

    /** Null if all are there. */
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

    private Kernel() {
    }

    private static MethodType ints(int count) {
        return MethodType.methodType(int.class, Collections.<Class<?>>nCopies(count, int.class));
    }

    /** Why nothing here can be called, or null if all can. */
    static String whyNot() {
        return WHY_NOT;
    }

    /** A nice value. Of a thread that does not exist -1 as well: the caller knows whether it does. */
    static int nice(int thread) {
        try {
            return (int) GETPRIORITY.invokeExact(PRIO_PROCESS, thread);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** @return whether it was done */
    static boolean setNice(int thread, int nice) {
        try {
            return (int) SETPRIORITY.invokeExact(PRIO_PROCESS, thread, nice) == 0;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** The policy; anything that we do not know is taken for real-time, and left alone. */
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

    /** @return whether it was done */
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

    /** The smallest nice value that the process's limit permits to a thread without the capability; 20 if none. */
    static int smallestNiceByLimit() {
        try (Memory limit = new Memory(2 * Long.BYTES)) {
            if ((int) GETRLIMIT.invokeExact(RLIMIT_NICE, limit.address()) != 0) {
                return Level.LEAST_FAVOURED + 1;
            }
            long soft = limit.buffer().getLong(0);
            // Unlimited is all ones.
            return soft < 0 || soft > 40 ? Level.MOST_FAVOURED : 20 - (int) soft;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Copies memory of this process. A wrong address is no error.
     *
     * @param into room for the bytes, behind {@value #VECTORS} that are used for the call
     * @return how many bytes could be read from the beginning on; -1 if none
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
