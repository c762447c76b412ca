package dev.slipstream.cli.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Table without a format. {@link TextTable} writes it for terminals and as Markdown, {@code Html} on a page. Not thread-safe.
 *
 * <p>Rows may have numbers, or belong to groups that have one. Text shows the numbers in a column of their own and leaves out the
 * groups' titles.
 */
public final class Table {
    /** A space in a cell that is a break point only if there is no other. It is written as a space. */
    public static final char HELD = '\u00a0';

    private final List<Column> columns;
    private final int keys;
    private final List<Row> rows = new ArrayList<>();
    private String name = "";
    private String caption = "";
    private Group group = Group.NONE;

    /**
     * Creates an empty table.
     *
     * @param header the columns' titles; a title that starts with {@code >} marks a column of figures, aligned on the right
     */
    public Table(List<String> header) {
        this(header, 1);
    }

    /**
     * Creates an empty table.
     *
     * @param header the columns' titles; a title that starts with {@code >} marks a column of figures
     * @param keys the number of leading columns that, with the number, identify a row
     */
    Table(List<String> header, int keys) {
        this.columns = header.stream()
                .map(title -> title.startsWith(">") ? new Column(title.substring(1), true) : new Column(title, false)).toList();
        this.keys = keys;
    }

    /**
     * Sets the texts that only a page shows.
     *
     * @param unique the name for screen readers, unique on the page
     * @param text the caption
     * @return this table
     */
    public Table named(String unique, String text) {
        name = unique;
        caption = text;
        return this;
    }

    /**
     * Begins a group: the rows that are added from now on belong to it.
     *
     * @param number its number
     * @param title its title
     */
    void group(String number, String title) {
        group = new Group(number, title);
    }

    /**
     * Adds a row of plain text.
     *
     * @param texts the text of each column
     */
    public void add(List<String> texts) {
        addCells("", texts.stream().map(Cell::of).toList());
    }

    /**
     * Adds a row.
     *
     * @param number its number; empty if it has none of its own
     * @param cells a cell for each column
     */
    public void addCells(String number, List<Cell> cells) {
        if (cells.size() != columns.size()) {
            throw new IllegalArgumentException(cells.size() + " cells for " + columns.size() + " columns");
        }
        rows.add(new Row(group, number, List.copyOf(cells)));
    }

    /**
     * Returns whether the table has no rows.
     *
     * @return whether there are none
     */
    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Returns the name for screen readers. */
    public String name() {
        return name;
    }

    /** Returns the caption. */
    public String caption() {
        return caption;
    }

    /** Returns the columns. */
    public List<Column> columns() {
        return columns;
    }

    /** Returns the rows in order. */
    public List<Row> rows() {
        return Collections.unmodifiableList(rows);
    }

    int keys() {
        return keys;
    }

    /**
     * Column.
     *
     * @param title its title, may be empty
     * @param figures whether it holds figures
     */
    public record Column(String title, boolean figures) {}

    /**
     * Group of rows.
     *
     * @param number its number
     * @param title its title
     */
    public record Group(String number, String title) {
        /** The group of rows that belong to none. */
        public static final Group NONE = new Group("", "");
    }

    /**
     * Row.
     *
     * @param group its group, or {@link Group#NONE}
     * @param number its number; empty if it has none of its own
     * @param cells a cell for each column; the first one names the row
     */
    public record Row(Group group, String number, List<Cell> cells) {}

    /** Content of a cell. */
    public sealed interface Cell permits Text, Score {
        /** Stands for an item that a machine does not have. */
        Cell NOT_MEASURED = new Text(List.of(Piece.of("not measured")), true);

        /** Returns a cell of plain text. */
        static Cell of(String text) {
            return of(Piece.of(text));
        }

        /** Returns a cell of pieces. */
        static Cell of(Piece... pieces) {
            return new Text(List.of(pieces), false);
        }
    }

    /**
     * Cell of text.
     *
     * @param pieces the text
     * @param missing whether it only says that something is missing
     */
    public record Text(List<Piece> pieces, boolean missing) implements Cell {}

    /**
     * Cell of a score. Text aligns the numbers of a column, whatever their units.
     *
     * @param number the number
     * @param unit its unit, may be empty
     * @param lost how many forks have no score; empty if all have one
     */
    public record Score(String number, String unit, String lost) implements Cell {}

    /**
     * Piece of text in a cell.
     *
     * @param symbol a symbol that a page shows before the text, for the eye alone; may be empty
     * @param text the text
     * @param style its style class on a page; empty for plain text, {@link #DETAIL} for what only a page has room for
     */
    public record Piece(String symbol, String text, String style) {
        static final String DETAIL = "detail";

        /** Returns plain text. */
        public static Piece of(String text) {
            return of(text, "");
        }

        /** Returns text with a style. */
        public static Piece of(String text, String style) {
            return new Piece("", text, style);
        }
    }
}
