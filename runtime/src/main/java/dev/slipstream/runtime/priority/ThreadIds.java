package dev.slipstream.runtime.priority;

import dev.slipstream.runtime.foreign.Memory;
import dev.slipstream.runtime.threads.Opens;
import dev.slipstream.runtime.threads.Witness;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Kernel ids of threads other than the current one. Java does not know them. The JVM does, in a structure whose address is in
 * {@code Thread.eetop} while the thread lives. The JVM sets the field only once, and clears it before it frees the structure. A
 * reader that finds the same address before and after has therefore read while the thread was alive; otherwise it may have read
 * anything. The reads are system calls, for which a wrong address is harmless.
 */
final class ThreadIds {
    /** The field, which is not zero while the thread lives; null where it is inaccessible. */
    private static final @Nullable VarHandle EETOP;
    private static final @Nullable VmStructs OFFSETS;

    /** Why ids cannot be found; null if they can. */
    private static final @Nullable String WHY_NOT;

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
                whyNot = "only the current thread: others need " + Opens.of("java.lang");
            } catch (NoSuchFieldException | IllegalStateException e) {
                whyNot = "only the current thread: " + e.getMessage();
            }
        }
        EETOP = eetop;
        OFFSETS = offsets;
        WHY_NOT = whyNot;
    }

    private ThreadIds() {}

    /** Checks the offsets against a thread that knows its own id. */
    private static void check(VarHandle eetop, VmStructs offsets) {
        try (Witness witness = Witness.start()) {
            int found = id((long) eetop.getVolatile(witness.thread()), offsets);
            if (found != witness.id()) {
                throw new IllegalStateException("thread " + witness.id() + " is taken for " + found);
            }
        }
    }

    /** Returns why ids cannot be found; null if they can. */
    static @Nullable String whyNot() {
        return WHY_NOT;
    }

    /** Returns a value that is constant and not zero while the thread lives; zero otherwise. */
    @SuppressWarnings("NullAway") // The caller has asked whyNot().
    static long life(Thread thread) {
        return (long) EETOP.getVolatile(thread);
    }

    /** Returns the kernel id of the thread that this life was read from; any value if that thread has ended since. */
    @SuppressWarnings("NullAway") // The same.
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
