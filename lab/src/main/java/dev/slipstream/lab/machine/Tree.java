package dev.slipstream.lab.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The small files in which an operating system says what it is, below a root. Immutable. */
final class Tree {
    private final Path root;

    Tree(Path root) {
        this.root = root;
    }

    boolean has(String path) {
        return Files.exists(root.resolve(path));
    }

    /** A file's text, null if there is none that can be read: most machines lack most of them. */
    String text(String path) {
        try {
            // Whatever is in it: half a character must not hide the rest.
            return new String(Files.readAllBytes(root.resolve(path)), StandardCharsets.UTF_8).replace("\0", "").strip();
        } catch (IOException notThere) {
            return null;
        }
    }

    List<String> lines(String path) {
        String text = text(path);
        return text == null ? List.of() : text.lines().toList();
    }

    /** The first match's first group in a file, null if there is none. */
    String find(String path, Pattern pattern) {
        String text = text(path);
        Matcher matcher = pattern.matcher(text == null ? "" : text);
        return matcher.find() ? matcher.group(1).strip() : null;
    }

    /** The number that a text is, null if it is none. */
    static Long number(String text) {
        return text != null && text.matches("-?\\d{1,18}") ? Long.valueOf(text) : null;
    }
}
