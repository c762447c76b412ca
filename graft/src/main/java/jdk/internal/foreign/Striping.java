package jdk.internal.foreign;

import static jdk.internal.foreign.ArenasGraft.BUSY;
import static jdk.internal.foreign.ArenasGraft.NO_STRAY;
import static jdk.internal.foreign.ArenasGraft.SLOTS;
import static jdk.internal.foreign.ArenasGraft.SLOT_COUNT;
import static jdk.internal.foreign.ArenasGraft.SLOT_SHIFT;
import static jdk.internal.foreign.ArenasGraft.STRAYS;
import static jdk.internal.foreign.ArenasGraft.STRIPED;
import static jdk.internal.foreign.ArenasGraft.UNSAFE;
import static jdk.internal.foreign.ArenasGraft.WORD;

import jdk.internal.vm.annotation.ReservedStackAccess;

final class Striping {
    private static volatile boolean open;
    private static volatile int locked;
    private static int next;
    private static final int COUNT = Stripes.count(Runtime.getRuntime().availableProcessors());
    private static final long LOCKED = UNSAFE.objectFieldOffset(Lock.class, "held");
    private static final Lock LOCK = new Lock();

    private static final class Lock {
        volatile int held;
    }

    private Striping() {
    }

    static void open(Runnable trial) {
        open = true;
    }

    static boolean again(SharedSession session, int word) {
        Thread.onSpinWait();
        return false;
    }

    static boolean contended(SharedSession session, int users) {
        int word = UNSAFE.getIntVolatile(session, WORD);
        if (word < 0 || (word & STRIPED) != 0 || users < 0 && word == 0 || (word + users & STRIPED) != 0) {
            return false;
        }
        if (UNSAFE.compareAndSetInt(session, WORD, word, word + users)) {
            return true;
        }
        if (open) {
            stripe(session);
        }
        return false;
    }

    @ReservedStackAccess
    private static void stripe(SharedSession session) {
        if (!UNSAFE.compareAndSetInt(LOCK, LOCKED, 0, 1)) {
            return;
        }
        try {
            int slot = free();
            if (slot < 0) {
                return;
            }
            StripedSession striped = new StripedSession(session, COUNT);
            SLOTS[slot] = striped;
            int handle = STRIPED | BUSY | slot << SLOT_SHIFT | NO_STRAY;
            int word = UNSAFE.getIntVolatile(session, WORD);
            while (word >= 0 && (word & STRIPED) == 0) {
                if (UNSAFE.compareAndSetInt(session, WORD, word, handle)) {
                    Stripes.open(striped.stripes, word);
                    idle(session);
                    return;
                }
                word = UNSAFE.getIntVolatile(session, WORD);
            }
            SLOTS[slot] = null;
        } finally {
            LOCK.held = 0;
        }
    }

    private static int free() {
        for (int i = 0; i < SLOT_COUNT; i++) {
            int slot = next++ & SLOT_COUNT - 1;
            if (SLOTS[slot] == null) {
                return slot;
            }
        }
        return -1;
    }

    private static void idle(SharedSession session) {
        int word;
        do {
            word = UNSAFE.getIntVolatile(session, WORD);
        } while (!UNSAFE.compareAndSetInt(session, WORD, word, word & ~BUSY));
    }

    @ReservedStackAccess
    static int close(SharedSession session, int closed) {
        int word = UNSAFE.getIntVolatile(session, WORD);
        int slot = word >>> SLOT_SHIFT & SLOT_COUNT - 1;
        StripedSession striped = SLOTS[slot];
        long users = Stripes.seal(striped.stripes);
        while (users + (word & STRAYS) - NO_STRAY == 0) {
            if (UNSAFE.compareAndSetInt(session, WORD, word, closed)) {
                SLOTS[slot] = null;
                return 0;
            }
            word = UNSAFE.getIntVolatile(session, WORD);
        }
        Stripes.open(striped.stripes, users);
        idle(session);
        return (int) Math.max(1, Math.min(users + (word & STRAYS) - NO_STRAY, Integer.MAX_VALUE));
    }
}
