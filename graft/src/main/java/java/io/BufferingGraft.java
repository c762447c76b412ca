package java.io;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.IntUnaryOperator;
import jdk.internal.misc.Unsafe;

/**
 * Called first by the methods of {@code FileInputStream}: by {@code read()} for a byte that was read ahead, by all others to have
 * given back what was. Subclasses go the JDK's way.
 *
 * <p>Hazards. A {@link ReadAhead} calls methods of its stream, and so this again, on the same thread; it knows itself. Near the
 * end of the stack what these methods throw is what the JDK's own body would have thrown.
 *
 * <p>Happens-before: {@link #active} is volatile. Who reads ahead is busy, and in the list, before it reads that, and who
 * detaches writes it before it looks into the list for what is busy: so after a detach nobody reads ahead.
 */
final class BufferingGraft implements BiFunction<String, Object, Object> {
    /** The file may be read ahead. */
    static final int YES = 1;

    /** Perhaps later. */
    static final int NOT_NOW = 0;

    static final int NEVER = -1;

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long LOCK = UNSAFE.objectFieldOffset(FileInputStream.class, "closeLock");
    private static final long DESCRIPTOR = UNSAFE.objectFieldOffset(FileInputStream.class, "fd");
    private static final long NUMBER = UNSAFE.objectFieldOffset(FileDescriptor.class, "fd");

    /** From JDK 25 on, where a stream finds out when it skips, and keeps it; or -1. */
    private static final long REGULAR = regular();

    private static final AtomicLong begun = new AtomicLong();
    private static final AtomicLong refused = new AtomicLong();
    private static final AtomicLong served = new AtomicLong();
    private static final AtomicLong returned = new AtomicLong();
    private static final AtomicLong failed = new AtomicLong();

    /** The number of the activation, or 0. A stream reads ahead only in the one in which it was opened. */
    static volatile int active;

    /** Advanced by the keeper while anything is read ahead. */
    static volatile int clock;

    private static volatile boolean used;
    private static volatile Thread sleeper;
    private static volatile IntUnaryOperator permission;
    private static int activations;

    private BufferingGraft() {
    }

    private static long regular() {
        try {
            return UNSAFE.objectFieldOffset(FileInputStream.class, "isRegularFile");
        } catch (InternalError thereIsNone) {
            return -1;
        }
    }

    /**
     * Moves a stream back. Afterwards it knows no more about its file than before, which shows in the text of an exception when
     * it is closed.
     */
    static void skipBack(InputStream stream, int bytes) throws IOException {
        if (REGULAR < 0 || !(stream instanceof FileInputStream)) {
            stream.skip(-bytes);
            return;
        }
        Object known = UNSAFE.getReferenceVolatile(stream, REGULAR);
        stream.skip(-bytes);
        if (known == null) {
            UNSAFE.putReferenceVolatile(stream, REGULAR, null);
        }
    }

    /** The agent's side of this graft. */
    static BiFunction<String, Object, Object> control() {
        // Whoever reads must not be the one to initialise these.
        new ReadAhead(null, 0).end();
        ReadAheads.all();
        return new BufferingGraft();
    }

    /**
     * What the agent may ask. Called by the agent only, {@code active} by one thread at a time, {@code tick} and {@code sleep} by
     * the keeper.
     *
     * <ul>
     * <li>{@code active} sets who says whether the file of a descriptor may be read ahead, null for none; then all is given back;
     * <li>{@code tick} advances the clock, and says whether anything was read ahead since the last time;
     * <li>{@code sleep} sets the thread to wake when something is read ahead, or null;
     * <li>{@code used} says whether anything was read ahead since the last tick;
     * <li>{@code begun}, {@code refused}, {@code served}, {@code returned}, {@code failed} read counters.
     * </ul>
     */
    @Override
    public Object apply(String what, Object value) {
        switch (what) {
            case "active":
                activate((IntUnaryOperator) value);
                return null;
            case "tick":
                clock++;
                boolean wasUsed = used;
                used = false;
                return wasUsed;
            case "sleep":
                sleeper = (Thread) value;
                return null;
            case "used":
                return used;
            case "begun":
                return begun.get();
            case "refused":
                return refused.get();
            case "served":
                return served.get();
            case "returned":
                return returned.get();
            case "failed":
                return failed.get();
            default:
                throw new IllegalArgumentException(what);
        }
    }

    private static void activate(IntUnaryOperator by) {
        if (by != null) {
            permission = by;
            active = ++activations;
            return;
        }
        active = 0;
        for (ReadAhead each : ReadAheads.all()) {
            if (each != null) {
                each.giveBack();
            }
        }
        permission = null;
    }

    private static ReadAhead of(FileInputStream stream) {
        // Acquire, so that no compiler takes the final field for a constant.
        Object lock = UNSAFE.getReferenceAcquire(stream, LOCK);
        return lock.getClass() == ReadAhead.class ? (ReadAhead) lock : null;
    }

    /** Called first by the method that a constructor calls to open a file by its name. */
    static void opened(FileInputStream stream) {
        int now = active;
        if (now != 0 && stream.getClass() == FileInputStream.class) {
            try {
                UNSAFE.putReferenceRelease(stream, LOCK, new ReadAhead(stream, now));
            } catch (Throwable thenItDoesNotReadAhead) {
                failed.getAndIncrement();
            }
        }
    }

    /** Called first by {@code read()}. */
    static int read(FileInputStream stream) {
        ReadAhead ahead = of(stream);
        return ahead == null ? -1 : ahead.next();
    }

    /** Called first by whatever else reads, moves or looks. */
    static void pause(FileInputStream stream) {
        ReadAhead ahead = of(stream);
        if (ahead != null) {
            ahead.pause();
        }
    }

    /** Called first by what ends the stream, or shows its descriptor to others. */
    static void end(FileInputStream stream) {
        ReadAhead ahead = of(stream);
        if (ahead != null) {
            ahead.end();
        }
    }

    /** Whether a stream may read ahead: on a regular file, of which there is more. */
    static int permits(InputStream stream) throws IOException {
        IntUnaryOperator by = permission;
        if (by == null) {
            return NOT_NOW;
        }
        int verdict = by.applyAsInt(number(stream));
        if (verdict == NEVER) {
            refused.getAndIncrement();
        }
        // What says it is a regular file and has no size is made up while it is read.
        return verdict == YES && stream.available() <= 0 ? NOT_NOW : verdict;
    }

    private static int number(InputStream stream) {
        if (!(stream instanceof FileInputStream)) {
            return -1;
        }
        Object descriptor = UNSAFE.getReferenceAcquire(stream, DESCRIPTOR);
        return UNSAFE.getIntVolatile(descriptor, NUMBER);
    }

    /**
     * Something is read ahead: wakes the keeper.
     *
     * @return the time
     */
    static int use() {
        if (!used) {
            used = true;
        }
        Thread waits = sleeper;
        if (waits != null) {
            LockSupport.unpark(waits);
        }
        return clock;
    }

    static void begun() {
        begun.getAndIncrement();
    }

    static void served(int bytes) {
        if (bytes > 0) {
            served.getAndAdd(bytes);
        }
    }

    static void returned(int bytes) {
        if (bytes > 0) {
            returned.getAndAdd(bytes);
        }
    }

    static void failed() {
        failed.getAndIncrement();
    }
}
