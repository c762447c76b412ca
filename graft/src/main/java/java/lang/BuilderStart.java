package java.lang;

/**
 * What {@code new StringBuilder()} asks, in place of its constant, and tells, last. Both methods are rewritten when the capacity
 * changes and when a sampling begins and ends, so that {@code StringBuilder} itself is not: with a class that is rewritten the
 * JIT compilers lose what they know of all its methods, and no longer build {@code append} into code that is compiled by then.
 *
 * <p>Hazards. This runs in the constructor that everything in the JVM uses: no more than these bodies, which compilers always
 * build in.
 */
final class BuilderStart {
    private BuilderStart() {
    }

    /** The capacity of a new builder, in characters. The constant is the JDK's own. */
    static int capacity() {
        return 16;
    }

    /** Nobody is told, until {@link TextGraft#created} takes its place. */
    static void created(StringBuilder builder) {
    }
}
