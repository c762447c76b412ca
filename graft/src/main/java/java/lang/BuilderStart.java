package java.lang;

/**
 * Methods that {@code new StringBuilder()} calls: the first instead of its constant, the second last. They are rewritten when the
 * capacity changes and when a sampling begins or ends, so that {@code StringBuilder} is not: rewriting a class discards the JIT
 * compilers' profiles of all its methods, and {@code append} would no longer be inlined into code compiled later.
 *
 * <p>Hazards. This code runs in a constructor that the whole JVM uses. The bodies must stay small enough to be inlined always.
 */
final class BuilderStart {
    private BuilderStart() {}

    /** Returns the capacity of a new builder, in characters. The constant is the JDK's own. */
    static int capacity() {
        return 16;
    }

    /** Does nothing, until the rewritten body calls {@link TextGraft#created}. */
    static void created(StringBuilder builder) {}
}
