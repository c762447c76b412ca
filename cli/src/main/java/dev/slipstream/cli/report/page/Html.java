package dev.slipstream.cli.report.page;

import java.util.ArrayDeque;
import java.util.Deque;

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
