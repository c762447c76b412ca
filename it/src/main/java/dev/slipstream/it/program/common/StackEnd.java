package dev.slipstream.it.program.common;

/** Recursion to the end of the stack, with an operation in each of the last frames on the way back. */
public final class StackEnd {
    private static final int LAST_FRAMES = 300;

    /** Numbers of frames before the recursion, so that it meets the end of the stack in different places of its frames. */
    private static final int STEPS = 64;

    private final Runnable operation;
    private int left;

    private StackEnd(Runnable operation) {
        this.operation = operation;
    }

    /** Recurses, with frames whose size and place depend on {@code which}. */
    public static void recurse(Runnable operation, int which) {
        recurse(new StackEnd(operation), which % 2 == 0, which / 2 % STEPS);
    }

    private static void recurse(StackEnd end, boolean small, int frames) {
        if (frames > 0) {
            recurse(end, small, frames - 1);
        } else if (small) {
            end.recurse();
        } else {
            end.recurse(1, 2, 3);
        }
    }

    @SuppressWarnings("InfiniteRecursion")
    private void recurse() {
        try {
            recurse();
        } catch (StackOverflowError e) {
            left = LAST_FRAMES;
        }
        operate();
    }

    /** Recurses with frames of another size. */
    @SuppressWarnings("InfiniteRecursion")
    private long recurse(long a, long b, long c) {
        long d = a * 3 + b;
        long e = b * 5 + c;
        long f = 0;
        try {
            f = recurse(d, e, c * 7 + a);
        } catch (StackOverflowError end) {
            left = LAST_FRAMES;
        }
        operate();
        return d ^ e ^ f;
    }

    private void operate() {
        if (left > 0) {
            left--;
            try {
                operation.run();
            } catch (StackOverflowError end) {
                return;
            }
        }
    }
}
