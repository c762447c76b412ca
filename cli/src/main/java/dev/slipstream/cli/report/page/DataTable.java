package dev.slipstream.cli.report.page;

import java.util.List;

/**
 * Writes a table within a box of its own. In a narrow window a row is a paragraph, in which each cell follows its column's title;
 * elsewhere the box scrolls if the table is wider.
 */
final class DataTable {
    private final Html html;
    private final List<String> titles;
    private int column;
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
        this.titles = columns.stream().map(title -> title.startsWith(">") ? title.substring(1) : title).toList();
        html.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", name);
        html.open("table").element("caption", caption);
        html.open("thead").open("tr");
        for (int i = 0; i < titles.size(); i++) {
            if (titles.get(i).isEmpty()) {
                html.open("td").close();
            } else {
                html.element("th", titles.get(i), "scope", "col", "class", columns.get(i).startsWith(">") ? "number" : null);
            }
        }
        html.close().end();
    }

    /** Starts a group of rows. */
    DataTable group(String number, String title) {
        endBody();
        html.open("tbody").open("tr", "class", "group").open("th", "scope", "rowgroup", "colspan", Integer.toString(titles.size()));
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
        column = 0;
        html.open("tr").open("th", "scope", "row");
        if (!number.isEmpty()) {
            html.element("span", number, "class", "id").text(" ");
        }
        html.text(title).close();
        return this;
    }

    DataTable cell(String text) {
        html.element("td", text, "data-title", title());
        return this;
    }

    DataTable figure(String text) {
        html.element("td", text, "class", "number", "data-title", title());
        return this;
    }

    /** Writes a cell for an item that a machine does not have. */
    DataTable notMeasured() {
        html.element("td", "not measured", "class", "none", "data-title", title());
        return this;
    }

    /** Writes a cell for a missing item in a column of figures. */
    DataTable noFigure() {
        html.element("td", "not measured", "class", "number none", "data-title", title());
        return this;
    }

    /** Writes a cell with more content than text. */
    DataTable cell(Runnable content) {
        html.open("td", "data-title", title());
        content.run();
        html.close();
        return this;
    }

    /** Returns the title of the next cell's column. */
    private String title() {
        column++;
        return titles.get(column);
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
