package dev.slipstream.naming;

/** A name for a while, see {@link ThreadNames#scoped}. For the thread that it was made on. */
public final class ScopedName implements AutoCloseable {
    private final Thread thread;
    private String former;

    ScopedName(Thread thread) {
        this.thread = thread;
        former = thread.getName();
    }

    /**
     * Gives the thread its former name back, whatever it is called by now. Does nothing the second time.
     *
     * @throws IllegalStateException if called on another thread
     */
    @Override
    public void close() {
        if (Thread.currentThread() != thread) {
            throw new IllegalStateException(
                    "the name of " + thread.getName() + " is restored by " + Thread.currentThread().getName());
        }
        String name = former;
        if (name != null) {
            former = null;
            ThreadNames.set(name);
        }
    }
}
