package dev.slipstream.stress.broken;

import java.io.InputStream;

/** Says that it is over, and then gives back: the owner may read in between, at a position that is not its own. */
final class EndsBeforeSeeking extends BrokenAhead {
    EndsBeforeSeeking(InputStream file) {
        super(file);
    }

    @Override
    void giveBack(int unserved, int next) {
        left.set(next);
        seek(unserved);
        letGo();
    }
}
