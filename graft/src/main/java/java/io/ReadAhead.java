package java.io;

import jdk.internal.misc.Unsafe;

/**
 * The bytes that one stream has read ahead. Every stream that is opened gets one, as the object that its close locks, so there is
 * no table to search.
 *
 * <p>Bytes are read ahead for the first thread that uses the stream, its owner, until another thread uses the stream, and never
 * afterwards. So no read-ahead coincides with the JDK's own body of a method, on any thread.
 *
 * <p>{@link #left} is the state: the number of bytes left to deliver, or the thread at work, or the end of reading ahead. The owner
 * takes a byte by a compare-and-set from a number to the next lower one. Any thread gives back by a compare-and-set from a number
 * to busy. So each byte is either delivered or given back. A thread that finds another one busy waits for at most one read or seek
 * of a regular file, for which the kernel would make it wait as well. The thread at work passes, since it calls the stream's
 * methods. As the state names the thread at work, a thread that is interrupted there, by {@code Thread.stop} or the end of its
 * stack, knows whether it has something to undo. It looks twice, since no handler covers the code of a finally.
 *
 * <p>Happens-before: the owner writes {@link #buffer}, {@link #end} and {@link #tick} while it is busy, before it sets
 * {@link #left}. Other threads read them only between two changes of {@code left}.
 */
final class ReadAhead {
    /** Single-byte reads before the first read-ahead. */
    static final int RUN = 16;

    static final int SIZE = 8192;

    static final int LONGEST_RUN = 1 << 12;
    private static final int NONE = -1;
    private static final int OVER = -2;

    /** States below this one name the thread at work; see {@link #busy}. */
    private static final int BUSY_BELOW = -(1 << 30);
    private static final int THREADS = (1 << 30) - 1;

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long LEFT = UNSAFE.objectFieldOffset(ReadAhead.class, "left");
    private static final long OWNER = UNSAFE.objectFieldOffset(ReadAhead.class, "owner");
    private static final long ID = UNSAFE.objectFieldOffset(Thread.class, "tid");

    private final InputStream stream;
    private final int activation;
    private volatile int left;
    private volatile long owner;

    private byte[] buffer;
    private int end;
    private int tick;
    private int run;
    private int needed = BufferingGraft.needed();
    private boolean permitted;
    private ReadAheads place;

    /** Creates the state of a stream that is being opened. */
    ReadAhead(InputStream stream, int activation) {
        this.stream = stream;
        this.activation = activation;
    }

    /** Reads the field, since subclasses override the method. Identifiers are never reused, and keep no thread in memory. */
    private static long me() {
        return UNSAFE.getLong(Thread.currentThread(), ID);
    }

    /** Returns the state that names a thread at work. Identifiers of live threads differ by less than 2^30. */
    private static int busy(long thread) {
        return BUSY_BELOW - 1 - (int) (thread & THREADS);
    }

    /** Returns the next byte, or a negative number if the stream's own body is to read it. */
    int next() {
        int unserved = left;
        byte[] bytes = buffer;
        int at = end - unserved;
        // Another thread may be ending the read-ahead: the last two checks then mean nothing, but must not fail.
        if (unserved > 0 && owner == me() && isYoung() && bytes != null && at >= 0) {
            int next = bytes[at] & 0xff;
            if (UNSAFE.compareAndSetInt(this, LEFT, unserved, unserved - 1)) {
                return next;
            }
        }
        return left == OVER ? NONE : more(me());
    }

    /** Tells whether at most one tick has passed, even after the clock has wrapped around. */
    private boolean isYoung() {
        return (BufferingGraft.clock - tick & ~1) == 0;
    }

    private int more(long me) {
        if (!isOwner(me)) {
            settle(OVER, me);
            return NONE;
        }
        // The bytes are too old. Other threads are at work only to end the read-ahead.
        settle(0, me);
        if (left != 0 || activation != BufferingGraft.active) {
            return NONE;
        }
        if (run < needed) {
            run++;
            return NONE;
        }
        return read(me);
    }

    private boolean isOwner(long me) {
        long now = owner;
        return now == me || (now == 0 && UNSAFE.compareAndSetLong(this, OWNER, 0, me));
    }

