package dev.slipstream.runtime.naming;

/**
 * Environment of a {@link NamePublisher}. All methods are called on the publisher's thread. An exception that they throw ends the
 * publisher, except an {@link OutOfMemoryError} of {@link #everySecond}.
 */
public interface NamingHost {
    /**
     * Called when a thread's name file cannot be opened or written, for the first such thread only; {@code filesRefused} counts
     * all. The thread's renames take the JDK's own path from then on.
     *
     * @param why the operating system's reason
     */
    void refused(String why);

    /**
     * Called when a second or more has passed since the last call, if names have been set in that time or files are watched; also
     * when the publisher's thread was interrupted.
     */
    default void everySecond() {}

    /**
     * {@return whether {@link NameSlot#close} is called when a thread ends} If not, the publisher looks for dead threads once a
     * second while files are open. Called each time the publisher goes to sleep.
     */
    default boolean closesSlots() {
        return false;
    }

    /**
     * Called when the publisher has ended after an exception that it cannot recover from. All renames are left to the JDK.
     *
     * @param why the exception
     */
    default void failed(Throwable why) {
        throw new IllegalStateException("the publisher of native names has ended", why);
    }
}
