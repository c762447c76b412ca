package dev.slipstream.runtime.naming;

import dev.slipstream.runtime.foreign.Memory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.PrivilegedAction;
import java.util.Arrays;
import java.util.Map;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Maker of slots that tell the operating system each name at once, without the JDK's share of the cost.
 */
public final class ImmediateSlots implements SlotMaker {
    private final NativeNames form;
    private final SlotCounts<Slot> counts = new SlotCounts<>();

    /**
     * Creates a maker without slots. Loads {@code java.lang.foreign}.
     *
     * @param form how names are shortened; the JDK does a thread's first renames and shortens those its own way
     * @throws IllegalStateException if this JDK or operating system cannot do it (it takes JDK 21 or newer on Linux); says why
     */
    public ImmediateSlots(NativeNames form) {
        if (whyNot() != null) {
            throw new IllegalStateException(whyNot());
        }
        this.form = form;
    }

    static @Nullable String whyNot() {
        return Prctl.whyNot();
    }

    /** Returns a new slot for the current thread, which must be a platform thread. Opens nothing yet. */
    @Override
    public BiPredicate<String, String> get() {
        return slot();
    }

    Slot slot() {
        return new Slot(form, counts);
    }

    /** Returns {@code renames}, the number of renames to another name, without those left to the JDK. */
    @Override
    public Map<String, Long> counters() {
        return Map.of("renames", counts.renames());
    }

    /**
     * Slot of a platform thread that tells the operating system each name at once, without what the JDK does around the system
     * call. As with a {@link NameSlot}, the first {@value NameSlot#THRESHOLD} renames are left to the JDK, and all renames if the
     * thread does not bear the name that the JDK set last. For that thread only, {@link #close} included. Holds 16 bytes of native
     * memory until closed.
     */
    static final class Slot extends Padding
            implements BiPredicate<String, String>, PrivilegedAction<Boolean>, AutoCloseable, SlotCounts.Counting {
        private static final int OVER = -1;
        private static final int TAKEN = -2;
        private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

        private final NativeNames form;
        private final SlotCounts<Slot> counts;
        private final Thread owner;
        private final byte[] room = new byte[NativeNames.SIZE];
        private int state = NameSlot.THRESHOLD;

        /** Volatile for the fence that {@link SlotMaker} promises. */
        private volatile @Nullable String last;

        private @Nullable Memory memory;

        /** Other threads read it too, at worst a little late. */
        private long renames;

        Slot(NativeNames form, SlotCounts<Slot> counts) {
            this.form = form;
            this.counts = counts;
            owner = Thread.currentThread();
        }

        /**
         * Sets the thread's native name.
         *
         * @return true if the native name is right; false if the caller must have the JDK set it
         */
        @Override
        public boolean test(String name, String former) {
            if (state != TAKEN) {
                return tryOut(name, former);
            }
            // Not counted: that would cost over a nanosecond of the ten that this path takes.
            if (name.equals(last) && name.equals(former)) {
                if (name != former) {
                    last = name;
                }
                return true;
            }
            renames++;
            return set(name);
        }

        /** Tells whether the next rename will be taken. For callers that must consult a security manager before they rename. */
        @Override
        public Boolean run() {
            return state == TAKEN || (state == 0 && take());
        }

        @SuppressWarnings("NullAway") // Called once take() has made the memory.
        private boolean set(String name) {
            form.encode(name, room);
            memory.buffer().putLong(0, (long) WORDS.get(room, 0)).putLong(Long.BYTES, (long) WORDS.get(room, Long.BYTES));
            if (Prctl.setName(memory.address()) != 0) {
                close();
                return false;
            }
            last = name;
            return true;
        }

        private boolean tryOut(String name, String former) {
            if (state > 0) {
                state--;
                last = name;
                return false;
            }
            return state == 0 && take() && test(name, former);
        }

        @SuppressWarnings("NullAway") // The renames before it have left one.
        private boolean take() {
            state = OVER;
            memory = new Memory(NativeNames.SIZE);
            Prctl.getName(memory.address());
            memory.buffer().get(0, room);
            NativeNames own = NativeNames.ofThisJdk();
            if (!Arrays.equals(room, 0, NativeNames.SIZE, Arrays.copyOf(own.bytes(last), NativeNames.SIZE), 0,
                    NativeNames.SIZE)) {
                close();
                return false;
            }
            if (form != own) {
                last = null;
            }
            state = TAKEN;
            Slot lost = counts.addAndSweep(this);
            if (lost != null) {
                lost.close();
            }
            return true;
        }

        /** Frees the memory and leaves all later renames to the JDK. Called when the thread ends. */
        @Override
        public void close() {
            state = OVER;
            if (memory != null) {
                memory.close();
                memory = null;
                counts.remove(this);
            }
        }

        @Override
        public Thread owner() {
            return owner;
        }

        @Override
        public long renames() {
            return renames;
        }

        @Override
        public long same() {
            return 0;
        }
    }
}