    /**
     * Reads ahead, as the owner. The stream's own body meets any failure again. An asynchronous exception, such as that of {@code
     * Thread.stop}, is passed on; the bytes of the interrupted read may be lost.
     */
    private int read(long me) {
        int busy = busy(me);
        int first = NONE;
        int read = 0;
        int then = 0;
        try {
            try {
                if (!UNSAFE.compareAndSetInt(this, LEFT, 0, busy)) {
                    return NONE;
                }
                BufferingGraft.served(end);
                end = 0;
                int verdict = permitted ? BufferingGraft.YES : BufferingGraft.permits(stream);
                if (verdict == BufferingGraft.NEVER) {
                    then = OVER;
                } else if (verdict == BufferingGraft.YES) {
                    if (buffer == null) {
                        begin();
                    }
                    // Checked after the listing: a detach first clears active, and then asks the listed streams to give back.
                    if (activation == BufferingGraft.active) {
                        tick = BufferingGraft.use();
                        read = stream.read(buffer, 0, SIZE);
                    }
                }
            } catch (IOException | RuntimeException | LinkageError | VirtualMachineError e) {
                // The JDK's own body of the method will meet it again.
                read = 0;
            } finally {
                // Hazard: no calls here. An exception in between would lose bytes, or leave other threads waiting.
                if (left == busy) {
                    if (read > 0) {
                        first = buffer[0] & 0xff;
                        end = read;
                        left = read - 1;
                    } else {
                        run = 0;
                        left = then;
                    }
                }
            }
        } finally {
            // Hazard: an exception within the first finally would leave the stream busy.
            if (left == busy) {
                left = then;
            }
        }
        return first;
    }

    /** Allocates the buffer and joins the list, where a detach finds this stream. */
    private void begin() {
        byte[] bytes = new byte[SIZE];
        if (place == null) {
            place = ReadAheads.add(this);
        }
        permitted = true;
        buffer = bytes;
        BufferingGraft.begun();
    }

    /** Gives back undelivered bytes, before another operation on the stream. */
    void pause() {
        if (left == OVER) {
            return;
        }
        long me = me();
        if (left == busy(me)) {
            return;
        }
        if (isOwner(me)) {
            run = 0;
            settle(0, me);
        } else {
            settle(OVER, me);
        }
    }

    /** Gives back undelivered bytes, and ends reading ahead for good. */
    void end() {
        if (left != OVER) {
            settle(OVER, me());
        }
    }

    /** Gives back undelivered bytes on a thread that detaches; reading ahead may begin again. */
    void giveBack() {
        settle(0, me());
    }

    /**
     * Gives back undelivered bytes, and waits until no other thread is busy.
     *
     * @throws Error if the stack or memory does not suffice; all is as before
     */
    private void settle(int next, long me) {
        int busy = busy(me);
        while (true) {
            int unserved = left;
            if (unserved == OVER || (unserved == 0 && next == 0) || unserved == busy) {
                return;
            }
            if (unserved < BUSY_BELOW) {
                Thread.yield();
            } else if (settle(unserved, next, busy)) {
                return;
            }
        }
    }

    /** @return false if another thread has changed the number first */
    private boolean settle(int unserved, int next, int busy) {
        int then = unserved;
        try {
            try {
                if (!UNSAFE.compareAndSetInt(this, LEFT, unserved, busy)) {
                    return false;
                }
                seekBack(unserved);
                then = next;
                account(unserved);
                if (next == OVER) {
                    leave();
                }
            } catch (VirtualMachineError e) {
                if (then != next) {
                    throw e;
                }
                // No stack for another call; only the counters are wrong.
                run = 0;
            } finally {
                if (left == busy) {
                    left = then;
                }
            }
        } finally {
            // As in read.
            if (left == busy) {
                left = then;
            }
        }
        return true;
    }

    private void seekBack(int unserved) {
        if (unserved > 0) {
            try {
                BufferingGraft.skipBack(stream, unserved);
            } catch (IOException closed) {
                BufferingGraft.failed();
            }
        }
    }

    /** Demands longer runs where reading ahead is in vain: it costs as much as eight single reads. */
    private void account(int unserved) {
        int served = end - unserved;
        end = 0;
        BufferingGraft.served(served);
        BufferingGraft.returned(unserved);
        if (unserved > 0) {
            run = 0;
            needed = served >= RUN ? RUN : Math.min(2 * needed, LONGEST_RUN);
            // Bytes that grew too old say nothing about other streams.
            if (served < RUN && isYoung()) {
                BufferingGraft.inVain();
            }
        }
    }

    private void leave() {
        buffer = null;
        if (place != null) {
            place.remove();
            place = null;
        }
    }
}
