package dev.slipstream.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A table of text. Not thread-safe.
 */
final class Table {
    private final List<String> header;
    private final List<Boolean> toTheRight;
    private final List<List<String>> rows = new ArrayList<>();

    /**
     * An empty table.
     *
     * @param header the columns' titles; one that starts with {@code >} has its cells aligned to the right
     */
    Table(List<String> header) {
        this.header = header.stream().map(title -> title.startsWith(">") ? title.substring(1) : title).toList();
        this.toTheRight = header.stream().map(title -> title.startsWith(">")).toList();
    }

    /** Adds a row, which has a cell for each column. */
    void add(List<String> row) {
        if (row.size() != header.size()) {
            throw new IllegalArgumentException(row.size() + " cells for " + header.size() + " columns");
        }
        rows.add(List.copyOf(row));
    }

    /** Without rows there is nothing to show. */
    boolean isEmpty() {
        return rows.isEmpty();
    }

    /** For terminals: columns of spaces. */
    String text() {
        int[] widths = IntStream.range(0, header.size()).map(this::width).toArray();
        StringBuilder text = new StringBuilder();
        line(text, header, widths);
        rows.forEach(row -> line(text, row, widths));
        return text.toString();
    }

    /** For Markdown. */
    String markdown() {
        StringBuilder text = new StringBuilder();
        text.append("| ").append(String.join(" | ", header)).append(" |\n|");
        toTheRight.forEach(right -> text.append(right ? "---:|" : "---|"));
        text.append('\n');
        for (List<String> row : rows) {
            List<String> cells = row.stream().map(cell -> cell.replace("|", "\\|")).toList();
            text.append("| ").append(String.join(" | ", cells)).append(" |\n");
        }
        return text.toString();
    }

    private int width(int column) {
        return Math.max(header.get(column).length(),
                rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0));
    }

    private void line(StringBuilder text, List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String space = " ".repeat(widths[i] - cells.get(i).length());
            line.append(i == 0 ? "" : "  ");
            line.append(toTheRight.get(i) ? space + cells.get(i) : cells.get(i) + space);
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }
}
