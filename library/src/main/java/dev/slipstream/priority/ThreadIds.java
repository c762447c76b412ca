package dev.slipstream.priority;

import dev.slipstream.foreign.Memory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The kernel's numbers of threads other than the current one. Java does not know them; the JVM does, in a structure whose address
 * is in {@code Thread.eetop} while the thread lives. The JVM clears the field before it frees the structure, and sets it once
 * only, so who finds the same address before and after has read while the thread was alive. What is read in between may be
 * anything; it is read by a system call, to which a wrong address is no more than that.
 */
final class ThreadIds {
    /** The field that is not zero while the thread lives; null where it is out of reach. */
    private static final VarHandle EETOP;
    private static final VmStructs OFFSETS;

    /** Null if numbers can be found. */
    private static final String WHY_NOT;

    static {
        VarHandle eetop = null;
        VmStructs offsets = null;
        String whyNot = Kernel.whyNot();
        if (whyNot == null) {
            try {
                eetop = MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup())
                        .findVarHandle(Thread.class, "eetop", long.class);
                offsets = VmStructs.read();
                check(eetop, offsets);
            } catch (IllegalAccessException e) {
                whyNot = "only the current thread: others need --add-opens java.base/java.lang=" + self();
            } catch (NoSuchFieldException | IllegalStateException e) {
                whyNot = "only the current thread: " + e.getMessage();
            }
        }
        EETOP = eetop;
        OFFSETS = offsets;
        WHY_NOT = whyNot;
    }

    private ThreadIds() {
    }

    private static String self() {
        Module own = ThreadIds.class.getModule();
        return own.isNamed() ? own.getName() : "ALL-UNNAMED";
    }

    /** The number of a thread that knows its own. */
    private static void check(VarHandle eetop, VmStructs offsets) {
        try (Witness witness = Witness.start()) {
            int found = id((long) eetop.getVolatile(witness.thread()), offsets);
            if (found != witness.id()) {
                throw new IllegalStateException("thread " + witness.id() + " is taken for " + found);
            }
        }
    }

    /** Why numbers cannot be found, or null if they can. */
    static String whyNot() {
        return WHY_NOT;
    }

    /** What is not zero, and always the same, while a thread lives. */
    static long life(Thread thread) {
        return (long) EETOP.getVolatile(thread);
    }

    /** The kernel's number of the thread that had this life when it was read; anything if it has ended meanwhile. */
    static int id(long life) {
        return id(life, OFFSETS);
    }

    private static int id(long life, VmStructs offsets) {
        try (Memory room = new Memory(Kernel.VECTORS + Long.BYTES)) {
            if (Kernel.read(life + offsets.osThread(), room, Long.BYTES) != Long.BYTES) {
                return 0;
            }
            long osThread = room.buffer().getLong(Kernel.VECTORS);
            return Kernel.read(osThread + offsets.id(), room, Integer.BYTES) == Integer.BYTES
                    ? room.buffer().getInt(Kernel.VECTORS) : 0;
        }
    }
}
