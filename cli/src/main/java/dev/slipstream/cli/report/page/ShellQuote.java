package dev.slipstream.cli.report.page;

import java.util.List;
import java.util.stream.Collectors;

/** Quotes a command so that it can be pasted into a shell. */
final class ShellQuote {
    private ShellQuote() {
    }

    static String command(List<String> words) {
        return words.stream().map(ShellQuote::quoted).collect(Collectors.joining(" ", "./slipstream ", "")).strip();
    }

    private static String quoted(String word) {
        return word.matches("[\\w./:=,+@%-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
