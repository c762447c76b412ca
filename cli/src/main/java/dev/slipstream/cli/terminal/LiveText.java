package dev.slipstream.cli.terminal;

import java.io.PrintStream;
import java.time.Duration;

/** Text on standard output that is shown again and again: redrawn on a terminal, appended as blocks elsewhere. Not thread-safe. */
public final class LiveText {
    private static final Duration REDRAWN = Duration.ofSeconds(2);
    private static final Duration BLOCK = Duration.ofSeconds(10);
    private static final String HOME = "\u001b[H";
    private static final String ALL = "\u001b[2J";
    private static final String REST_OF_LINE = "\u001b[K";
    private static final String REST_OF_SCREEN = "\u001b[J";

    private final PrintStream out = System.out;
    private final boolean redraws = Terminal.redraws(Terminal.OUTPUT);
    private boolean shown;

    /** Returns the time from one text to the next. */
    public Duration every() {
        return redraws ? REDRAWN : BLOCK;
    }

    /** Shows a text of whole lines in place of the one before. */
    public void show(String text) {
        String fitted = Screen.of(Terminal.OUTPUT).fit(text);
        if (redraws) {
            // Clears line by line: clearing the whole screen each time flickers.
            out.print((shown ? "" : ALL) + HOME + fitted.replace("\n", REST_OF_LINE + "\n") + REST_OF_LINE
                    + "\nPress Ctrl-C to stop."
                    + REST_OF_SCREEN);
        } else {
            out.println(fitted);
        }
        out.flush();
        shown = true;
    }

    /** Returns whether all texts could be written. They cannot once the reader of a pipe has gone. */
    public boolean isWritten() {
        return !out.checkError();
    }

    /** Returns whether no text has been shown yet. */
    public boolean isEmpty() {
        return !shown;
    }

    /** Leaves the last text on the screen. */
    public void end() {
        if (shown && redraws) {
            out.println();
        }
    }
}
