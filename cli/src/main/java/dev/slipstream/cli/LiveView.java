package dev.slipstream.cli;

import dev.slipstream.cli.diagnose.output.DiagnosisText;
import dev.slipstream.cli.diagnose.source.LiveJvm.Progress;
import dev.slipstream.cli.terminal.LiveText;
import dev.slipstream.cli.terminal.Screen;
import dev.slipstream.cli.terminal.Terminal;
import dev.slipstream.diagnose.result.Diagnosis;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Shows a diagnosis in progress. */
final class LiveView implements Progress {
    private static final Duration FIRST = Duration.ofSeconds(2);

    private final LiveText text = new LiveText();
    private Duration next = FIRST;
    private Optional<Diagnosis> last = Optional.empty();

    @Override
    public void passed(Duration elapsed, Supplier<Diagnosis> soFar) {
        if (elapsed.compareTo(next) < 0) {
            return;
        }
        Diagnosis found = soFar.get();
        last = Optional.of(found);
        text.show(DiagnosisText.brief(found, Screen.of(Terminal.OUTPUT)));
        next = elapsed.plus(text.every());
        if (!text.isWritten()) {
            // Ends the diagnosis, as Ctrl-C does.
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void measures() {
        Screen.tell("\nMeasuring what a rename costs on this machine, for some seconds ...");
    }

    /** Leaves the last text on the screen. */
    void end() {
        text.end();
    }

    /** Returns the diagnosis that was shown last. */
    Optional<Diagnosis> last() {
        return last;
    }
}
