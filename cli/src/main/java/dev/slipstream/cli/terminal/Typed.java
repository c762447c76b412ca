package dev.slipstream.cli.terminal;

import dev.slipstream.diagnose.result.Slipstream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** The words by which the user started the command line, so that commands which it prints can be typed where the user is. */
public final class Typed {
    /** The launcher's own name, as typed. */
    private static final String LAUNCHER = "SLIPSTREAM_COMMAND";
    private static final String JAR = "-jar";
    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

    private Typed() {}

    /** Makes {@link Slipstream} say the words by which this JVM was started. */
    public static void use() {
        System.setProperty(Slipstream.PROPERTY, words(System.getenv().getOrDefault(LAUNCHER, ""), commandLine(),
                System.getProperty("slipstream.jar", "slipstream.jar")));
    }

    /**
     * Returns the words.
     *
     * @param launcher the launcher's name; empty if there is none
     * @param commandLine the arguments of this JVM's process, its own name first; empty if unknown
     * @param jar the path of the one jar
     */
    static String words(String launcher, List<String> commandLine, String jar) {
        if (!launcher.isEmpty()) {
            return quoted(launcher);
        }
        int option = commandLine.indexOf(JAR);
        return option > 0 && option < commandLine.size() - 1
                ? quoted(commandLine.get(0)) + " " + JAR + " " + quoted(commandLine.get(option + 1))
                : "java " + JAR + " " + quoted(jar);
    }

    private static List<String> commandLine() {
        try {
            return Arrays.asList(Files.readString(Path.of("/proc/self/cmdline"), StandardCharsets.ISO_8859_1).split("\0"));
        } catch (IOException notOnLinux) {
            return List.of();
        }
    }

    /** Quotes a word for a shell. */
    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
