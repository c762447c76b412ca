package java.io;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.IntUnaryOperator;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * Prefix of the methods of {@code FileInputStream}. {@code read()} gets a byte that was read ahead; all other methods first give
 * back the bytes that were read ahead. Subclasses keep the JDK's behaviour.
 *
 * <p>Hazards. A {@link ReadAhead} calls methods of its stream, and so this class, on the same thread; it recognises that. Near the
 * end of the stack these methods throw what the JDK's own body would have thrown.
 *
 * <p>Happens-before: {@link #active} is volatile. A thread that reads ahead is busy and in the list before it reads {@code active}.
 * A detach writes {@code active} before it searches the list. So no thread reads ahead after a detach.
 */
@NullMarked
final class BufferingGraft implements BiFunction<String, Object, Object> {
    /** The file may be read ahead. */
    static final int YES = 1;

    /** The file may not be read ahead at this time. */
    static final int NOT_NOW = 0;

    static final int NEVER = -1;

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long LOCK = UNSAFE.objectFieldOffset(FileInputStream.class, "closeLock");
    private static final long DESCRIPTOR = UNSAFE.objectFieldOffset(FileInputStream.class, "fd");
    private static final long NUMBER = UNSAFE.objectFieldOffset(FileDescriptor.class, "fd");

    /** Field that caches whether the file is regular, set by the first skip (JDK 25 and later); or -1. */
    private static final long REGULAR = regular();

    private static final AtomicLong begun = new AtomicLong();
    private static final AtomicLong refused = new AtomicLong();
    private static final AtomicLong served = new AtomicLong();
    private static final AtomicLong returned = new AtomicLong();
    private static final AtomicLong failed = new AtomicLong();

    /** The number of the activation, or 0. A stream reads ahead only in the one in which it was opened. */
    static volatile int active;

    /** Advanced by the agent's {@code BufferingClock} while bytes are read ahead. */
    static volatile int clock;

    private static volatile boolean used;
    private static volatile @Nullable Thread sleeper;

    /**
     * Maps a file descriptor to a verdict. Null unless active.
     *
     * @see "dev.slipstream.agent.buffering.BufferingFiles"
     */
    private static volatile @Nullable IntUnaryOperator permission;

    private static int activations;

    /** Bytes handed out of one read-ahead that pay for the next ones in vain. */
    private static final int PAYS = 256;

    /** Single-byte reads that a new stream needs before it reads ahead. Plain, since any value is right. */
    private static int needed = ReadAhead.RUN;

    /** Thread whose streams need {@link ReadAhead#RUN}. */
    private static volatile @Nullable Thread trier;

    /**
     * Bytes read one by one after which a baked JDK starts the engine: the JDK's own parser of certificates reads some hundred when an
     * application starts.
     */
    private static final int FEW = 4_096;

    /** Bytes read one by one while the remedy was not in force, up to {@link #FEW}. Some may be missing. */
    private static int reads;

    private BufferingGraft() {}

    private static long regular() {
        try {
            return UNSAFE.objectFieldOffset(FileInputStream.class, "isRegularFile");
        } catch (InternalError missing) {
            return -1;
        }
    }

    /**
     * Moves a stream back without a trace: the cached kind of its file, which shows in the text of an exception after close, stays
     * as it was.
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

    /** Returns the control object for the agent. */
    @SuppressWarnings("NullAway") // The stream is not used.
    static BiFunction<String, Object, Object> control() {
        // Initialises classes that a reading thread must not initialise.
        new ReadAhead(null, 0).end();
        ReadAheads.all();
        return new BufferingGraft();
    }

    /**
     * Handles a request of the agent, {@code active} by one thread at a time, {@code tick} and {@code sleep} by its clock.
     *
     * <ul>
     * <li>{@code active} sets the function that decides whether the file of a descriptor may be read ahead; null gives all back;
     * <li>{@code tick} advances the clock, and tells whether bytes were read ahead since the previous tick;
     * <li>{@code sleep} sets the thread to wake when bytes are read ahead, or null;
     * <li>{@code trier} sets the thread that tries the graft out, whatever other streams have read in vain, or null;
     * <li>{@code used} tells whether bytes were read ahead since the last tick;
     * <li>{@code begun}, {@code refused}, {@code served}, {@code returned}, {@code failed} return the counters.
     * </ul>
     *
     * @see "dev.slipstream.agent.buffering.BufferingSwitch"
     */
    @Override
    public @Nullable Object apply(String what, @Nullable Object value) {
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
            case "trier":
                trier = (Thread) value;
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

    private static void activate(@Nullable IntUnaryOperator by) {
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

    private static @Nullable ReadAhead of(FileInputStream stream) {
        // Acquire, so that no compiler treats the final field as a constant.
        Object lock = UNSAFE.getReferenceAcquire(stream, LOCK);
        // Null in a mock, whose constructor has not run.
        return lock != null && lock.getClass() == ReadAhead.class ? (ReadAhead) lock : null;
    }

    /** Called first by the method that a constructor calls to open a file by its name. */
    static void opened(FileInputStream stream) {
        int now = active;
        if (now != 0 && stream.getClass() == FileInputStream.class) {
            try {
                UNSAFE.putReferenceRelease(stream, LOCK, new ReadAhead(stream, now));
            } catch (VirtualMachineError | LinkageError e) {
                // The stream does not read ahead.
                failed.getAndIncrement();
            }
        }
    }

    /** Called first by {@code read()}. */
    static int read(FileInputStream stream) {
        ReadAhead ahead = of(stream);
        if (ahead != null) {
            return ahead.next();
        }
        if (active == 0) {
            if (reads == FEW) {
                idle();
            } else {
                reads++;
            }
        }
        return -1;
    }

    /**
     * Called while the remedy is not in force. Does nothing; in a baked JDK it starts the engine.
     *
     * @see "jdk.internal.misc.BakedEngine"
     */
    static void idle() {}

    /** Called first by the other methods that read, move or query the stream. */
    static void pause(FileInputStream stream) {
        ReadAhead ahead = of(stream);
        if (ahead != null) {
            ahead.pause();
        }
    }

    /** Called first by methods that close the stream or expose its descriptor. */
    static void end(FileInputStream stream) {
        ReadAhead ahead = of(stream);
        if (ahead != null) {
            ahead.end();
        }
    }

    /** Returns whether a stream may read ahead: on a regular file with bytes left. */
    static int permits(InputStream stream) throws IOException {
        IntUnaryOperator by = permission;
        if (by == null) {
            return NOT_NOW;
        }
        int verdict = by.applyAsInt(number(stream));
        if (verdict == NEVER) {
            refused.getAndIncrement();
        }
        // A regular file without a size, as in /proc, is generated while it is read.
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
     * Notes that bytes are read ahead, and wakes the agent's clock.
     *
     * @return the clock
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

    /** Returns how many single-byte reads a new stream needs before it reads ahead. */
    static int needed() {
        return trier == Thread.currentThread() ? ReadAhead.RUN : needed;
    }

    /**
     * Demands longer runs of all streams that are opened from now on: a program that reads the first bytes of many files would pay for
     * a read-ahead of each.
     */
    static void inVain() {
        needed = Math.min(2 * needed, ReadAhead.LONGEST_RUN);
    }

    static void begun() {
        begun.getAndIncrement();
    }

    static void served(int bytes) {
        if (bytes > 0) {
            served.getAndAdd(bytes);
            if (bytes >= PAYS) {
                needed = ReadAhead.RUN;
            }
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
