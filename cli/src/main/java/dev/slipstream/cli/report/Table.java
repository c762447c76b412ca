package dev.slipstream.cli.report;

import dev.slipstream.cli.terminal.Screen;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A table of text. Not thread-safe.
 */
public final class Table {
    /** Maximum width, however wide the screen. */
    private static final int WIDEST = 120;

    /** Minimum width to which a column is wrapped. */
    private static final int NARROWEST_COLUMN = 12;

    private static final String GAP = "  ";

    /** Characters after which a word that is too long is broken if possible. */
    private static final String JOINTS = "/.,:-";

    /** A space in a cell that is a break point only if there is no other. It is written as a space. */
    static final char HELD = '\u00a0';

    private final List<String> header;
    private final List<Boolean> toTheRight;
    private final int keys;
    private int most = WIDEST;
    private final List<List<String>> rows = new ArrayList<>();

    /**
     * Creates an empty table.
     *
     * @param header the columns' titles; a title that starts with {@code >} right-aligns its column
     */
    public Table(List<String> header) {
        this(header, 1);
    }

    /**
     * Creates an empty table.
     *
     * @param header the columns' titles; a title that starts with {@code >} right-aligns its column
     * @param keys the number of leading columns that identify a row; each block of a table that is too wide repeats them
     */
    Table(List<String> header, int keys) {
        this.header =
                header.stream().map(title -> oneLine(title.startsWith(">") ? title.substring(1) : title)).toList();
        this.toTheRight = header.stream().map(title -> title.startsWith(">")).toList();
        this.keys = keys;
    }

    /**
     * Adds a row.
     *
     * @param row a cell for each column; a right-aligned cell may end in spaces, to align units
     */
    public void add(List<String> row) {
        if (row.size() != header.size()) {
            throw new IllegalArgumentException(row.size() + " cells for " + header.size() + " columns");
        }
        rows.add(row.stream().map(Table::oneLine).toList());
    }

    /**
     * Returns whether the table has no rows.
     *
     * @return whether there are none
     */
    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /**
     * Formats the table for terminals and pipes, with columns aligned by spaces, as wide as the screen and 120 characters at most. A
     * wider table wraps its titles and left-aligned cells; one that is still too wide is split into blocks, one below the other.
     *
     * @param screen what shows it
     * @return lines
     */
    public String text(Screen screen) {
        most = Math.min(WIDEST, screen.width());
        List<Integer> ends = ends();
        if (ends.size() == 1) {
            return lines();
        }
        StringBuilder text = new StringBuilder();
        int from = keys;
        for (int end : ends) {
            Table block = block(from, end);
            if (!block.isEmpty()) {
                text.append(text.isEmpty() ? "" : "\n").append(block.lines());
            }
            from = end;
        }
        return text.toString();
    }

    private String lines() {
        int[] widths = widths();
        StringBuilder text = new StringBuilder();
        List<List<String>> titles = broken(header, widths);
        int deepest = titles.stream().mapToInt(List::size).max().orElse(0);
        // Bottom-aligns titles, so that they are next to their cells.
        lines(text, titles.stream().map(title -> lowered(title, deepest)).toList(), widths);
        rows.forEach(row -> lines(text, broken(row, widths), widths));
        return text.toString();
    }

    /**
     * Returns the ends of the blocks; a single one if the table fits or cannot be split. Keeps columns whose titles end alike
     * together if possible.
     */
    private List<Integer> ends() {
        List<Integer> ends = new ArrayList<>();
        int from = keys;
        while (from < header.size() && block(from, header.size()).isTooWide()) {
            int end = from + 1;
            while (end < header.size() && !block(from, end + 1).isTooWide()) {
                end++;
            }
            int parted = end;
            while (parted > from && parted < header.size() && lastWord(parted - 1).equals(lastWord(parted))) {
                parted--;
            }
            from = parted > from ? parted : end;
            ends.add(from);
        }
        if (from < header.size() || ends.isEmpty()) {
            ends.add(header.size());
        }
        return ends;
    }

    private boolean isTooWide() {
        return excess(widths()) > 0;
    }

    private String lastWord(int column) {
        String title = header.get(column).replaceFirst(" \\(.*\\)$", "");
        return title.substring(title.lastIndexOf(' ') + 1);
    }

    /** Returns a table of the keys and a range of columns, with the rows that are not blank in that range. */
    private Table block(int from, int to) {
        Table block = new Table(header(from, to), keys);
        block.most = most;
        for (List<String> row : rows) {
            if (row.subList(from, to).stream().anyMatch(cell -> !cell.isBlank())) {
                block.add(Stream.concat(row.subList(0, keys).stream(), row.subList(from, to).stream()).toList());
            }
        }
        return block;
    }

