package dev.slipstream.cli.terminal;

import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Help.Ansi;

/**
 * A stream's screen: a terminal, which has a width and maybe colours, or else a file or a pipe. Immutable.
 *
 * @param width the characters in a line; {@link #UNLIMITED} unless it is a terminal
 * @param colours whether it shows colours
 */
public record Screen(int width, boolean colours) {
    /** The width of what is no terminal: its lines are whole, so that scripts can read them. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** A file or a pipe. */
    public static final Screen NONE = new Screen(UNLIMITED, false);

    /** A space at which no line is broken, as within a command. It is written as a space. */
    static final char HELD = '\u00a0';

    private static final int HANGING = 2;
    private static final Pattern STYLE = Pattern.compile("\u001b\\[[0-9;]*m");

    /**
     * Returns the screen of a stream, with the width that it has now.
     *
     * @param stream {@link Terminal#OUTPUT} or {@link Terminal#ERROR}
     */
    public static Screen of(int stream) {
        return Terminal.isOn(stream) ? new Screen(Terminal.width(), Terminal.hasColours(stream) && Ansi.AUTO.enabled())
                : NONE;
    }

    /**
     * Keeps a command in one line, so that it can be copied from the screen.
     *
     * @param command the command
     * @return the same for {@link #fit}, which leaves it whole
     */
    public static String whole(String command) {
        return command.replace(' ', HELD);
    }

    /** Prints a line on standard error, broken to the width of the terminal. */
    public static void tell(String line) {
        System.err.println(of(Terminal.ERROR).fit(line));
    }

    /** Prints text on standard output, broken to the width of the terminal. */
    public static void print(String text) {
        System.out.print(of(Terminal.OUTPUT).fit(text));
        System.out.flush();
    }

    /**
     * Breaks lines that are too wide at spaces. Continued lines are indented by two more. A word that is longer than a line is left
     * whole, since it is the name of a method or a file, or a command.
     *
     * @param text lines, perhaps with styles
     * @return the text, each line as wide as the screen at most if its words permit
     */
    public String fit(String text) {
        String fitted = width == UNLIMITED ? text : text.lines().map(this::broken).collect(Collectors.joining("\n"))
                + (text.endsWith("\n") ? "\n" : "");
        return fitted.replace(HELD, ' ');
    }

    private String broken(String line) {
        if (length(line) <= width) {
            return line;
        }
        int indent = line.length() - line.stripLeading().length();
        StringBuilder text = new StringBuilder(" ".repeat(indent));
        int column = indent;
        boolean first = true;
        // Two spaces or more separate columns, and are kept within a line.
        for (String word : line.strip().split("(?<! )(?= )")) {
            int length = length(word);
            if (!first && column + length > width) {
                text.append('\n').append(" ".repeat(indent + HANGING));
                column = indent + HANGING;
                word = word.stripLeading();
                length = length(word);
            }
            text.append(word);
            column += length;
            first = false;
        }
        return text.toString();
    }

    private static int length(String text) {
        return STYLE.matcher(text).replaceAll("").length();
    }
}
