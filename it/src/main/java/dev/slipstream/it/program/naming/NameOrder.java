package dev.slipstream.it.program.naming;

import java.util.concurrent.ThreadLocalRandom;

/**
 * A thread renames itself and then reads a volatile field that another thread writes before it asks for that name. As the name is a
 * volatile field, at least one of the two sees what the other has written. The thread has its own monitor meanwhile, so that the end of
 * the rename is no fence.
 */
public final class NameOrder {
    private static final int ROUNDS = 100_000;
    private static final int NAMES = 64;
    private static final int PAUSE = 16;
    private static final int SPINS = 10_000;

    private static volatile int round;
    private static volatile int written;
    private static volatile int renamed;
    private static boolean saw;

    private NameOrder() {}

    /** Prints how many rounds there were in which neither thread saw the other's write. */
    public static void main(String[] args) throws Exception {
        String[] names = new String[NAMES];
        for (int i = 0; i < NAMES; i++) {
            // Every other one has the text of the one before.
            names[i] = String.join(" ", "name", Integer.toString(i / 2));
        }
        Thread renamer = new Thread(() -> rename(names));
        renamer.start();
        int unseen = 0;
        for (int i = 1; i <= ROUNDS; i++) {
            round = i;
            pause();
            written = i;
            String name = renamer.getName();
            for (int spins = 0; renamed < i; spins++) {
                spin(spins);
            }
            unseen += saw || name == names[i % NAMES] ? 0 : 1;
        }
        renamer.join();
        System.out.println("unseen " + unseen);
    }

    private static void rename(String[] names) {
        synchronized (Thread.currentThread()) {
            for (int i = 1; i <= ROUNDS; i++) {
                rename(i, names[i % NAMES]);
            }
        }
    }

    private static void rename(int turn, String name) {
        for (int spins = 0; round < turn; spins++) {
            spin(spins);
        }
        pause();
        Thread.currentThread().setName(name);
        saw = written == turn;
        renamed = turn;
    }

    private static void pause() {
        for (int i = ThreadLocalRandom.current().nextInt(PAUSE); i > 0; i--) {
            Thread.onSpinWait();
        }
    }

    private static void spin(int spins) {
        if (spins < SPINS) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }
}
