package java.io;

import jdk.internal.misc.Unsafe;

/**
 * What one stream has read ahead, and for whom. It lies in the stream itself, as the object that its close locks, since the
 * stream was opened; so there is no table to look it up in.
 *
 * <p>Bytes are read ahead for the first thread that does anything with the stream, its owner, and for as long as no other thread
 * does: then never again. So while the JDK's own body of a method runs, on whatever thread, nobody reads ahead behind its back.
 *
 * <p>{@link #left} says all: how many bytes are left to hand out, or which thread is at work, or that reading ahead is
 * over. The owner takes a byte by a compare-and-set from a number to the one below, everybody gives back by one from a number to
 * busy. So each byte is either handed out or given back. A thread that meets a busy one waits: at most for one read or one seek of
 * a regular file, which the kernel makes threads wait for as well. The thread at work goes on: it calls the stream's
 * methods. Since the field names the thread at work, a thread that is stopped there, by {@code Thread.stop} or the end of its
 * stack,
 * knows whether it has something to undo.
 *
 * <p>Happens-before: {@link #buffer}, {@link #end} and {@link #tick} are written by the owner while it is busy, before it sets
 * {@link #left}, and read by others only between two changes of that.
 */
final class ReadAhead {
    /** Reads one by one before the first ahead. */
    static final int RUN = 16;

    static final int SIZE = 8192;

    private static final int LONGEST_RUN = 1 << 12;
    private static final int NONE = -1;
    private static final int OVER = -2;

    /** Numbers below this one name the thread at work, see {@link #busy}. */
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
    private int needed = RUN;
    private boolean permitted;
    private ReadAheads place;

    /** Of a stream that was opened just now. */
    ReadAhead(InputStream stream, int activation) {
        this.stream = stream;
        this.activation = activation;
    }

    /** Not by its method, which subclasses override; threads' numbers are never used again, and hold no thread in memory. */
    private static long me() {
        return UNSAFE.getLong(Thread.currentThread(), ID);
    }

    /** The number that names a thread at work. Live threads have identifiers that differ by less than 2^30. */
    private static int busy(long thread) {
        return BUSY_BELOW - 1 - (int) (thread & THREADS);
    }

    /** The next byte, or a negative number: then the stream's own body reads it. */
    int next() {
        int unserved = left;
        byte[] bytes = buffer;
        int at = end - unserved;
        // Who makes an end of it may be at work: then the last two are checked in vain, but must not fail.
        if (unserved > 0 && owner == me() && isYoung() && bytes != null && at >= 0) {
            int next = bytes[at] & 0xff;
            if (UNSAFE.compareAndSetInt(this, LEFT, unserved, unserved - 1)) {
                return next;
            }
        }
        return left == OVER ? NONE : more(me());
    }

    /** At most one tick has passed, however often the clock has gone round. */
    private boolean isYoung() {
        return (BufferingGraft.clock - tick & ~1) == 0;
    }

    private int more(long me) {
        if (!isOwner(me)) {
            settle(OVER, me);
            return NONE;
        }
        // Older than may be. Others are at work only to make an end of it.
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
        return now == me || now == 0 && UNSAFE.compareAndSetLong(this, OWNER, 0, me);
    }

    /**
     * Called by the owner. The stream's own body meets any failure again. An exception from outside, such as that of {@code
     * Thread.stop}, is passed on; the bytes of the read that it interrupts may be lost.
     */
    private int read(long me) {
        int busy = busy(me);
        int first = NONE;
        int read = 0;
        int then = 0;
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
                // Only now: who detaches first says so, and then asks those that it finds to give back.
                if (activation == BufferingGraft.active) {
                    tick = BufferingGraft.use();
                    read = stream.read(buffer, 0, SIZE);
                }
            }
        } catch (IOException | RuntimeException | LinkageError | VirtualMachineError theBodyWillMeetItAgain) {
            read = 0;
        } finally {
            // Nothing is called here, so that nothing can come in between: what was read is not lost, and no thread waits for ever.
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
        return first;
    }

    /** From here on a detach finds this. */
    private void begin() {
        byte[] bytes = new byte[SIZE];
        if (place == null) {
            place = ReadAheads.add(this);
        }
        permitted = true;
        buffer = bytes;
        BufferingGraft.begun();
    }

    /** Something else is about to be done with the stream: gives back what is outstanding. */
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

    /** The same, for good. */
    void end() {
        if (left != OVER) {
            settle(OVER, me());
        }
    }

    /** The same, by whoever makes an end of all streams' reading ahead; it may begin again. */
    void giveBack() {
        settle(0, me());
    }

    /**
     * Returns when nothing is outstanding and nobody is busy.
     *
     * @throws Error if there is no room to give back; then all is as before
     */
    private void settle(int next, long me) {
        int busy = busy(me);
        while (true) {
            int unserved = left;
            if (unserved == OVER || unserved == 0 && next == 0 || unserved == busy) {
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
            // No room for another call: only counters are wrong.
            run = 0;
        } finally {
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
            } catch (IOException closedMeanwhile) {
                BufferingGraft.failed();
            }
        }
    }

    /** Reading ahead and going back costs about as much as eight reads one by one: longer runs are asked for where it is in vain. */
    private void account(int unserved) {
        int served = end - unserved;
        end = 0;
        BufferingGraft.served(served);
        BufferingGraft.returned(unserved);
        if (unserved > 0) {
            run = 0;
            needed = served >= RUN ? RUN : Math.min(2 * needed, LONGEST_RUN);
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
