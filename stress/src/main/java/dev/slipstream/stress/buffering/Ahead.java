package dev.slipstream.stress.buffering;

/** Methods of {@code java.io.ReadAhead}, described there. */
public interface Ahead {
    int next();

    void pause();

    void end();

    void giveBack();
}
