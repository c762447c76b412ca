package dev.slipstream.diagnose.detect;

import java.util.OptionalInt;

/** Something seen of a running JVM from outside that no recording has. Detectors take observations by their classes. */
public interface Observation {
    /** Returns the number of processors that the process may use by its affinity; empty if this does not tell. */
    default OptionalInt processors() {
        return OptionalInt.empty();
    }
}
