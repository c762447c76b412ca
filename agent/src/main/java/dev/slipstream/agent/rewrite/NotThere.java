package dev.slipstream.agent.rewrite;

/** Signals that something an edit refers to is not in the class file. The message names it. */
public final class NotThere extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param what the missing class, member or instruction */
    public NotThere(String what) {
        super("not as expected on this JDK: " + what.replace('/', '.'));
    }
}
