package dev.slipstream.stress.broken;

import java.io.InputStream;

/** The owner looks how many are left, and then says one less: by then they may have been given back. */
final class TakesWithoutComparing extends BrokenAhead {
    TakesWithoutComparing(InputStream file) {
        super(file);
    }

    @Override
    boolean take(int unserved) {
        if (left.get() != unserved) {
            return false;
        }
        left.set(unserved - 1);
        return true;
    }
}
