package dev.slipstream.stress.arenas;

/** Fixed number of shares of a resource, which is freed when none can be taken and all are back. */
public interface Shared {
    /** @return false if there are no more */
    boolean take();

    /** Gives back a taken share. */
    void giveBack();

    /** Ends the shares: none can be taken from now on. */
    void end();
}
