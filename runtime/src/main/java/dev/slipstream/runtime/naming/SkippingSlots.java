package dev.slipstream.runtime.naming;

import java.security.PrivilegedAction;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Maker of slots that leave renames to the JDK unless they change nothing. For any operating system.
 */
public final class SkippingSlots implements SlotMaker {
    private final SlotCounts<Slot> counts = new SlotCounts<>();

    /** Creates a maker without slots. Starts nothing and opens nothing. */
    public SkippingSlots() {}

    /** Returns a new slot for the current thread, which must be a platform thread. */
    @Override
    public BiPredicate<String, String> get() {
        return slot();
    }

    Slot slot() {
        Slot slot = new Slot(counts);
        counts.addAndSweep(slot);
        return slot;
    }

    /** Returns {@code renames}, the renames passed on to the JDK, and {@code same}, those skipped. */
    @Override
    public Map<String, Long> counters() {
        Map<String, Long> counters = new LinkedHashMap<>();
        counters.put("renames", counts.renames());
        counters.put("same", counts.same());
        return counters;
    }

    /**
     * Slot of a platform thread that skips a rename to the name that the thread already bears, and leaves all others to the JDK.
     * For that thread only, under its monitor.
     *
     * <p>Argument. The native name is the one that the thread gave itself last, since the JDK passes no other to the operating
     * system. So a rename changes nothing if its text is the one passed on last and the Java name is still the same: another
     * thread's rename changes only the Java name, and the next rename goes to the JDK, which sets both. A name passed on has been
     * set: without a security manager the JDK refuses no name but null, which does not get here. A security manager may refuse a
     * name; once there is one, nothing is skipped.
     */
    static final class Slot extends Padding
            implements BiPredicate<String, String>, PrivilegedAction<Boolean>, AutoCloseable, SlotCounts.Counting {
        private final SlotCounts<Slot> counts;
        private final Thread owner;
        private boolean over;

        /** Written for the fence that {@link SlotMaker} promises. */
        @SuppressWarnings("unused")
        private volatile boolean fence;

        private @Nullable String last;

        // Other threads read these too, at worst a little late.
        private long renames;
        private long same;

        Slot(SlotCounts<Slot> counts) {
            this.counts = counts;
            owner = Thread.currentThread();
        }

        /**
         * Tells whether a rename of the thread by itself can be skipped.
         *
         * @return true if it changes nothing; false if the caller must have the JDK do it
         */
        @Override
        public boolean test(String name, String former) {
            if (name.equals(last) && name.equals(former)) {
                if (name != former) {
                    fence = true;
                }
                same++;
                return true;
            }
            last = over ? null : name;
            renames++;
            return false;
        }

        /** Called if there is a security manager: stops skipping renames. */
        @Override
        public Boolean run() {
            over = true;
            last = null;
            return false;
        }

        /** Called when the thread ends. */
        @Override
        public void close() {
            run();
            counts.remove(this);
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
            return same;
        }
    }
}
