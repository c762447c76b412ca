package java.lang;

import java.util.function.BiFunction;

/**
 * Sampler of {@code new StringBuilder()}, called only while a sampling lasts. Keeps some of the builders, so that the agent can
 * look at their lengths a little later.
 *
 * <p>Hazards. This code runs in a constructor that the whole JVM uses: it calls nothing, allocates nothing, and cannot throw. C2
 * may merge a builder into a string concatenation; such a builder is never constructed, not seen here, and has no cost.
 *
 * <p>Happens-before: none, and none is needed. All fields are plain. Racing threads may overwrite each other's builder or count two
 * as one, which loses a sample. Every element is a builder that some thread has constructed. A late writer may hold an old array;
 * the agent makes a new array for each sampling and drops it afterwards.
 */
final class TextGraft implements BiFunction<String, Object, Object> {
    /** The array for builders, or null. */
    private static StringBuilder[] batch;

    /** Approximate number of builders in {@link #batch}. */
    private static int taken;

    /** Number of builders to skip before the next; random, since repeated code has a rhythm. */
    private static int leaveOut;
    private static int seed = 1;

    private TextGraft() {}

    /** Returns the control object for the agent. */
    static BiFunction<String, Object, Object> control() {
        return new TextGraft();
    }

    /**
     * Handles a request of the agent, {@code batch} by one thread at a time.
     *
     * <ul>
     * <li>{@code batch} sets the empty array for builders, of length 1 at least, or null to keep none;
     * <li>{@code wide} tells whether a builder has two bytes per character;
     * <li>{@code compact} tells whether a new builder has one.
     * </ul>
     *
     * @see "dev.slipstream.agent.text.TextSwitch"
     */
    @Override
    public Object apply(String what, Object value) {
        switch (what) {
            case "batch":
                batch = null;
                taken = 0;
                batch = (StringBuilder[]) value;
                return null;
            case "wide":
                return ((StringBuilder) value).getCoder() != 0;
            case "compact":
                return String.COMPACT_STRINGS;
            default:
                throw new IllegalArgumentException(what);
        }
    }

    /**
     * Takes the place of {@link BuilderStart#created}. Where the array is full it only reads, so that threads do not slow each
     * other down.
     *
     * @return true
     */
    static boolean created(StringBuilder builder) {
        StringBuilder[] open = batch;
        int place = taken;
        if (open == null || place >= open.length || --leaveOut >= 0) {
            return true;
        }
        seed = seed * 1_103_515_245 + 12_345;
        leaveOut = seed >>> 27;
        open[place] = builder;
        taken = place + 1;
        return true;
    }
}
