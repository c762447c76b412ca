package dev.slipstream.runtime.naming;

import dev.slipstream.runtime.foreign.Downcalls;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** System call that names the calling thread. */
final class Prctl {
    private static final int PR_SET_NAME = 15;
    private static final int PR_GET_NAME = 16;

    /** (int what, long address)int; null if {@code prctl} cannot be called. */
    private static final MethodHandle CALL;
    private static final String WHY_NOT;

    static {
        MethodHandle call = null;
        String whyNot = null;
        try {
            MethodType type = MethodType.methodType(int.class, int.class, long.class, long.class, long.class, long.class);
            call = MethodHandles.insertArguments(Downcalls.findShort("prctl", type, 1), 2, 0L, 0L, 0L);
        } catch (IllegalStateException e) {
            whyNot = "prctl cannot be called on JDK " + Runtime.version().feature() + ": " + e.getMessage();
        }
        CALL = call;
        WHY_NOT = whyNot;
    }

    private Prctl() {}

    /** Returns why {@code prctl} cannot be called, or null if it can. */
    static String whyNot() {
        return WHY_NOT;
    }

    /** Names the calling thread; the address is that of up to 15 bytes and a NUL. Returns 0 on success. */
    static int setName(long address) {
        try {
            return (int) CALL.invokeExact(PR_SET_NAME, address);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Stores the calling thread's name in the 16 bytes at the address. Returns 0 on success. */
    static int getName(long address) {
        try {
            return (int) CALL.invokeExact(PR_GET_NAME, address);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
