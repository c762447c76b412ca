package dev.slipstream.cli;

import dev.slipstream.cli.diagnose.output.DiagnosisText;
import dev.slipstream.cli.diagnose.source.LiveJvm.Watcher;
import dev.slipstream.cli.terminal.Screen;
import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.lab.run.Terminal;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Shows a diagnosis in progress: redraws it on a terminal, appends blocks of text elsewhere. */
final class LiveView implements Watcher {
    private static final Duration REDRAWN = Duration.ofSeconds(2);
    private static final Duration BLOCK = Duration.ofSeconds(10);
    private static final String HOME = "\u001b[H";
    private static final String REST_OF_LINE = "\u001b[K";
    private static final String REST_OF_SCREEN = "\u001b[J";

    private final PrintStream out;
    private final boolean terminal;
    private Duration next = REDRAWN;
    private Optional<Diagnosis> last = Optional.empty();

    LiveView(PrintStream out) {
        this.out = out;
        this.terminal = Terminal.redraws(Terminal.OUTPUT);
    }

    @Override
    public void passed(Duration elapsed, Supplier<Diagnosis> soFar) {
        if (elapsed.compareTo(next) < 0) {
            return;
        }
        Diagnosis found = soFar.get();
        last = Optional.of(found);
        String text = DiagnosisText.brief(found, Screen.of(Terminal.OUTPUT));
        if (terminal) {
            // Clears line by line: clearing the whole screen flickers.
            out.print(HOME + text.replace("\n", REST_OF_LINE + "\n") + REST_OF_LINE + "\nPress Ctrl-C to stop." + REST_OF_SCREEN);
        } else {
            out.println(text);
        }
        out.flush();
        next = elapsed.plus(terminal ? REDRAWN : BLOCK);
    }

    /** Returns the diagnosis that was shown last. */
    Optional<Diagnosis> last() {
        return last;
    }
}
