package dev.slipstream.stress;

/** So many shares of something, which is freed when there are no more and all are back. */
public interface Shared {
    /** @return false if there are no more */
    boolean take();

    /** One that was taken is back. */
    void giveBack();

    /** No more can be taken. */
    void end();
}
