package dev.slipstream.examples.live;

import java.util.List;
import java.util.regex.Pattern;

/** The commands that a diagnosis tells its reader to use next. */
final class Commands {
    private static final Pattern COMMAND = Pattern.compile(
            "^\\s*\\./slipstream ((?:attach|status|diagnose|detach) \\S.*?)(?:\\s{2,}.*)?$", Pattern.MULTILINE);

    private Commands() {
    }

    /** All that a text names on lines of their own, in its order, each once. */
    static List<String> in(String text) {
        return COMMAND.matcher(text).results().map(found -> found.group(1)).distinct().toList();
    }

    /** Whether users may notice it. */
    static boolean changes(String command) {
        return command.startsWith("attach") || command.startsWith("detach");
    }

    /** Whether it did what it was for; a diagnosis ends with 1 where a cost is still paid. */
    static boolean succeeded(String command, int exitCode) {
        return exitCode == 0 || exitCode == 1 && command.startsWith("diagnose");
    }
}
