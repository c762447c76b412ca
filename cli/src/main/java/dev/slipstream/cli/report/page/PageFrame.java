package dev.slipstream.cli.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The frame common to all pages: the head with the style sheet, the landmarks, and the table of contents. */
final class PageFrame {
    /** Content security policy. A page may be forwarded and opened anywhere, so it must load and run nothing, whatever it holds. */
    private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'";

    private final String title;
    private final Map<String, String> contents = new LinkedHashMap<>();

    PageFrame(String title) {
        this.title = title;
    }

    /**
     * Adds a line to the table of contents.
     *
     * @param id the id of the target element
     * @param name the text of the line
     */
    PageFrame contents(String id, String name) {
        contents.put(id, name);
        return this;
    }

    /**
     * Returns the whole page.
     *
     * @param top writes the part before the contents, including the heading of the page
     * @param main writes the sections
     * @param foot writes the last line
     */
    String page(Consumer<Html> top, Consumer<Html> main, Consumer<Html> foot) {
        Html html = new Html();
        html.trusted("<!DOCTYPE html>\n").open("html", "lang", "en").open("head");
        html.single("meta", "charset", "utf-8");
        html.single("meta", "http-equiv", "Content-Security-Policy", "content", POLICY);
        html.single("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        html.single("meta", "name", "color-scheme", "content", "light dark");
        html.element("title", title);
        html.open("style").trusted(style()).close();
        html.end();
        html.open("body");
        html.element("a", "Skip to the findings", "class", "skip", "href", "#main");
        html.open("header");
        top.accept(html);
        html.end();
        contents(html);
        html.open("main", "id", "main", "tabindex", "-1");
        main.accept(html);
        html.end();
        html.open("footer");
        foot.accept(html);
        html.end();
        html.close().end();
        return html.toString();
    }

    private void contents(Html html) {
        if (contents.isEmpty()) {
            return;
        }
        html.open("nav", "aria-label", "Contents").open("ul");
        contents.forEach((id, name) -> html.open("li").element("a", name, "href", "#" + id).close());
        html.close().end();
    }

    private static String style() {
        try (InputStream sheet = PageFrame.class.getResourceAsStream("page.css")) {
            return new String(sheet.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
