package dev.slipstream.cli.diagnose.source;

import dev.slipstream.cli.diagnose.Diagnosis;
import java.time.Duration;
import java.util.function.Supplier;

/** Is told several times a second how a diagnosis goes. */
@FunctionalInterface
public interface Watcher {
    /**
     * Time has passed.
     *
     * @param elapsed since the beginning
     * @param soFar what follows from what was seen by now; asked only where it is shown, since it takes some work
     */
    void passed(Duration elapsed, Supplier<Diagnosis> soFar);
}
