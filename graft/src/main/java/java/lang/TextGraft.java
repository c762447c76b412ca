package java.lang;

import java.util.function.BiFunction;

/**
 * Told of every {@code new StringBuilder()} while a sampling lasts, and at no other time: keeps some of the builders, so that the
 * agent can look a little later how long they have become.
 *
 * <p>Hazards. This runs in the constructor that everything in the JVM uses: no call, no allocation, nothing that could throw. A
 * builder that C2 has merged into a concatenation of strings is never constructed, so it is not seen here, and pays nothing.
 *
 * <p>Happens-before: there is none, and none is needed. All fields are plain, and threads that meet here may overwrite each other's
 * builder, or count one for two. What is lost is a sample; what is found is a builder that somebody has constructed. Which array a
 * late writer still has does not matter: the agent makes new ones for each sampling, and drops them.
 */
final class TextGraft implements BiFunction<String, Object, Object> {
    /** Where builders are kept now, or null. */
    private static StringBuilder[] batch;

    /** How many places of that are taken, about. */
    private static int taken;

    /** How many builders to leave out before the next, a random number, since code that repeats itself has a rhythm. */
    private static int leaveOut;
    private static int seed = 1;

    private TextGraft() {
    }

    /** The agent's side of this graft. */
    static BiFunction<String, Object, Object> control() {
        return new TextGraft();
    }

    /**
     * What the agent may ask. Called by the agent only, {@code batch} by one thread at a time.
     *
     * <ul>
     * <li>{@code batch} sets where builders are kept from now on, an empty array of at least one place, or null for nowhere;
     * <li>{@code wide} tells whether a builder has two bytes for a character;
     * <li>{@code compact} tells whether a new builder has one.
     * </ul>
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
     * Takes the place of {@link BuilderStart#created}. Where the array is full it only reads, so that threads do not slow each other
     * down.
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
