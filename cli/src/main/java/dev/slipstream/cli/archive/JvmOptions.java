package dev.slipstream.cli.archive;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the options of the JVM that a command starts: in the command, its files of arguments, and the environment. */
final class JvmOptions {
    private static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    /** Options whose value is the next word. */
    private static final Set<String> WITH_VALUE = Set.of("-cp", "-classpath", "--class-path", "-p", "--module-path",
            "--upgrade-module-path", "--add-modules", "--limit-modules", "--add-exports", "--add-opens", "--add-reads",
            "--patch-module", "--enable-native-access", "-d", "--describe-module", "--source");

    /** Options after which the application follows. */
    private static final Set<String> LAST = Set.of("-jar", "-m", "--module");

    /** A word of a file or a variable, or a comment. */
    private static final Pattern WORD = Pattern.compile("#[^\\n]*|((?:[^\\s'\"]|'[^']*'|\"[^\"]*\")+)");

    private final Map<String, String> found = new LinkedHashMap<>();

    private JvmOptions() {}

    /**
     * Finds them. A file may hold the application's arguments, too: all its words count.
     *
     * @param command a java launcher and its arguments
     * @param environment variables
     * @return the options, each with its place, such as {@code of @file}; empty for the command itself
     */
    static Map<String, String> of(List<String> command, Map<String, String> environment) {
        JvmOptions options = new JvmOptions();
        for (String variable : VARIABLES) {
            options.addText(environment.getOrDefault(variable, ""), " of " + variable);
        }
        for (int i = 1; i < command.size(); i++) {
            String word = command.get(i);
            if (WITH_VALUE.contains(word)) {
                i++;
            } else if (word.startsWith("@")) {
                options.addFile(word);
            } else if (!word.startsWith("-") || LAST.contains(word)) {
                break;
            } else {
                options.found.put(word, "");
            }
        }
        return options.found;
    }

    private void addText(String text, String place) {
        Matcher words = WORD.matcher(text);
        while (words.find()) {
            String word = words.group(1) == null ? "" : words.group(1).replaceAll("['\"]", "");
            if (word.startsWith("@") && !place.contains("@")) {
                addFile(word);
            } else if (!word.isEmpty()) {
                found.put(word, place);
            }
        }
    }

    /** One that cannot be read is the launcher's to refuse. */
    private void addFile(String word) {
        String text;
        try {
            text = Files.readString(Path.of(word.substring(1)), StandardCharsets.ISO_8859_1);
        } catch (IOException | InvalidPathException unreadable) {
            return;
        }
        addText(text, " of " + word);
    }
}
