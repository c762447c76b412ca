package dev.slipstream.stress.arenas;

/**
 * Program that acquires and closes a striped shared arena at every depth near the end of the stack. A call that fails halfway must
 * leave the count unchanged and an arena that can be closed. Prints {@code closed}.
 */
public final class DeepClose {
    private static final int THREADS = 40;
    private static final int PATIENCE_MILLIS = 20_000;

    /** Deeper calls never overflow. Each exception records the whole stack, which takes time. */
    private static final int LEVELS = 200;

    private final SharedArena arena = new SharedArena(() -> {});
    private int users;
    private int left;

    private DeepClose() {
        // The first refused close loads classes, for which there would be no stack later.
        arena.acquire();
        arena.close();
        arena.release();
        Memory.stripe(arena);
    }

    public static void main(String[] args) throws InterruptedException {
        DeepClose program = new DeepClose();
        for (int i = 0; i < THREADS; i++) {
            program.goDown(i);
        }
        if (program.arena.close() != 0) {
            throw new AssertionError("in use");
        }
        System.out.println("closed");
    }

    private void goDown(int offset) throws InterruptedException {
        Thread thread = new Thread(null, () -> down(offset, 0, 0), "deep", 256 << 10);
        thread.setDaemon(true);
        thread.start();
        thread.join(PATIENCE_MILLIS);
        if (thread.isAlive()) {
            throw new AssertionError("still closing");
        }
        for (; users > 0; users--) {
            arena.release();
        }
    }

    /** Adds frames of another size, so that the stack ends at another instruction each time. */
    private void down(int more, long a, long b) {
        if (a + b < more) {
            down(more, a + 1, b);
        } else {
            down();
        }
    }

    private void down() {
        atTheEnd(() -> {
            arena.acquire();
            users++;
            down();
        });
        if (left > 0) {
            left--;
            atTheEnd(arena::close);
        }
    }

    private void atTheEnd(Runnable step) {
        try {
            step.run();
        } catch (StackOverflowError expected) {
            left = LEVELS;
        } catch (AssertionError e) {
            if (!(e.getCause() instanceof StackOverflowError)) {
                throw e;
            }
            left = LEVELS;
        }
    }
}
