package dev.slipstream.cli.report.page;

import dev.slipstream.cli.report.Table;
import dev.slipstream.cli.report.Table.Cell;
import dev.slipstream.cli.report.Table.Column;
import dev.slipstream.cli.report.Table.Group;
import dev.slipstream.cli.report.Table.Piece;
import dev.slipstream.cli.report.Table.Row;
import dev.slipstream.cli.report.Table.Score;
import dev.slipstream.cli.report.Table.Text;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Writes HTML, in which all external input is escaped. */
final class Html {
    private final StringBuilder out = new StringBuilder(1 << 16);
    private final Deque<String> open = new ArrayDeque<>();

    /**
     * Starts an element.
     *
     * @param element its name
     * @param attributes names and values alternately; an attribute whose value is null is left out
     */
    Html open(String element, String... attributes) {
        tag(element, attributes);
        out.append('>');
        open.push(element);
        return this;
    }

    /** Ends the innermost open element. */
    Html close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    /** Ends the innermost open element, and the line. */
    Html end() {
        close();
        out.append('\n');
        return this;
    }

    /** Writes text, escaped. */
    Html text(String text) {
        escape(text);
        return this;
    }

    /** Writes a whole element that contains only text. */
    Html element(String element, String text, String... attributes) {
        return open(element, attributes).text(text).close();
    }

    /** Writes an empty element. */
    Html single(String element, String... attributes) {
        tag(element, attributes);
        out.append("/>");
        return this;
    }

    /** Writes markup verbatim; must not contain external input. */
    Html trusted(String markup) {
        out.append(markup);
        return this;
    }

    /** Writes a piece of a table's text. */
    Html piece(Piece piece) {
        if (piece.style().isEmpty()) {
            return text(piece.text().replace(Table.HELD, ' '));
        }
        if (piece.symbol().isEmpty()) {
            return element("span", piece.text(), "class", piece.style());
        }
        return open("span", "class", piece.style()).element("span", piece.symbol(), "aria-hidden", "true")
                .text("\u00a0" + piece.text()).close();
    }

    /**
     * Writes a table within a box of its own. In a narrow window a row is a paragraph, in which each cell follows its column's
     * title; elsewhere the box scrolls if the table is wider.
     */
    Html table(Table table) {
        open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", table.name());
        open("table").element("caption", table.caption()).open("thead").open("tr");
        for (Column column : table.columns()) {
            if (column.title().isEmpty()) {
                open("td").close();
            } else {
                element("th", column.title(), "scope", "col", "class", column.figures() ? "number" : null);
            }
        }
        close().end();
        Group group = null;
        for (Row row : table.rows()) {
            if (row.group() != group) {
                body(row.group(), table.columns().size(), group != null);
                group = row.group();
            }
            row(row, table.columns());
        }
        if (group != null) {
            end();
        }
        return close().end();
    }

    private void body(Group group, int columns, boolean another) {
        if (another) {
            end();
        }
        open("tbody");
        if (group != Group.NONE) {
            open("tr", "class", "group").open("th", "scope", "rowgroup", "colspan", Integer.toString(columns));
            element("span", group.number(), "class", "id").text(" " + group.title()).close().end();
        }
    }

    private void row(Row row, List<Column> columns) {
        open("tr").open("th", "scope", "row");
        if (!row.number().isEmpty()) {
            element("span", row.number(), "class", "id").text(" ");
        }
        content(row.cells().get(0)).close();
        for (int i = 1; i < columns.size(); i++) {
            boolean missing = row.cells().get(i) instanceof Text text && text.missing();
            String style = (columns.get(i).figures() ? "number" : "") + (missing ? " none" : "");
            open("td", "class", style.isEmpty() ? null : style.strip(), "data-title", columns.get(i).title());
            content(row.cells().get(i)).close();
        }
        end();
    }

    private Html content(Cell cell) {
        if (cell instanceof Score score) {
            return text((score.number() + " " + score.unit()).strip() + (score.lost().isEmpty() ? "" : ", " + score.lost()));
        }
        ((Text) cell).pieces().forEach(this::piece);
        return this;
    }

    /** Returns the document; every element must have been ended. */
    @Override
    public String toString() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("still open: " + open);
        }
        return out.toString();
    }

    private void tag(String element, String... attributes) {
        out.append('<').append(element);
        for (int i = 0; i < attributes.length; i += 2) {
            if (attributes[i + 1] != null) {
                out.append(' ').append(attributes[i]).append("=\"");
                escape(attributes[i + 1]);
                out.append('"');
            }
        }
    }

    private void escape(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                case '\n', '\t' -> out.append(c);
                // A program's output may contain any character; HTML does not allow control characters.
                default -> out.append(Character.isISOControl(c) ? '\uFFFD' : c);
            }
        }
    }
}
