package dev.slipstream.cli.report;

import dev.slipstream.cli.report.Table.Cell;
import dev.slipstream.cli.report.Table.Column;
import dev.slipstream.cli.report.Table.Piece;
import dev.slipstream.cli.report.Table.Row;
import dev.slipstream.cli.report.Table.Score;
import dev.slipstream.cli.terminal.Screen;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Writer of tables as text: for terminals and pipes, and as Markdown. */
public final class TextTable {
    /** Maximum width, however wide the screen. */
    private static final int WIDEST = 120;

    /** Minimum width to which a column is wrapped. */
    private static final int NARROWEST_COLUMN = 12;

    private static final String GAP = "  ";

    /** Characters after which a word that is too long is broken if possible. */
    private static final String JOINTS = "/.,:-";

    private final List<Column> columns;
    private final int keys;
    private final int most;
    private final List<List<String>> rows;

    /**
     * Creates a table of text.
     *
     * @param columns the columns
     * @param keys the number of leading columns that each block of a table that is too wide repeats
     * @param most the maximum width
     * @param rows the text of each column
     */
    private TextTable(List<Column> columns, int keys, int most, List<List<String>> rows) {
        this.columns = columns;
        this.keys = keys;
        this.most = most;
        this.rows = rows;
    }

    private static TextTable of(Table table, int most) {
        boolean numbered = table.rows().stream().anyMatch(row -> !number(row).isEmpty());
        int units = table.rows().stream().flatMap(row -> row.cells().stream()).mapToInt(TextTable::unit).max().orElse(0);
        Stream<Column> all = table.columns().stream().map(column -> new Column(oneLine(column.title()), column.figures()));
        return new TextTable((numbered ? Stream.concat(Stream.of(new Column("", false)), all) : all).toList(),
                table.keys() + (numbered ? 1 : 0), most,
                table.rows().stream().map(row -> Stream.concat(numbered ? Stream.of(number(row)) : Stream.empty(),
                        row.cells().stream().map(cell -> text(cell, units))).map(TextTable::oneLine).toList()).toList());
    }

    private static String number(Row row) {
        return row.number().isEmpty() ? row.group().number() : row.number();
    }

    private static int unit(Cell cell) {
        return cell instanceof Score score ? score.unit().length() : 0;
    }

    /** Returns the text of a cell. That of a score ends in spaces, so that numbers are aligned. */
    private static String text(Cell cell, int units) {
        if (cell instanceof Score score) {
            return (score.lost().isEmpty() ? "" : "(" + score.lost() + ") ") + score.number() + " " + score.unit()
                    + " ".repeat(units - score.unit().length());
        }
        return ((Table.Text) cell).pieces().stream().filter(piece -> !piece.style().equals(Piece.DETAIL)).map(Piece::text)
                .collect(Collectors.joining()).stripTrailing();
    }

    /**
     * Formats a table for terminals and pipes, with columns aligned by spaces, as wide as the screen and 120 characters at most.
     * A wider table wraps its titles and left-aligned cells; one that is still too wide is split into blocks, one below the other.
     *
     * @param table the table
     * @param screen what shows it
     * @return lines
     */
    public static String of(Table table, Screen screen) {
        return of(table, Math.min(WIDEST, screen.width())).blocks();
    }

    private String blocks() {
        List<Integer> ends = ends();
        if (ends.size() == 1) {
            return lines();
        }
        StringBuilder text = new StringBuilder();
        int from = keys;
        for (int end : ends) {
            TextTable block = block(from, end);
            if (!block.rows.isEmpty()) {
                text.append(text.isEmpty() ? "" : "\n").append(block.lines());
            }
            from = end;
        }
        return text.toString();
    }

    private String lines() {
        int[] widths = widths();
        StringBuilder text = new StringBuilder();
        List<List<String>> titles = broken(titles(), widths);
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
        while (from < columns.size() && block(from, columns.size()).isTooWide()) {
            int end = from + 1;
            while (end < columns.size() && !block(from, end + 1).isTooWide()) {
                end++;
            }
            int parted = end;
            while (parted > from && parted < columns.size() && lastWord(parted - 1).equals(lastWord(parted))) {
                parted--;
            }
            from = parted > from ? parted : end;
            ends.add(from);
        }
        if (from < columns.size() || ends.isEmpty()) {
            ends.add(columns.size());
        }
        return ends;
    }

    private boolean isTooWide() {
        return excess(widths()) > 0;
    }

    private String lastWord(int column) {
        String title = columns.get(column).title().replaceFirst(" \\(.*\\)$", "");
        return title.substring(title.lastIndexOf(' ') + 1);
    }

    /** Returns a table of the keys and a range of columns, with the rows that are not blank in that range. */
    private TextTable block(int from, int to) {
        return new TextTable(part(columns, from, to), keys, most, rows.stream()
                .filter(row -> row.subList(from, to).stream().anyMatch(cell -> !cell.isBlank())).map(row -> part(row, from, to))
                .toList());
    }

    private <T> List<T> part(List<T> all, int from, int to) {
        return Stream.concat(all.subList(0, keys).stream(), all.subList(from, to).stream()).toList();
    }

    private List<String> titles() {
        return columns.stream().map(Column::title).toList();
    }

    /**
     * Formats a table as Markdown.
     *
     * @param table the table
     * @return lines
     */
    static String markdown(Table table) {
        TextTable flat = of(table, WIDEST);
        StringBuilder text = new StringBuilder();
        markdown(text, flat.titles());
        text.append('|');
        flat.columns.forEach(column -> text.append(column.figures() ? "---:|" : "---|"));
        text.append('\n');
        flat.rows.forEach(row -> markdown(text, row));
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
                .replace(Table.HELD, ' ')).append(" |\n");
    }

    /** Returns the column widths. If the table is too wide, wraps titles first, then repeatedly the widest left-aligned column. */
    private int[] widths() {
        int[] cells = IntStream.range(0, columns.size()).map(this::widestCell).toArray();
        int[] widths = IntStream.range(0, cells.length).map(i -> Math.max(cells[i], columns.get(i).title().length())).toArray();
        if (excess(widths) <= 0) {
            return widths;
        }
        widths = IntStream.range(0, cells.length).map(i -> Math.max(cells[i], longestWord(columns.get(i).title()))).toArray();
        while (excess(widths) > 0) {
            int widest = -1;
            for (int i = 0; i < widths.length; i++) {
                if (!columns.get(i).figures() && widths[i] > NARROWEST_COLUMN && (widest < 0 || widths[i] > widths[widest])) {
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
            int held = rest.lastIndexOf(Table.HELD, width);
            int end = space > 0 ? space : held > 0 ? held : joint(rest, width);
            lines.add(rest.substring(0, end).stripTrailing());
            rest = rest.substring(end).replaceFirst("^[ " + Table.HELD + "]+", "");
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
                line.append(column == 0 ? "" : GAP).append(columns.get(column).figures() ? space + part : part + space);
            }
            text.append(line.toString().replace(Table.HELD, ' ').stripTrailing()).append('\n');
        }
    }
}
