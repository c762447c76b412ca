package dev.slipstream.lab.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Small files below a root in which an operating system describes itself. Immutable. */
final class SystemFiles {
    private final Path root;

    SystemFiles(Path root) {
        this.root = root;
    }

    boolean has(String path) {
        return Files.exists(root.resolve(path));
    }

    /** Returns a file's text, or null if it cannot be read: most machines lack most of the files. */
    String text(String path) {
        try {
            // Decodes leniently: an incomplete character must not hide the rest.
            return new String(Files.readAllBytes(root.resolve(path)), StandardCharsets.UTF_8).replace("\0", "").strip();
        } catch (IOException notThere) {
            return null;
        }
    }

    List<String> lines(String path) {
        String text = text(path);
        return text == null ? List.of() : text.lines().toList();
    }

    /** Returns group 1 of the first match in a file, or null if there is none. */
    String find(String path, Pattern pattern) {
        String text = text(path);
        Matcher matcher = pattern.matcher(text == null ? "" : text);
        return matcher.find() ? matcher.group(1).strip() : null;
    }

    /** Returns the number that a text states, or null if it is not a number. */
    static Long number(String text) {
        return text != null && text.matches("-?\\d{1,18}") ? Long.valueOf(text) : null;
    }
}
