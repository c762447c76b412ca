package dev.slipstream.cli.report.page;

import java.util.ArrayDeque;
import java.util.Deque;

/** Writes HTML in which whatever comes from outside stays text. */
final class Html {
    private final StringBuilder out = new StringBuilder(1 << 16);
    private final Deque<String> open = new ArrayDeque<>();

    /**
     * Starts an element.
     *
     * @param element its name
     * @param attributes names and values in turn; one whose value is null is left out
     */
    Html open(String element, String... attributes) {
        tag(element, attributes);
        out.append('>');
        open.push(element);
        return this;
    }

    /** Ends the element that was started last. */
    Html close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    /** Ends a block, and the line. */
    Html end() {
        close();
        out.append('\n');
        return this;
    }

    /** Writes text. */
    Html text(String text) {
        escape(text);
        return this;
    }

    /** A whole element that holds text alone. */
    Html element(String element, String text, String... attributes) {
        return open(element, attributes).text(text).close();
    }

    /** An element that holds nothing. */
    Html single(String element, String... attributes) {
        tag(element, attributes);
        out.append("/>");
        return this;
    }

    /** Writes what we wrote ourselves, as it is. */
    Html trusted(String markup) {
        out.append(markup);
        return this;
    }

    /** The whole, when every element has been ended. */
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
                // The output of a program may hold anything; a control character may not be in a page at all.
                default -> out.append(Character.isISOControl(c) ? '\uFFFD' : c);
            }
        }
    }
}
