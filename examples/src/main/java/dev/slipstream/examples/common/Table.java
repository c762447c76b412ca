package dev.slipstream.examples.common;

import java.util.Locale;

/** Table on standard output. Each row is printed as soon as it is measured. */
public final class Table {
    private final StringBuilder head;
    private final StringBuilder row;

    /**
     * Creates a table with the column of the subjects.
     *
     * @param width width of that column
     */
    public Table(int width) {
        head = new StringBuilder(" ".repeat(width));
        row = new StringBuilder("%-" + width + "s");
    }

    /**
     * Adds a column.
     *
     * @param format format of the values, with a width: {@code %,12.0f}
     */
    public Table column(String name, String format) {
        head.append(' ').append(format.replaceAll("%,?(\\d+).*", "%$1s").formatted(name));
        row.append(' ').append(format);
        return this;
    }

    /** Prints the header. */
    public Table begin() {
        System.out.println(head);
        return this;
    }

    /** Prints a row. */
    public void row(String subject, Object... values) {
        Object[] all = new Object[values.length + 1];
        all[0] = subject;
        System.arraycopy(values, 0, all, 1, values.length);
        System.out.printf(Locale.ROOT, row + "%n", all);
    }
}
