package dev.slipstream.naming;

/** What surrounds a {@link NamePublisher}. All methods are called on the publisher's thread. What they throw, other than for want of memory,
 * ends it. */
public interface NamingHost {
    /**
     * A thread's name file could not be opened or written, and its renames take the JDK's own path from now on. Called for the
     * first such thread only; {@code filesRefused} counts them all.
     *
     * @param why the operating system's reason
     */
    void refused(String why);

    /**
     * A second or more has passed since the last call, and names have been set in that time or files are watched; or the
     * publisher's thread was interrupted.
     */
    default void everySecond() {
    }

    /**
     * Whether {@link NameSlot#close} is called when a thread ends. Else the publisher looks for dead threads once a second, as
     * long as files are open. Asked whenever it goes to sleep.
     */
    default boolean closesSlots() {
        return false;
    }

    /** The publisher has ended, since something was thrown that it cannot go on after. All renames are left to the JDK. */
    default void failed(Throwable why) {
        throw new IllegalStateException("the publisher of native names has ended", why);
    }
}
