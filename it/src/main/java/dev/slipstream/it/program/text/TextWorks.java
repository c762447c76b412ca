package dev.slipstream.it.program.text;

/** Tells whether a builder has the capacity {@code text.capacity=64}, which no JDK gives it. */
public final class TextWorks {
    private static final int CAPACITY = 64;

    private TextWorks() {}

    public static boolean works() {
        return new StringBuilder().capacity() == CAPACITY;
    }
}
