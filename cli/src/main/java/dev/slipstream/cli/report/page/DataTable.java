package dev.slipstream.cli.report.page;

import java.util.List;

/** Writes a table within a box of its own, which scrolls if the window is narrower than the table. */
final class DataTable {
    private final Html html;
    private final int columns;
    private boolean inBody;

    /**
     * Starts a table.
     *
     * @param html the output
     * @param name the box's name for screen readers, unique on the page
     * @param caption the caption
     * @param columns the titles; a title that starts with {@code >} marks a column of figures
     */
    DataTable(Html html, String name, String caption, List<String> columns) {
        this.html = html;
        this.columns = columns.size();
        html.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", name);
        html.open("table").element("caption", caption);
        html.open("thead").open("tr");
        for (String column : columns) {
            boolean figures = column.startsWith(">");
            String title = figures ? column.substring(1) : column;
            if (title.isEmpty()) {
                html.open("td").close();
            } else {
                html.element("th", title, "scope", "col", "class", figures ? "number" : null);
            }
        }
        html.close().end();
    }

    /** Starts a group of rows. */
    DataTable group(String number, String title) {
        endBody();
        html.open("tbody").open("tr", "class", "group").open("th", "scope", "rowgroup", "colspan", Integer.toString(columns));
        html.element("span", number, "class", "id").text(" " + title);
        html.close().end();
        inBody = true;
        return this;
    }

    /** Starts a row with its title. */
    DataTable row(String title) {
        return row("", title);
    }

    /** Starts a row with a number and a title. */
    DataTable row(String number, String title) {
        if (!inBody) {
            html.open("tbody");
            inBody = true;
        }
        html.open("tr").open("th", "scope", "row");
        if (!number.isEmpty()) {
            html.element("span", number, "class", "id").text(" ");
        }
        html.text(title).close();
        return this;
    }

    DataTable cell(String text) {
        html.element("td", text);
        return this;
    }

    DataTable figure(String text) {
        html.element("td", text, "class", "number");
        return this;
    }

    /** Writes a cell for an item that a machine does not have. */
    DataTable notMeasured() {
        html.element("td", "not measured", "class", "none");
        return this;
    }

    /** Writes a cell for a missing item in a column of figures. */
    DataTable noFigure() {
        html.element("td", "not measured", "class", "number none");
        return this;
    }

    /** Writes a cell with more content than text. */
    DataTable cell(Runnable content) {
        html.open("td");
        content.run();
        html.close();
        return this;
    }

    void endRow() {
        html.end();
    }

    void end() {
        endBody();
        html.close().end();
    }

    private void endBody() {
        if (inBody) {
            html.end();
            inBody = false;
        }
    }
}