    private List<String> header(int from, int to) {
        return IntStream.concat(IntStream.range(0, keys), IntStream.range(from, to))
                .mapToObj(i -> (toTheRight.get(i) ? ">" : "") + header.get(i)).toList();
    }

    /** Formats the table as Markdown. */
    String markdown() {
        StringBuilder text = new StringBuilder();
        markdown(text, header);
        text.append('|');
        toTheRight.forEach(right -> text.append(right ? "---:|" : "---|"));
        text.append('\n');
        rows.forEach(row -> markdown(text, row));
        return text.toString();
    }

    /**
     * Escapes text for Markdown.
     *
     * @param text a line
     * @return the line with the special characters of Markdown, its tables and HTML escaped
     */
    static String escaped(String text) {
        return text.replaceAll("[\\\\|<*`\\[&~]", "\\\\$0");
    }

    /** Replaces control, format and separator characters by spaces: a cell must not end a row or control a terminal. */
    static String oneLine(String text) {
        return text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]+", " ");
    }

    private static void markdown(StringBuilder text, List<String> cells) {
        text.append("| ").append(String.join(" | ", cells.stream().map(cell -> escaped(cell.stripTrailing())).toList())
                .replace(HELD, ' ')).append(" |\n");
    }

    /** Returns the column widths. If the table is too wide, wraps titles first, then repeatedly the widest left-aligned column. */
    private int[] widths() {
        int[] cells = IntStream.range(0, header.size()).map(this::widestCell).toArray();
        int[] widths = IntStream.range(0, cells.length).map(i -> Math.max(cells[i], header.get(i).length())).toArray();
        if (excess(widths) <= 0) {
            return widths;
        }
        widths = IntStream.range(0, cells.length).map(i -> Math.max(cells[i], longestWord(header.get(i)))).toArray();
        while (excess(widths) > 0) {
            int widest = -1;
            for (int i = 0; i < widths.length; i++) {
                if (!toTheRight.get(i) && widths[i] > NARROWEST_COLUMN && (widest < 0 || widths[i] > widths[widest])) {
                    widest = i;
                }
            }
            if (widest < 0) {
                break;
            }
            widths[widest]--;
        }
        return widths;
    }

    private int excess(int[] widths) {
        return Arrays.stream(widths).sum() + GAP.length() * (widths.length - 1) - most;
    }

    private int widestCell(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }

    private static int longestWord(String text) {
        return Arrays.stream(text.split(" ")).mapToInt(String::length).max().orElse(0);
    }

    private static List<List<String>> broken(List<String> cells, int[] widths) {
        return IntStream.range(0, widths.length).mapToObj(i -> broken(cells.get(i), widths[i])).toList();
    }

    /** Wraps at spaces, at held ones only if there is no other; cuts a word that is too long, after a joint if it has one. */
    private static List<String> broken(String cell, int width) {
        List<String> lines = new ArrayList<>();
        String rest = cell;
        while (rest.length() > width) {
            int space = rest.lastIndexOf(' ', width);
            int held = rest.lastIndexOf(HELD, width);
            int end = space > 0 ? space : held > 0 ? held : joint(rest, width);
            lines.add(rest.substring(0, end).stripTrailing());
            rest = rest.substring(end).replaceFirst("^[ " + HELD + "]+", "");
        }
        if (lines.isEmpty() || !rest.isEmpty()) {
            lines.add(rest);
        }
        return lines;
    }

    private static int joint(String word, int width) {
        int end = width;
        while (end > 0 && JOINTS.indexOf(word.charAt(end - 1)) < 0) {
            end--;
        }
        return end > 0 ? end : width;
    }

    private static List<String> lowered(List<String> title, int lines) {
        List<String> all = new ArrayList<>(Collections.nCopies(lines - title.size(), ""));
        all.addAll(title);
        return all;
    }

    private void lines(StringBuilder text, List<List<String>> cells, int[] widths) {
        int deepest = cells.stream().mapToInt(List::size).max().orElse(0);
        for (int i = 0; i < deepest; i++) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < widths.length; column++) {
                String part = i < cells.get(column).size() ? cells.get(column).get(i) : "";
                String space = " ".repeat(widths[column] - part.length());
                line.append(column == 0 ? "" : GAP).append(toTheRight.get(column) ? space + part : part + space);
            }
            text.append(line.toString().replace(HELD, ' ').stripTrailing()).append('\n');
        }
    }
}
