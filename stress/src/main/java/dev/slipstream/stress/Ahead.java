package dev.slipstream.stress;

/** What {@code java.io.ReadAhead} can do; the methods are described there. */
public interface Ahead {
    int next();

    void pause();

    void end();

    void giveBack();
}
